/** The macros available to run, and whether each must be armed. */
import { type AppState, isRunning, isStale, type ProjectState, type SceneState } from '../state.ts'
import type { Air, Macro, MacroReport, MacroState, MacroStep } from './macro.ts'

/** The show target's macros, in order of creation; on the local studio all, so that they can be rehearsed. */
export function macrosHere({ macros, service, profileId, targetId }: AppState): Macro[] {
  if (service.rehearsal) return macros
  return macros.filter((one) => one.profileId === profileId && one.projectId === targetId)
}

/** The current step of a running macro; null if it no longer exists. */
export const stepOf = ({ macros }: AppState, running: MacroState): MacroStep | null =>
  macros.find(({ id }) => id === running.id)?.steps[running.step - 1] ?? null

export type StepResult = 'worked' | 'ended' | 'notReached'
/** What became of a step in the last run. @param index from 0 */
export function stepResult({ done, why }: MacroReport, index: number): StepResult {
  if (index < done) return 'worked'
  return index === done && why !== null ? 'ended' : 'notReached'
}

/** Goes live or stops: starting it takes two steps, as those commands do by hotkey. */
export const isGrave = ({ steps }: Pick<Macro, 'steps'>): boolean =>
  steps.some((step) => step.do === 'goLive' || step.do === 'stop')

/** The scene of this project that a step names: by its id, else by its name if that is unique. */
export function sceneMeant(
  { id, name }: Pick<SceneState, 'id' | 'name'>,
  scenes: readonly SceneState[] | null,
): SceneState | null {
  const named = scenes?.filter((one) => one.name === name) ?? []
  return scenes?.find((one) => one.id === id) ?? (named.length === 1 ? (named[0] ?? null) : null)
}

/** Is the condition true on air? Null: unknown, or not read recently enough. */
export function isConditionMet(air: Air, project: ProjectState, now: number): boolean | null {
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

/** The name of a scene that a step names and that no longer exists. */
export function goneScene(step: MacroStep, scenes: readonly SceneState[] | null): string | null {
  const scene = step.do === 'scene' ? step.scene : 'air' in step && step.air.is === 'scene' ? step.air.scene : null
  return scene && scenes && !sceneMeant(scene, scenes) ? scene.name : null
}
