import { HEADER_STYLES } from '../fakes/independent/headers.ts'
import type { IndependentOptions } from '../fakes/independent/options.ts'
import type { VirtualClock } from '../fakes/virtualClock.ts'
import type { Chance } from './chance.ts'

const HOUR_MS = 3_600_000

/** A service by chance: its clock may be wrong, its answers short or long, its headers of any style. */
export function serviceBy(chance: Chance, clock: VirtualClock): IndependentOptions {
  const start = clock.now()
  return {
    // Its own: it does not follow when our machine's clock is set.
    clock: { now: () => start + clock.monotonic(), after: (ms, callback) => clock.after(ms, callback) },
    skewMs: chance.pick([0, 0, -HOUR_MS, 5_000, 24 * HOUR_MS]),
    preparingMs: chance.pick([0, 800, 3_000, 8_000]),
    stoppingMs: chance.pick([0, 0, 0, 2_500]),
    headerStyle: chance.pick(HEADER_STYLES),
    retryAfter: chance.pick(['seconds', 'date', 'absent']),
    window: chance.pick(['fixed', 'sliding']),
    shape: chance.pick(['full', 'full', 'minimal', 'extra']),
    airFields: chance.is(0.5),
    autoSynch: chance.is(0.3),
    oddIds: chance.is(0.2),
    ...(chance.is(0.15) ? { plannedSeconds: 30 } : { manual: true }),
    scenes: chance.whole(1, 4),
    projects: 2,
  }
}
