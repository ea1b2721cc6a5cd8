import { type Chance, createChance } from './chance.ts'

/**
 * What a show may meet. Each has chance of its own, so that leaving one out changes nothing of the others:
 * - `mishaps`: answers are lost, late, broken or refused, and the service is down (`mishaps.ts`).
 * - `kills`: processes die (`kills.ts`).
 * - the others: `hostile.ts`, `lies.ts`.
 */
export const KINDS = [
  'mishaps',
  'kills',
  'lies',
  'bursts',
  'hands',
  'lostPuts',
  'wrongAnswers',
  'deleted',
  'clocks',
] as const
export type Kind = (typeof KINDS)[number]

/** How many of the shows meet it. */
const SHARE: Record<Kind, number> = {
  ...{ mishaps: 0.6, kills: 0.6 },
  ...{ lies: 0.5, bursts: 0.35, hands: 0.5, lostPuts: 0.4, wrongAnswers: 0.35, deleted: 0.12, clocks: 0.35 },
}

/** The kinds that one show meets: by chance, of those that are not left out (`CUELIGHT_SHOW_KINDS=lies,hands`). */
export function kindsOf(seed: number): ReadonlySet<Kind> {
  const chance = createChance(seed + 3_000_000)
  const met = KINDS.filter((kind) => chance.is(SHARE[kind]))
  const wanted = process.env.CUELIGHT_SHOW_KINDS?.split(',')
  return new Set(met.filter((kind) => wanted?.includes(kind) ?? true))
}

/** The chance of one kind in one show. */
export const chanceOf = (kind: Kind, seed: number): Chance =>
  createChance(seed + 5_000_000 + KINDS.indexOf(kind) * 1_000_000)
