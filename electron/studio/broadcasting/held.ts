/**
 * After an edit, what was composed before it is shown until it is composed anew, for some seconds at most: otherwise a video
 * that is moved would be gone meanwhile.
 */
import { isDeepStrictEqual } from 'node:util'
import { layersSent } from '../rules/broadcasts/pictures.ts'
import type { Live } from '../rules/world/world.ts'
import type { Composed } from './composePlan.ts'

/** For so long at most, in ms. */
const HELD_MS = 15_000

interface Before {
  readonly at: number
  readonly plain: readonly unknown[]
  readonly composed: Composed
}

export type Held = ReturnType<typeof createHeld>

export function createHeld() {
  const last = new Map<string, Before>()
  return {
    /** Returns what is composed of a broadcast, with what was before as long as that is needed. */
    take(live: Live, composed: Composed, now: number): Composed {
      const plain = plainOf(live)
      const before = last.get(live.liveId)
      if (!composed.isAwaited || !before) {
        last.set(live.liveId, { at: now, plain, composed })
        return composed
      }
      const passed = now - before.at
      if (passed < 0 || passed >= HELD_MS || !isDeepStrictEqual(plain, before.plain)) return composed
      const plays = before.composed.plays
        .map((play) => ({ ...play, startsIn: play.startsIn - passed, endsIn: (play.endsIn ?? 0) - passed }))
        .filter(({ startsIn, endsIn }) => endsIn > 0 && startsIn < HELD_MS)
      const pieces = before.composed.pieces.filter(({ from }) =>
        plays.some(({ startsIn }) => Math.abs(startsIn - (from - now)) < 1),
      )
      return { ...composed, plays: [...composed.plays, ...plays], pieces: [...composed.pieces, ...pieces] }
    },
    /** Forgets all other broadcasts. */
    keep(liveIds: readonly string[]): void {
      for (const liveId of last.keys()) if (!liveIds.includes(liveId)) last.delete(liveId)
    },
  }
}

/** What is sent where nothing is composed, since when: if another scene or playlist begins, that is shown at once. */
function plainOf(live: Live): readonly unknown[] {
  const { shown, heard } = layersSent(live)
  const runs = live.playing.runs.filter(({ layerId }) => layerId === shown || layerId === heard)
  return [live.playing.sceneId, ...runs.map(({ layerId, startedAt }) => [layerId, startedAt])]
}
