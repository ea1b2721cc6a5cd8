/** Ms before each try to link again: doubling between these two. */
export const BACK_OFF = { first: 250, most: 3_000 } as const

/**
 * How long to wait before the next try. Spread over a quarter either way, so that several panels do not all
 * knock at the same time.
 *
 * @param failures tries that failed since the link last stood, from 0
 */
export function backOff(failures: number, random: () => number = Math.random): number {
  const wait = Math.min(BACK_OFF.most, BACK_OFF.first * 2 ** Math.min(failures, 10))
  return Math.min(BACK_OFF.most, Math.round(wait * (0.75 + random() * 0.5)))
}
