import type { Done } from '../outcome.ts'
import { isRunning, type ProjectState, type SceneState } from '../state.ts'
import { reachesNobody, type Tally } from '../tally.ts'
import type { MARKS } from '../words/labels.ts'

export type Mark = keyof typeof MARKS

export type Reached = Extract<Done, { what: 'sceneSwitched' }>['reached']

/** Who sees the active scene, as its mark shows it. */
export function reachedBy({ live, air }: ProjectState, scene: SceneState): Reached {
  if (live?.status !== 'LIVE') return 'nothingRunning'
  if (air.basis === 'notKnown' || air.sceneId === null) return 'notConfirmed'
  return air.sceneId === scene.id ? 'onAir' : 'notOnAir'
}

/** Only `air` determines what is marked as on air. @param known false: the reading is too old, or the link is lost */
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

/** The cue light's shapes, identical in panel and tray. Each tally has its own shape, recognisable without colour. */

/**
 * How a part is drawn. `disc`, `core`, `badge`, `triangle`, `haze`: filled. `ring`, `dashes`, `dots`: a ring, solid,
 * dashed or dotted. `line`: a stroke. `cut`, `cutDot`: cut out of the parts beneath. A badge has a gap around it.
 */
export type LampRole =
  | 'disc'
  | 'ring'
  | 'dashes'
  | 'dots'
  | 'core'
  | 'line'
  | 'badge'
  | 'triangle'
  | 'cut'
  | 'cutDot'
  | 'haze'

/** A part in a square from -13 to 13: a circle by its centre and radius, or a path. */
export type LampPart = { role: LampRole } & (
  | { circle: readonly [x: number, y: number, r: number] }
  | { path: string }
)

export const circle = (role: LampRole, r: number, x = 0, y = 0): LampPart => ({ role, circle: [x, y, r] })
export const path = (role: LampRole, d: string): LampPart => ({ role, path: d })

export const LAMP_PARTS: Record<Tally, readonly LampPart[]> = {
  off: [circle('ring', 9.6)],
  preparing: [circle('dashes', 9.2), circle('core', 3.6)],
  live: [circle('disc', 10)],
  unsynced: [circle('disc', 10), circle('badge', 4, 7.5, -7.5)],
  unknown: [
    circle('ring', 9.2),
    path('line', 'M-3.2-2.4a3.2 3.2 0 1 1 4.6 2.9c-1 .5-1.4 1-1.4 2'),
    circle('core', 1.35, 0, 5.5),
  ],
  error: [path('triangle', 'M0-10 10.6 8.6H-10.6Z'), path('cut', 'M0-3.6v6'), circle('cutDot', 1.3, 0, 5.4)],
  stale: [circle('haze', 10), circle('dots', 9.4), path('line', 'M0-5.2V0l3.6 2.2')],
}
