import { useSyncExternalStore } from 'react'
import { hashOf, lead, onHashChange, type Place } from './place.ts'

/** What a screen stores in the address, so that it survives reload and Back: texts and flags. */
type Given = Readonly<Record<string, string | boolean | null | undefined>>

/** The fragment of a place with its parameters; empty ones are omitted. */
export function fragmentOf(place: Place, given: Given): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(given)) if (value) parameters.set(name, value === true ? '' : value)
  return parameters.size ? `${hashOf(place)}?${parameters}` : hashOf(place)
}

/** The address of a broadcast's report. */
export const reportOf = (project: string, live: string): string => fragmentOf('reports', { project, live })

/** The parameters in the current address, if it is this place. They are unvalidated. */
export function useParameters(place: Place): URLSearchParams {
  const hash = useSyncExternalStore(onHashChange, () => location.hash)
  return new URLSearchParams(hash.startsWith(hashOf(place)) ? hash.slice(hashOf(place).length + 1) : '')
}

/** Goes to a fragment with a history step that Back undoes. */
export const go = (fragment: string): void => lead(fragment)

/** Goes to a fragment in place of the current history step. */
export const adjust = (fragment: string): void => lead(fragment, { instead: true })
