/** Finds a scene, project or macro by what the user typed, on the command line or in a link. */
import { macrosHere } from '../macros/offered.ts'
import type { Refusal } from '../outcome.ts'
import type { AppState } from '../state.ts'
import { couldBe, noSuchProject, noSuchScene } from '../words/cli/cli.ts'
import { noSuchMacro } from '../words/commands/macros.ts'
import type { Ask, Intent, Intents } from './intents.ts'

export interface Named {
  id: string
  name: string
}

/** `several`: ambiguous, so nothing is chosen. */
export type Found<T> = { found: T } | { several: T[] } | { none: true }

/**
 * Finds an item: by its exact name, else by its id, else by its name in any case, else by its number (from 1, for
 * numbered things), else by a prefix that only one matches. Names come before numbers, and prefixes last, so that a
 * saved command keeps its meaning when something else is added.
 *
 * @param options `whole`: no prefixes, as for a key that keeps a name and must not move to another item when that is gone
 */
export function findNamed<T extends Named>(
  items: readonly T[],
  wanted: string,
  { numbered = false, whole = false } = {},
): Found<T> {
  const text = plain(wanted)
  if (text === '') return { none: true }
  const lower = text.toLowerCase()
  const number = numbered && /^\d{1,4}$/.test(text) ? Number(text) : 0
  const tries: ((item: T, index: number) => boolean)[] = [
    ({ name }) => plain(name) === text,
    ({ id }) => id === text,
    ({ name }) => plain(name).toLowerCase() === lower,
    (_, index) => index + 1 === number,
    ({ name }) => !whole && plain(name).toLowerCase().startsWith(lower),
  ]
  for (const fits of tries) {
    const found = items.filter(fits)
    if (found[0] !== undefined) return found.length === 1 ? { found: found[0] } : { several: found }
  }
  return { none: true }
}

/** Composed and decomposed letters are equal: terminals and files of some systems use decomposed ones. */
const plain = (text: string): string => text.trim().normalize('NFC')

/** Is this its name exactly, so that no other item can be meant? */
export const isNamed = ({ name }: Named, wanted: string): boolean => plain(name) === plain(wanted)

/** The request to switch to the scene with this name, number or id. */
export const sceneNamed = (wanted: string, take?: boolean): Ask =>
  withScene(wanted, (show, id) => show.switchScene(id, take))
export const openingNamed = (wanted: string): Ask => withScene(wanted, (show, id) => show.setOpeningScene(id))

function withScene(wanted: string, ask: (show: Intents, sceneId: string) => Intent): Ask {
  return (show, { scenes }) => {
    if (scenes === null) return { reason: 'notKnown' }
    const found = findNamed(scenes, wanted, { numbered: true })
    if ('found' in found) return ask(show, found.found.id)
    const number = (scene: Named) => `${scenes.findIndex((one) => one.id === scene.id) + 1} ${scene.name}`
    const about =
      'several' in found ? couldBe(wanted, found.several.map(number)) : noSuchScene(wanted, scenes.map(number))
    return { reason: 'noScene', about }
  }
}

/** The project with this name or id, among all known ones. */
export function projectNamed({ projects, projectList }: AppState, wanted: string): Named | Refusal {
  const known = new Map<string, Named>()
  for (const { id, name } of [...projectList.items, ...Object.values(projects)]) known.set(id, { id, name })
  const found = findNamed([...known.values()], wanted)
  if ('found' in found) return found.found
  return noneNamed(found, wanted)
}

/** Why a name identifies no project: none has it, or several do. */
export function noneNamed(found: Exclude<Found<Named>, { found: Named }>, wanted: string): Refusal {
  const label = ({ id, name }: Named) => `${name} (${id})`
  const about = 'several' in found ? couldBe(wanted, found.several.map(label)) : noSuchProject(wanted)
  return { reason: 'unknownProject', about }
}

/** Runs the macro with this name, among those of the show target. */
export function macroNamed<Mode extends 'press' | 'menu'>(
  state: AppState,
  wanted: string,
  mode: Mode,
): { type: 'runMacro'; macroId: string; mode: Mode } | Refusal {
  const macros = macrosHere(state)
  const found = findNamed(macros, wanted)
  if ('found' in found) return { type: 'runMacro', macroId: found.found.id, mode }
  const names = macros.map(({ name }) => name)
  return { reason: 'edit', message: 'several' in found ? couldBe(wanted, names) : noSuchMacro(wanted, names) }
}
