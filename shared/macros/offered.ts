/** Which macros there are to run, and how careful one must be with each. */
import { type AppState, isRunning, isStale, type ProjectState, type SceneState } from '../state.ts'
import type { Air, Macro, MacroStep } from './macro.ts'

/** Those of the show target; on the local studio all of them can be rehearsed. In the order they were made. */
export function macrosHere({ macros, service, profileId, targetId }: AppState): Macro[] {
  if (service.rehearsal) return macros
  return macros.filter((one) => one.profileId === profileId && one.projectId === targetId)
}

/** The step that the one that runs is at; null: it is not known any more. */
export const stepOf = ({ macro, macros }: AppState): MacroStep | null =>
  macros.find(({ id }) => id === macro?.id)?.steps[(macro?.step ?? 0) - 1] ?? null

/** Goes live or stops: starting it takes two steps, as these do by a hotkey. */
export const isGrave = ({ steps }: Pick<Macro, 'steps'>): boolean =>
  steps.some((step) => step.do === 'goLive' || step.do === 'stop')

/** The scene that a step names, in this project: by its id, else by a name that only one has. */
export function sceneMeant(
  { id, name }: Pick<SceneState, 'id' | 'name'>,
  scenes: readonly SceneState[] | null,
): SceneState | null {
  const named = scenes?.filter((one) => one.name === name) ?? []
  return scenes?.find((one) => one.id === id) ?? (named.length === 1 ? (named[0] ?? null) : null)
}

/** Is it so on air? Null: not known, or not known freshly enough. */
export function holds(air: Air, project: ProjectState, now: number): boolean | null {
  const { live, pending, unsynced, airUnread } = project
  if (live === null || isStale(project, now)) return null
  const runs = isRunning(live)
  if (air.is === 'live') return live.status === 'LIVE'
  if (air.is === 'off') return !runs && pending === null
  if (air.is === 'synced') return unsynced.some === null ? null : !unsynced.some
  if (!runs) return false
  if (project.air.basis === 'notKnown' || airUnread) return null
  return project.air.sceneId === sceneMeant(air.scene, project.scenes)?.id
}

/** A scene that a step names and that is not there any more. */
export function goneScene(step: MacroStep, scenes: readonly SceneState[] | null): string | null {
  const scene = step.do === 'scene' ? step.scene : 'air' in step && step.air.is === 'scene' ? step.air.scene : null
  return scene && scenes && !sceneMeant(scene, scenes) ? scene.name : null
}
