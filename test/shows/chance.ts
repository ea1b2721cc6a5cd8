import { seeded } from '../fakes/random.ts'

/** Chance that comes again the same with the same seed. */
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
