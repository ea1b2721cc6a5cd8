import { faultsOf } from './fault.ts'

/** A rehearsal that plays, schedules or foretells otherwise than it says. */
export const studio = faultsOf(`
studio: go through every round of a ring after days away
  electron/studio/rules/chains.ts, seen by test/studio/chains.test.ts
  -       moveOn(live, Math.max(0, roundsIn(until - at, ringMs) - kept) * ringMs)
studio: skip the rounds that hold the latest plays
  electron/studio/rules/chains.ts, seen by test/studio/chains.test.ts
  - const kept = Math.ceil(MOST_PLAYS / cameAt.size)
  + const kept = 0
timeline: foretell a list from its beginning, whatever it plays now
  shared/timeline/whatPlays.ts, seen by test/studio/foretold.test.ts
  - const inOrder = known !== null && !shuffle
  + const inOrder = false
timeline: foretell a list that the service does not play
  shared/timeline/whatPlays.ts, seen by test/studio/foretold.test.ts
  - if (onAir && !now) return undefined
timeline: let the last of several chains lead on
  shared/timeline/lists.ts, seen by test/timeline/whatPlays.test.ts
  - .sort((one, other) => one.endsAt - other.endsAt)
  + .sort((one, other) => other.endsAt - one.endsAt)
`)
