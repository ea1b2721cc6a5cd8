/** Things found by what a person types: a scene, a project. */

export interface Named {
  id: string
  name: string
}

/** `several`: it could be any of them, so it is none of them. */
export type Found<T> = { found: T } | { several: T[] } | { none: true }

/**
 * Finds what is meant: by its exact name, else by its id, else by its name in any case, else by its number (from 1, where
 * things are numbered), else by a beginning that fits one only. A name goes before a number, and a beginning comes last:
 * what a written-down command means shall not change because something else was added.
 */
export function findNamed<T extends Named>(items: readonly T[], wanted: string, { numbered = false } = {}): Found<T> {
  const text = plain(wanted)
  if (text === '') return { none: true }
  const lower = text.toLowerCase()
  const number = numbered && /^\d{1,4}$/.test(text) ? Number(text) : 0
  const tries: ((item: T, index: number) => boolean)[] = [
    ({ name }) => plain(name) === text,
    ({ id }) => id === text,
    ({ name }) => plain(name).toLowerCase() === lower,
    (_, index) => index + 1 === number,
    ({ name }) => plain(name).toLowerCase().startsWith(lower),
  ]
  for (const fits of tries) {
    const found = items.filter(fits)
    if (found[0] !== undefined) return found.length === 1 ? { found: found[0] } : { several: found }
  }
  return { none: true }
}

/** The same letters may be written in two ways; terminals and files of one system give the other one. */
const plain = (text: string): string => text.trim().normalize('NFC')
