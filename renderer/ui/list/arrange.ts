import type { CSSProperties } from 'react'
import type { SceneState } from '../../../shared/state.ts'
import type { Looks, SceneLook } from '../../../shared/view/looks.ts'
import { favouritesFirst } from '../../../shared/view/looks.ts'
import type { ViewPreferences } from '../../store/preferenceRules.ts'

/** With more scenes than this, a search field is shown. */
export const MANY_TO_FIND = 12

/** A name normalized for search: without case, accents and extra whitespace. */
export function folded(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** A scene with its digit key: the first nine of the project keep theirs, whatever is shown in which order. */
export interface Placed {
  scene: SceneState
  look: SceneLook | undefined
  nth: number | null
}

/** The matching scenes: favourites first, otherwise in the chosen order. */
export function arranged(
  scenes: readonly SceneState[],
  order: ViewPreferences['sceneOrder'],
  sought: string,
  looks: Looks[string] = {},
): Placed[] {
  const part = folded(sought)
  const placed = scenes.map((scene, index) => ({ scene, look: looks[scene.id], nth: index < 9 ? index + 1 : null }))
  const found = part === '' ? placed : placed.filter(({ scene }) => folded(scene.name).includes(part))
  const sorted =
    order === 'project' ? found : found.toSorted((one, other) => byName.compare(one.scene.name, other.scene.name))
  return favouritesFirst(sorted, ({ look }) => look)
}

/** The tint of a scene's mark, for its stylesheet. */
export const tintOf = (letter: string) => ({ '--tint': `var(--tint-${letter.toLowerCase()})` }) as CSSProperties
