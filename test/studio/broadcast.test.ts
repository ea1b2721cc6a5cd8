/** What a broadcast of the local studio claims, and how it ends. */
import { describe, expect, it } from 'vitest'
import { Core } from '../../electron/studio/core.ts'
import { startLive } from '../../electron/studio/rules/broadcasts/lives.ts'
import { addDemo } from '../../electron/studio/rules/demo/demo.ts'
import { createProject } from '../../electron/studio/rules/projects/projects.ts'
import { startScheduler } from '../../electron/studio/scheduler.ts'
import { openDataDir } from '../../electron/studio/storage/openDataDir.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { projectId, rehearsal, rehearseEach } from './support.ts'

rehearseEach('theShow')

const live = () => rehearsal.ask('getLive', { projectId })

describe('a broadcast', () => {
  it('has no viewers and no link, because nothing is broadcast', async () => {
    await rehearsal.goLive(projectId)
    const record = await live()
    expect(record).toMatchObject({ viewers: null, peakViewers: null })
    for (const destination of record.destinations ?? []) {
      expect(destination).toMatchObject({ viewers: null, peakViewers: null, viewingUrl: null })
    }
    const { message, status } = await rehearsal.ask('stopLive', { projectId })
    expect([message, status]).toEqual([expect.stringContaining('Rehearsal: nothing is broadcast'), 'OFFLINE'])
    expect((await rehearsal.ask('listBroadcasts', { projectId })).broadcasts).toMatchObject([{ peakViewers: null }])
  })

  it('runs beside one of another project', async () => {
    const other = (await rehearsal.ask('listProjects')).projects.find(({ id }) => id !== projectId)?.id ?? ''
    const [one, two] = [await rehearsal.goLive(projectId), await rehearsal.goLive(other)]
    expect(one).not.toBe(two)
    await rehearsal.ask('stopLive', { projectId })
    expect(await rehearsal.ask('getLive', { projectId: other })).toMatchObject({ status: 'LIVE', liveId: two })
  })

  it('leaves no timer behind when the studio closes', async () => {
    await rehearsal.goLive(projectId)
    expect(rehearsal.clock.waiting).toBe(1)
    await rehearsal.studio.close()
    expect(rehearsal.clock.waiting).toBe(0)
  })
})

describe('an expired login', () => {
  it('during a broadcast is shown on the destination and does not end it', async () => {
    await rehearsal.goLive(projectId)
    const [channel] = (await live()).destinations ?? []
    await rehearsal.administer('PUT', `/destinations/${channel?.id}/login`, { expired: true })
    const now = await live()
    expect(now.status).toBe('LIVE')
    expect((now.destinations ?? []).map(({ error }) => error)).toEqual(['AUTH_ERROR', null, null])
  })
})

const YEAR_SECONDS = 31_536_000

it('a broadcast planned for a year ends a year later', () => {
  const clock = new VirtualClock()
  const core = new Core(
    openDataDir(null, clock.now(), () => {}),
    clock,
    addDemo,
  )
  const stop = startScheduler(core, clock, () => {})
  core.change((draft, moment) => {
    const destinationIds = Object.keys(draft.destinations)
    const duration = { manual: false, planned: YEAR_SECONDS } as const
    startLive(draft, createProject(draft, { name: 'Long', duration, destinationIds }, moment), moment)
  })

  clock.jump((YEAR_SECONDS - 60) * 1_000)
  clock.advance(60_000)
  expect(Object.keys(core.read().lives)).toHaveLength(1)
  clock.advance(4_000)
  expect(Object.values(core.read().broadcasts)).toMatchObject([{ stopInitiator: 'plannedEnd' }])
  stop()
})
