/** Chains on air: the end of a list switches to another scene, and scenes can lead on to each other forever. */
import { roundsIn } from '../../../../shared/timeline/lists.ts'
import { asIs, type LiveDraft, type WorldDraft } from '../world/world.ts'
import { copyOf, recount, switchOnAir } from './air.ts'
import { MOST_PLAYS, playsToCatchUp, remember, shiftVisit, type Visit, visitOf } from './played.ts'
import { nextChain } from './runs.ts'

/**
 * Follows the chains of a broadcast up to a time. Of a ring, one round is followed; the others are computed from it,
 * and only the latest plays are listed, so it takes no longer after a month than after an hour.
 *
 * @returns the number of switches followed and plays listed
 */
export function followChains(world: WorldDraft, live: LiveDraft, until: number): number {
  const most = playsToCatchUp(world)
  const visits: Visit[] = []
  const cameAt = new Map<string | null, { at: number; visits: number }>()
  let switches = 0
  let earlier = 0
  for (let at = live.playing.switchAt; at !== null && at <= until; at = live.playing.switchAt) {
    const visit = followChain(world, live, at)
    if (!visit) break
    visits.push(visit)
    switches += 1
    const { sceneId } = live.playing
    const before = cameAt.get(sceneId)
    if (before) {
      const round = visits.slice(before.visits)
      const ringMs = at - before.at
      const rounds = roundsIn(until - at, ringMs)
      const count = round.reduce((sum, one) => sum + one.count, 0)
      const kept = Math.min(rounds, Math.ceil(most / count))
      earlier += (rounds - kept) * count
      for (let nth = rounds - kept + 1; nth <= rounds; nth += 1)
        visits.push(...round.map((one) => shiftVisit(one, nth * ringMs)))
      shiftPlaying(live, rounds * ringMs)
      cameAt.clear()
    }
    cameAt.set(sceneId, { at, visits: visits.length })
  }
  // A single switch is none that was missed for days: all that its scene played may be listed.
  return switches + remember(world, live.liveId, visits, switches > 1 ? most : MOST_PLAYS, earlier)
}

/**
 * Switches when a chained list has ended. The project's active scene follows, unless an activation waits for sync.
 *
 * @returns what was on air until then, whose plays are not stored yet; undefined: it leads nowhere
 */
function followChain(world: WorldDraft, live: LiveDraft, at: number): Visit | undefined {
  const project = world.projects[live.projectId]
  const visit = visitOf(live, live.playing.runs, at)
  const next = nextChain(asIs(live.onAir), asIs(live.playing.runs))?.sceneId
  const before = live.onAir.activeSceneId
  live.playing.switchAt = null
  if (!next || !project) return undefined
  live.playing.runs = []
  switchOnAir(world, live, next, at)
  const wasThere = project.show.activeSceneId === before
  const follows = !live.isChoiceWaiting && project.show.scenes.some(({ id }) => id === next)
  if (follows) project.show.activeSceneId = next
  if (project.show.activeSceneId === next) live.isChoiceWaiting = false
  // If the project goes along with the air, its differences from it do not change.
  if (!follows || !wasThere) recount(live, copyOf(project.show))
  return visit
}

/** Shifts everything that a broadcast is playing to another time. */
export function shiftPlaying({ playing }: LiveDraft, ms: number): void {
  for (const run of playing.runs) run.startedAt += ms
  if (playing.switchAt !== null) playing.switchAt += ms
}
