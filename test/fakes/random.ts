/** A small seeded generator (mulberry32): the same sequence every time. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Random times between 0 and `end` at a mean rate (Poisson). */
export function poisson(perMinute: number, end: number, random: () => number): number[] {
  const times: number[] = []
  for (let at = 0; ; ) {
    at += (-Math.log(1 - random()) * 60_000) / perMinute
    if (at >= end) return times
    times.push(at)
  }
}
