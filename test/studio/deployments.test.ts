/** What may differ from one account, and from one deployment, to another. */
import { describe, expect, it } from 'vitest'
import type { Meanings } from '../../shared/contract/meanings.ts'
import type { OperationName } from '../../shared/contract/operations.ts'
import type { AccountKind } from '../../shared/rehearsal/rehearsalKinds.ts'
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

  it('with several channels has to say which', async () => {
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
  it('have the sections that are asked for, and a row for every day', async () => {
    const liveId = await past()
    const query = { sections: 'dailyTrend,devices', startDate: '2026-01-04', endDate: '2026-01-06' }
    const { sections } = await rehearsal.ask('getStatistics', { liveId, query })
    const days = ['2026-01-04', '2026-01-05', '2026-01-06']
    expect(sections).toEqual({
      dailyTrend: days.map((date) => ({ date, views: 0, watchTimeMinutes: 0 })),
      devices: [],
    })
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

  it('exist once a broadcast has ended, and only where the platform gives them', async () => {
    const liveId = await rehearsal.goLive(projectId)
    expectRefusal(await rehearsal.try('getStatistics', { liveId }), 404, 'LIVE_NOT_FOUND', { liveId })
    await rehearsal.ask('stopLive', { projectId })
    await rehearsal.setFault({ kind: 'statisticsRefused', forMs: 1_000 })
    expectRefusal(await rehearsal.try('getStatistics', { liveId }), 502, 'PLATFORM_ERROR')
    rehearsal.clock.advance(1_000)
    await rehearsal.ask('getStatistics', { liveId })
  })
})

describe('meanings that differ', () => {
  async function where(meanings: Partial<Meanings>, check: (studio: Rehearsal, projectId: string) => Promise<void>) {
    const studio = await Rehearsal.start({ meanings })
    try {
      await check(studio, await studio.fridayNight())
    } finally {
      await studio.studio.close()
    }
  }
  const addList = async (studio: Rehearsal, project: string, more = {}) => {
    const [sceneId] = await studio.sceneIds(project)
    const files = Array.from({ length: 60 }, () => ({ fileId: 'video-60' }))
    const body = { type: 'videoPlaylist', settings: { files }, ...more }
    return studio.ask('addLayer', { projectId: project, sceneId, body })
  }

  it.each([
    ['whole', 60],
    ['paged', 50],
  ] as const)('items of a layer come %s', (layerItems, count) =>
    where({ layerItems }, async (studio, project) => {
      const { settings } = await addList(studio, project)
      expect([settings.files?.length, settings.itemTotal]).toEqual([count, 60])
    }),
  )

  it.each([
    ['percent', { x: 25, y: 50, width: 50, height: 10 }],
    ['pixels', { x: 320, y: 360, width: 640, height: 72 }],
  ] as const)('positions are in %s', (positionUnit, position) =>
    where({ positionUnit }, async (studio, project) => {
      const { id: layerId, position: made } = await addList(studio, project, { position })
      expect(made).toEqual(position)
      await studio.ask('updateProject', { projectId: project, body: { format: '16:9_1080p' } })
      const factor = positionUnit === 'pixels' ? 1.5 : 1
      const read = await studio.ask('getLayer', { projectId: project, layerId })
      expect(read.position).toEqual({
        x: position.x * factor,
        y: position.y * factor,
        width: position.width * factor,
        height: position.height * factor,
      })
    }),
  )

  it.each([
    ['unlessAutoSync', { synced: false }, 0, 1],
    ['never', { synced: true }, 1, 0],
  ] as const)('a switch needs a sync: %s', (switchNeedsSync, answer, onAir, waiting) =>
    where({ switchNeedsSync }, async (studio, project) => {
      const asking = { projectId: project }
      const sceneIds = await studio.sceneIds(project)
      await studio.goLive(project)
      expect(await studio.ask('activateScene', { ...asking, sceneId: sceneIds[1] })).toMatchObject(answer)
      expect(await studio.ask('getLive', asking)).toMatchObject({
        onAirSceneId: sceneIds[onAir],
        unsyncedEdits: waiting,
      })
      await addList(studio, project)
      expect(await studio.ask('getLive', asking)).toMatchObject({ unsyncedLive: true, unsyncedEdits: waiting + 1 })
    }),
  )

  it('the active scene may not be deleted', () =>
    where({ deletedActiveScene: 'refused' }, async (studio, project) => {
      const [active, other] = await studio.sceneIds(project)
      const asking = { projectId: project, sceneId: active }
      expectRefusal(await studio.try('deleteScene', asking), 409, 'CONFLICT', { sceneId: active })
      await studio.ask('deleteScene', { projectId: project, sceneId: other })
    }))

  it('what runs until it is stopped ends by itself', () =>
    where({ manualEnds: 600 }, async (studio, project) => {
      await studio.ask('updateProject', { projectId: project, body: { duration: { manual: true } } })
      await studio.goLive(project)
      studio.clock.advance(599_999)
      expect(await studio.ask('getLive', { projectId: project })).toMatchObject({
        status: 'LIVE',
        remainingSeconds: null,
      })
      studio.clock.advance(1)
      expect(await studio.ask('getLive', { projectId: project })).toMatchObject({ status: 'OFFLINE' })
    }))
})
