import type { Done } from '../outcome.ts'
import { isRunning, type ProjectState, type SceneState } from '../state.ts'
import { reachesNobody } from '../tally.ts'
import type { MARKS } from '../words/labels.ts'

export type Mark = keyof typeof MARKS

export type Reached = Extract<Done, { what: 'sceneSwitched' }>['reached']

/** Whom a scene that is active reaches, as its mark says it. */
export function reachedBy({ live, air }: ProjectState, scene: SceneState): Reached {
  if (live?.status !== 'LIVE') return 'nothingRunning'
  if (air.basis === 'notKnown' || air.sceneId === null) return 'notConfirmed'
  return air.sceneId === scene.id ? 'onAir' : 'notOnAir'
}

/**
 * The mark of a scene. What is on air comes from `air` alone: the active scene is only what is edited.
 *
 * @param known false: the reading is too old, or the link is lost, so nothing is on air for certain
 */
export function markOf(target: ProjectState, scene: SceneState, known: boolean): Mark | null {
  if (!isRunning(target.live)) return scene.isActive ? 'next' : null
  const { sceneId, basis } = target.air
  if (basis === 'notKnown' || sceneId === null) return scene.isActive ? 'active' : null
  if (sceneId === scene.id) return markOfAir(target, known)
  if (!scene.isActive) return null
  return known ? 'notYet' : 'active'
}

function markOfAir(target: ProjectState, known: boolean): Mark {
  if (target.live?.status === 'PREPARING') return 'next'
  if (!known || target.live?.status !== 'LIVE') return 'wasOnAir'
  return reachesNobody(target) ? 'running' : 'onAir'
}
