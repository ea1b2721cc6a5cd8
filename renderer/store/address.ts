import { useSyncExternalStore } from 'react'
import { hashOf, lead, onHashChange, type Place } from './place.ts'

/** What a screen keeps in the address, so that reload and Back keep to it: text, or a mark that is there or not. */
type Given = Readonly<Record<string, string | boolean | null | undefined>>

/** The fragment of a place with what stands in it; what is empty is left out. */
export function fragmentOf(place: Place, given: Given): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(given)) if (value) parameters.set(name, value === true ? '' : value)
  return parameters.size ? `${hashOf(place)}?${parameters}` : hashOf(place)
}

/** Where the report of a broadcast is. */
export const reportOf = (project: string, live: string): string => fragmentOf('reports', { project, live })

/** What stands in the address of a place now: anything may. */
export function useParameters(place: Place): URLSearchParams {
  const hash = useSyncExternalStore(onHashChange, () => location.hash)
  return new URLSearchParams(hash.startsWith(hashOf(place)) ? hash.slice(hashOf(place).length + 1) : '')
}

/** A step that Back takes back. */
export const go = (fragment: string): void => lead(fragment)

/** The same step, otherwise. */
export const adjust = (fragment: string): void => lead(fragment, { instead: true })
