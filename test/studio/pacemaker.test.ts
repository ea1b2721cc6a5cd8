import { describe, expect, it } from 'vitest'
import { Core } from '../../electron/studio/core.ts'
import { startLive } from '../../electron/studio/rules/lives.ts'
import { createProject } from '../../electron/studio/rules/projects.ts'
import { startScheduler } from '../../electron/studio/scheduler.ts'
import { openDataDir } from '../../electron/studio/storage/openDataDir.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'

/** A timer of Node's that is longer than this fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1
const YEAR_SECONDS = 31_536_000

describe('a broadcast planned for a year', () => {
  it('ends a year later, and no timer is longer than the platform can wait', () => {
    const clock = new VirtualClock()
    const waits: number[] = []
    const watched: Clock = {
      ...clock,
      after(ms, callback) {
        waits.push(ms)
        return clock.after(ms, callback)
      },
    }
    const core = new Core(
      openDataDir(null, clock.now(), () => {}),
      watched,
    )
    const stop = startScheduler(core, watched, () => {})
    core.change((draft, moment) => {
      const destinationIds = Object.keys(draft.destinations)
      const duration = { manual: false, planned: YEAR_SECONDS } as const
      startLive(draft, createProject(draft, { name: 'Long', duration, destinationIds }, moment), moment)
    })

    clock.advance(YEAR_SECONDS * 1_000)
    expect(Object.keys(core.read().lives)).toHaveLength(1)
    clock.advance(4_000)
    expect(Object.values(core.read().broadcasts)).toMatchObject([{ stopInitiator: 'plannedEnd' }])
    expect(Math.max(...waits)).toBeLessThanOrEqual(LONGEST_TIMER_MS)
    stop()
  })
})
