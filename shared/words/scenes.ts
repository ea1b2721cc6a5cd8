/** What finding, arranging and watching the scenes is called and says. */
import { counted } from './format.ts'

export const SCENE_NAMES = {
  find: 'Find a scene',
  arrange: 'Find and arrange',
  order: 'Order',
  size: 'Tile size',
  showAll: 'Show all scenes',
  keys: 'Keys',
} as const

/** Short: they stand in one line with everything else. */
export const ORDER_WORDS = { project: 'Project', name: 'By name' } as const
export const SIZE_WORDS = { small: 'Small tiles', medium: 'Medium tiles', large: 'Large tiles' } as const

/**
 * The way to a scene that is out of sight. They do not carry its name: a tile alone is called what its scene is called.
 */
export const SIGHT_NAMES = {
  onAir: 'ON AIR: where it is',
  running: 'RUNNING: where it is',
  wasOnAir: 'WAS ON AIR: where it is',
  notYet: 'NOT YET: where it is',
} as const

export const TOOLS_NOT_LOADED =
  'Search, order and keys help did not come, because Cuelight does not answer. Load this page again once it runs.'

/** How many there are, or how many are called so, and what Enter would do. */
export function foundSentence(found: number, all: number, sought: boolean): string {
  if (!sought) return counted(all, 'scene')
  return found === 1 ? `1 of ${all}. Enter switches to it.` : `${found} of ${all} scenes.`
}

/** Why Enter did nothing. */
export function notOne(found: number): string {
  return `${found} match. Type more of the name, or pick one with the arrow keys.`
}

export function noneCalled(sought: string): string {
  return `No scene is called “${sought}”.`
}
