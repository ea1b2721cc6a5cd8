/** How viewers are counted, and what of it survives. */
import { expect, test } from 'vitest'
import { Core } from '../../../electron/studio/core.ts'
import { addWatchPage, WATCH_PAGE } from '../../../electron/studio/rules/account/servers.ts'
import { watchedOf } from '../../../electron/studio/rules/broadcasts/audience.ts'
import { startLive, stopLive } from '../../../electron/studio/rules/broadcasts/lives.ts'
import { readStatistics } from '../../../electron/studio/rules/broadcasts/statistics.ts'
import { createProject } from '../../../electron/studio/rules/projects/projects.ts'
import { ACCOUNT } from '../../../electron/studio/rules/world/world.ts'
import { startScheduler } from '../../../electron/studio/scheduler.ts'
import { openDataDir } from '../../../electron/studio/storage/openDataDir.ts'
import { statisticsRecord } from '../../../electron/studio/views/statistics.ts'
import { createAudience } from '../../../electron/studio/watch/audience.ts'
import { VirtualClock } from '../../fakes/virtualClock.ts'
import { folderForTest } from '../../support/atEnd.ts'

const MINUTE = 60_000

function open(dataDir: string | null, clock: VirtualClock) {
  const core = new Core(
    openDataDir(dataDir, clock.now(), () => {}),
    clock,
    (draft, moment) => {
      addWatchPage(draft)
      createProject(draft, { name: 'Day', duration: { manual: true }, destinationIds: [WATCH_PAGE] }, moment)
    },
  )
  return { core, audience: createAudience(core, clock, () => {}) }
}

function start({ core }: { core: Core }, clock: VirtualClock) {
  const [projectId = ''] = Object.keys(core.read().projects)
  const { liveId } = core.change((draft, moment) => startLive(draft, projectId, moment))
  clock.advance(4_000)
  core.read()
  return { projectId, liveId }
}

test('views, the time that was watched, and the most at once, by days', async () => {
  const clock = new VirtualClock(Date.UTC(2026, 0, 5, 23, 50))
  const studio = open(null, clock)
  const { core, audience } = studio
  const { projectId, liveId } = start(studio, clock)
  expect(audience.of(liveId)).toEqual({ viewers: 0, peakViewers: 0 })
  const { joined, left } = audience.turnstile
  joined(liveId, false)
  clock.advance(3 * MINUTE)
  joined(liveId, false)
  joined(liveId, false)
  clock.advance(2 * MINUTE)
  left(liveId)
  left(liveId)
  // The page connects again: the same view.
  left(liveId)
  joined(liveId, true)
  expect(audience.of(liveId)).toEqual({ viewers: 1, peakViewers: 3 })
  clock.advance(10 * MINUTE)
  joined(liveId, false)
  clock.advance(MINUTE)
  core.change((draft, moment) => stopLive(draft, projectId, moment))
  left(liveId)
  left(liveId)
  await Promise.resolve()
  expect(watchedOf(core.read(), liveId)).toMatchObject({
    peak: 3,
    days: [
      { date: '2026-01-05', views: 3 },
      { date: '2026-01-06', views: 1 },
    ],
  })
  const account = core.read().accounts[ACCOUNT]
  if (!account) throw new Error('there is no account')
  const asked = readStatistics(core.read(), account, liveId, { sections: 'dailyTrend' })
  const { overview, livestream, sections } = statisticsRecord(asked)
  expect(overview).toEqual({ views: 4, watchTimeMinutes: 21, likes: null, averageViewDurationSec: 315 })
  expect(livestream).toEqual({ peakConcurrentViewers: 3, averageConcurrentViewers: 1.3 })
  expect(sections?.dailyTrend?.map(({ watchTimeMinutes }) => watchTimeMinutes).reduce((a, b) => a + b)).toBe(21)
  expect(audience.of(liveId)).toEqual({ viewers: 0, peakViewers: 3 })
})

test('the numbers are stored once a minute, and continue after a crash', () => {
  const clock = new VirtualClock()
  const dataDir = folderForTest()
  const before = open(dataDir, clock)
  const { liveId } = start(before, clock)
  startScheduler(before.core, clock, () => {})
  let stored = 0
  before.core.onChange(() => {
    stored += 1
  })
  before.audience.turnstile.joined(liveId, false)
  before.audience.turnstile.joined(liveId, false)
  clock.advance(5 * MINUTE + 1_000)
  expect(stored).toBe(5)
  before.audience.turnstile.joined(liveId, false)
  // It was killed: nothing is closed.
  const { core, audience } = open(dataDir, clock)
  expect(audience.of(liveId)).toEqual({ viewers: 0, peakViewers: 2 })
  // The pages are still open. The view of the last one was not stored: a view less than there are viewers.
  for (const views of [2, 2, 3]) {
    audience.turnstile.joined(liveId, true)
    clock.advance(MINUTE)
    expect(watchedOf(core.read(), liveId)).toMatchObject({ days: [{ views }] })
  }
  expect(watchedOf(core.read(), liveId)).toMatchObject({ peak: 3, days: [{ ms: 16 * MINUTE }] })
  core.close()
})

test('nothing is stored and no timer runs while nobody watches', () => {
  const clock = new VirtualClock()
  const studio = open(null, clock)
  const { liveId } = start(studio, clock)
  studio.audience.turnstile.joined(liveId, false)
  studio.audience.turnstile.left(liveId)
  clock.advance(MINUTE)
  expect(clock.waiting).toBe(0)
})
