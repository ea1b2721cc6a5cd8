import type { SceneState } from '../../shared/state.ts'
import type { ViewPreferences } from '../store/preferenceRules.ts'

/** From here on a field helps to find a scene. */
export const MANY_TO_FIND = 12

/** A name as it is sought: without case, accents and surplus room. */
export function folded(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** A scene, and the number key that stays with it: the first nine of the project, whatever is shown in which order. */
export interface Placed {
  scene: SceneState
  nth: number | null
}

/** The scenes that are called so, in the chosen order. */
export function arranged(
  scenes: readonly SceneState[],
  order: ViewPreferences['sceneOrder'],
  sought: string,
): Placed[] {
  const part = folded(sought)
  const placed = scenes.map((scene, index) => ({ scene, nth: index < 9 ? index + 1 : null }))
  const found = part === '' ? placed : placed.filter(({ scene }) => folded(scene.name).includes(part))
  return order === 'project'
    ? found
    : found.toSorted((one, other) => byName.compare(one.scene.name, other.scene.name))
}
