import { type AppState, targetOf } from '../../../shared/state.ts'
import { appState, liveProject, offProject } from '../../renderer/states.ts'
import { withScenes } from '../../shell/trayStates.ts'

/** Longer than any bench: what is measured is not a reading that grew old meanwhile. */
const NEVER_STALE = { staleAfterMs: 24 * 3_600_000 }

/** Off air by the machine's own clock, as the pages that are measured have it. */
export const offAir = (scenes = 5): AppState =>
  appState({ ...offProject(Date.now()), ...NEVER_STALE, scenes: withScenes(scenes).scenes }, {}, Date.now())

/** On air, with so many scenes. */
export function onAir(scenes = 5): AppState {
  const live = { ...liveProject(Date.now()), ...NEVER_STALE }
  return appState({ ...live, scenes: withScenes(scenes).scenes }, {}, Date.now())
}

/** Puts the scene at this place on air, as a switch with auto-sync does. */
export function switchTo(draft: AppState, at: number): void {
  const target = targetOf(draft)
  const sceneId = target?.scenes?.[at]?.id
  if (!target?.scenes || sceneId === undefined) return
  for (const scene of target.scenes) scene.isActive = scene.id === sceneId
  if (target.live?.status === 'LIVE') target.air = { sceneId, basis: 'service', at: Date.now() }
}
