import { HEADER_STYLES } from '../fakes/independent/headers.ts'
import type { IndependentOptions } from '../fakes/independent/options.ts'
import { seeded } from '../fakes/random.ts'
import type { VirtualClock } from '../fakes/virtualClock.ts'

/** Random choices that repeat exactly with the same seed. */
export interface Chance {
  random(): number
  is(probability: number): boolean
  between(least: number, most: number): number
  whole(least: number, most: number): number
  pick<T>(from: readonly T[]): T
}

export function createChance(seed: number): Chance {
  const random = seeded(seed)
  const between = (least: number, most: number) => least + random() * (most - least)
  return {
    random,
    is: (probability) => random() < probability,
    between,
    whole: (least, most) => Math.floor(between(least, most + 1)),
    pick<T>(from: readonly T[]): T {
      return from[Math.floor(random() * from.length)] as T
    },
  }
}

/**
 * The kinds of trouble a show may meet. Each has its own random sequence, so leaving one out changes none of the
 * others:
 * - `mishaps`: responses are lost, late, broken or refusals, and the service is down (`mishaps.ts`).
 * - `kills`: processes die (`mishaps.ts`).
 * - the others: `hostile.ts`.
 */
export type Kind = keyof typeof SHARE

/** The share of shows that meet each kind. */
const SHARE = {
  ...{ mishaps: 0.6, kills: 0.6 },
  ...{ lies: 0.5, bursts: 0.35, hands: 0.5, lostPuts: 0.4, wrongAnswers: 0.35, deleted: 0.12, clocks: 0.35 },
  floods: 0.4,
}
export const KINDS = Object.keys(SHARE) as Kind[]

/** The kinds that one show meets: chosen at random from those not left out (`CUELIGHT_SHOW_KINDS=lies,hands`). */
export function kindsOf(seed: number): ReadonlySet<Kind> {
  const chance = createChance(seed + 3_000_000)
  const met = KINDS.filter((kind) => chance.is(SHARE[kind]))
  const wanted = process.env.CUELIGHT_SHOW_KINDS?.split(',')
  return new Set(met.filter((kind) => wanted?.includes(kind) ?? true))
}

/** The random sequence of one kind in one show. */
export const chanceOf = (kind: Kind, seed: number): Chance =>
  createChance(seed + 5_000_000 + KINDS.indexOf(kind) * 1_000_000)

/** A log of what happened, to find out why a show failed. */
export interface Story {
  tell(line: string): void
  text(): string
}

export function createStory(now: () => number): Story {
  const lines: string[] = []
  return {
    tell(line) {
      lines.push(`${(now() / 1000).toFixed(3).padStart(8)}  ${line}`)
    },
    text: () => lines.join('\n'),
  }
}

const HOUR_MS = 3_600_000

/** A random service: its clock may be wrong, its responses short or long, its headers of any style. */
export function serviceBy(chance: Chance, clock: VirtualClock): IndependentOptions {
  const start = clock.now()
  return {
    // The service has its own clock: it does not follow when our machine's clock is set.
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
