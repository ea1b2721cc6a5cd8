/** Chains on air: the end of a list switches to another scene, and scenes can lead on to each other forever. */
import { roundsIn } from '../../../../shared/timeline/lists.ts'
import { asIs, type LiveDraft, type WorldDraft } from '../world/world.ts'
import { copyOf, recount, switchOnAir } from './air.ts'
import { countPlays, nextChain, playedCount, playsToCatchUp } from './playing.ts'

/**
 * Follows the chains of a broadcast up to a time. For a ring, only the rounds that contain the latest plays are
 * followed; earlier rounds are counted and skipped.
 *
 * @returns the number of switches followed
 */
export function followChains(world: WorldDraft, live: LiveDraft, until: number): number {
  const cameAt = new Map<string | null, { at: number; played: number }>()
  let switches = 0
  for (let at = live.playing.switchAt; at !== null && at <= until; at = live.playing.switchAt) {
    followChain(world, live, at)
    switches += 1
    const { sceneId } = live.playing
    const played = playedCount(world, live.liveId)
    const before = cameAt.get(sceneId)
    let skipped = 0
    if (before) {
      const ringMs = at - before.at
      const kept = Math.ceil(playsToCatchUp(world) / cameAt.size)
      const rounds = Math.max(0, roundsIn(until - at, ringMs) - kept)
      skipped = rounds * (played - before.played)
      shiftPlaying(live, rounds * ringMs)
      countPlays(world, live.liveId, skipped)
      cameAt.clear()
    }
    cameAt.set(sceneId, { at, played: played + skipped })
  }
  return switches
}

/** Switches when a chained list has ended. The project's active scene follows, unless an activation waits for sync. */
function followChain(world: WorldDraft, live: LiveDraft, at: number): void {
  const project = world.projects[live.projectId]
  const next = nextChain(asIs(live.onAir), live.playing.runs)?.sceneId
  const before = live.onAir.activeSceneId
  live.playing.switchAt = null
  if (!next || !switchOnAir(world, live, next, at) || !project) return
  const wasThere = project.show.activeSceneId === before
  const follows = !live.isChoiceWaiting && project.show.scenes.some(({ id }) => id === next)
  if (follows) project.show.activeSceneId = next
  if (project.show.activeSceneId === next) live.isChoiceWaiting = false
  // If the project goes along with the air, its differences from it do not change.
  if (!follows || !wasThere) recount(live, copyOf(project.show))
}

/** Shifts everything that a broadcast is playing to another time. */
export function shiftPlaying({ playing }: LiveDraft, ms: number): void {
  for (const run of playing.runs) run.startedAt += ms
  if (playing.switchAt !== null) playing.switchAt += ms
}
