import { useSyncExternalStore } from 'react'
import { hashOf, lead, onHashChange, type Place, type ScreenName } from './place.ts'
import type { Address } from './screens.ts'

/** The fragment that leads to a place within a screen. What is empty is omitted. */
export function addressOf<Name extends ScreenName>(name: Name, given: Partial<Address<Name>> = {}): string {
  const parameters = new URLSearchParams()
  for (const [key, value] of Object.entries(given as Record<string, string | boolean | null | undefined>))
    if (value) parameters.set(key, value === true ? '' : value)
  return parameters.size ? `${hashOf(name)}?${parameters}` : hashOf(name)
}

/** The address of a broadcast's report. */
export const reportOf = (project: string, live: string): string => addressOf('reports', { project, live })

/** The parameters in the current address, if it is this place. They are unvalidated. */
export function useParameters(place: Place): URLSearchParams {
  const hash = useSyncExternalStore(onHashChange, () => location.hash)
  return new URLSearchParams(hash.startsWith(hashOf(place)) ? hash.slice(hashOf(place).length + 1) : '')
}

/** Goes to a fragment with a history step that Back undoes. */
export const go = (fragment: string): void => lead(fragment)

/** Goes to a fragment in place of the current history step. */
export const adjust = (fragment: string): void => lead(fragment, { instead: true })
