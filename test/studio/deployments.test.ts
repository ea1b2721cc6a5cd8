/** What may differ between accounts, and between deployments. */
import { describe, expect, it } from 'vitest'
import type { OperationName } from '../../shared/contract/operations.ts'
import type { AccountKind } from '../../shared/rehearsal/rehearsalKinds.ts'
import { DAY_MS } from '../../shared/util/clock.ts'
import { closing } from '../support/atEnd.ts'
import { expectRefusal, projectId, Rehearsal, rehearsal, rehearseEach } from './support.ts'

rehearseEach('theShow')

const become = (account: AccountKind) => rehearsal.told('setAccount', { account })

/** A broadcast that ran for a minute. */
async function past(): Promise<string> {
  const liveId = await rehearsal.goLive(projectId)
  rehearsal.clock.advance(60_000)
  await rehearsal.ask('stopLive', { projectId })
  return liveId
}

describe('an account', () => {
  const dates = ['2026-01-06T20:00:00Z']
  it.each<[AccountKind, OperationName, object, string]>([
    ['planLimits', 'createProject', { name: 'Large', format: '16:9_2160p' }, 'FORMAT_NOT_AVAILABLE'],
    ['planLimits', 'updateProject', { format: '16:9_2160p' }, 'FORMAT_NOT_AVAILABLE'],
    ['tooManyBroadcasts', 'startLive', {}, 'LIMIT_REACHED'],
    ['tooManyBroadcasts', 'scheduleLive', { dates }, 'LIMIT_REACHED'],
  ])('%s is refused %s', async (account, name, body, code) => {
    await become(account)
    const before = await rehearsal.ask('listProjects')
    expectRefusal(await rehearsal.try(name, { projectId, body }), 403, code)
    expect(await rehearsal.ask('listProjects')).toEqual(before)
    await become('paid')
    expect((await rehearsal.try(name, { projectId, body })).status).toBeLessThan(300)
  })

  it('with several channels has to name one', async () => {
    const liveId = await past()
    await become('severalChannels')
    const asked = await rehearsal.try('getStatistics', { liveId })
    const names = ['Main Channel', 'Second Stage', 'The Page']
    const availableAccounts = names.map((name) => ({ id: expect.any(String), name }))
    expectRefusal(asked, 400, 'ACCOUNT_SELECTION_REQUIRED', { availableAccounts })
    const [{ id: accountId } = {}] = asked.body.availableAccounts as { id: string }[]
    await rehearsal.ask('getStatistics', { liveId, query: { accountId: accountId ?? '' } })
    const wrong = await rehearsal.try('getStatistics', { liveId, query: { accountId: 'nobody' } })
    expectRefusal(wrong, 400, 'VALIDATION_ERROR', { field: 'accountId' })
  })
})

describe('statistics', () => {
  it('have the requested sections, and a row for every day', async () => {
    const liveId = await past()
    const query = { sections: 'dailyTrend,devices', startDate: '2026-01-04', endDate: '2026-01-06' }
    const { sections } = await rehearsal.ask('getStatistics', { liveId, query })
    const days = ['2026-01-04', '2026-01-05', '2026-01-06']
    expect(sections).toEqual({
      dailyTrend: days.map((date) => ({ date, views: 0, watchTimeMinutes: 0 })),
      devices: [],
    })
  })

  it('cover a limited number of days by default: the last of a broadcast, or from the given first day', async () => {
    await rehearsal.ask('updateProject', { projectId, body: { duration: { manual: true } } })
    const liveId = await rehearsal.goLive(projectId)
    rehearsal.clock.jump(400 * DAY_MS)
    await rehearsal.ask('stopLive', { projectId })
    const daysOf = async (query: object) => {
      const asking = { liveId, query: { ...query, sections: 'dailyTrend' } }
      const { sections } = await rehearsal.ask('getStatistics', asking)
      return ((sections?.dailyTrend ?? []) as { date: string }[]).map(({ date }) => date)
    }
    const [end, from] = [rehearsal.clock.now(), rehearsal.clock.now() - 366 * DAY_MS]
    const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
    const days = await daysOf({})
    expect([days[0], days.at(-1), days.length]).toEqual([dayOf(from), dayOf(end), 367])
    const early = await daysOf({ startDate: '1990-01-01' })
    expect([early[0], early.length]).toEqual(['1990-01-01', 367])
  })

  it.each([
    [{ sections: 'dailyTrend,weather' }, 'sections'],
    [{ startDate: 'yesterday' }, 'startDate'],
    [{ startDate: '2026-01-06', endDate: '2026-01-05' }, 'endDate'],
    [{ startDate: '1990-01-01', endDate: '2026-01-05' }, 'endDate'],
  ])('are refused for %j', async (query, field) => {
    const liveId = await past()
    expectRefusal(await rehearsal.try('getStatistics', { liveId, query }), 400, 'VALIDATION_ERROR', { field })
  })
})

it.each([
  ['percent', { x: 25, y: 50, width: 50, height: 10 }, { x: 25, y: 50, width: 50, height: 10 }],
  ['pixels', { x: 320, y: 360, width: 640, height: 72 }, { x: 480, y: 540, width: 960, height: 108 }],
] as const)('positions in %s keep their place in a larger picture', async (positionUnit, position, larger) => {
  const studio = await Rehearsal.start({ meanings: { positionUnit } })
  closing(studio.studio)
  const asking = { projectId: await studio.fridayNight() }
  const [sceneId] = await studio.sceneIds(asking.projectId)
  const body = { type: 'videoPlaylist', settings: {}, position }
  const { id: layerId } = await studio.ask('addLayer', { ...asking, sceneId, body })
  await studio.ask('updateProject', { ...asking, body: { format: '16:9_1080p' } })
  expect((await studio.ask('getLayer', { ...asking, layerId })).position).toEqual(larger)
})
