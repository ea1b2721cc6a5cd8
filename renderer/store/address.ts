import { useSyncExternalStore } from 'react'
import { hashOf, lead, onHashChange, type Place } from './place.ts'
import { type Address, SCREEN_ADDRESSES, type ScreenName } from './screens.ts'

const readersOf = (name: ScreenName) => {
  const { stays, opens } = SCREEN_ADDRESSES[name]
  return Object.entries({ ...stays, ...opens })
}

/** The fragment that leads to a place within a screen. Defaults are omitted. */
export function addressOf<Name extends ScreenName>(name: Name, given: Partial<Address<Name>> = {}): string {
  const parameters = new URLSearchParams()
  for (const [key, read] of readersOf(name)) {
    const value = (given as Record<string, string | boolean | null | undefined>)[key] ?? null
    if (value !== null && value !== read(null)) parameters.set(key, value === true ? '' : String(value))
  }
  return parameters.size ? `${hashOf(name)}?${parameters}` : hashOf(name)
}

/** The address of a broadcast's report. */
export const reportOf = (project: string, live: string): string => addressOf('reports', { project, live })

/** The parameters in the current address, if it is this place. They are unvalidated. */
export function useParameters(place: Place): URLSearchParams {
  const hash = useSyncExternalStore(onHashChange, () => location.hash)
  return new URLSearchParams(hash.startsWith(hashOf(place)) ? hash.slice(hashOf(place).length + 1) : '')
}

/**
 * The current place within a screen. `to` is the fragment of another place in it: what is open closes, the rest stays,
 * unless named. `go` goes there with a history step that Back undoes; `adjust` only changes what is named, in the
 * current step.
 */
export function useAddress<Name extends ScreenName>(name: Name) {
  const given = useParameters(name)
  const read = Object.fromEntries(readersOf(name).map(([key, reader]) => [key, reader(given.get(key))]))
  const address = read as Address<Name>
  const closed = Object.fromEntries(Object.keys(SCREEN_ADDRESSES[name].opens).map((key) => [key, undefined]))
  const to = (change: Partial<Address<Name>>) => addressOf(name, { ...address, ...closed, ...change })
  return {
    address,
    to,
    go: (change: Partial<Address<Name>>) => go(to(change)),
    adjust: (change: Partial<Address<Name>>) => adjust(addressOf(name, { ...address, ...change })),
  }
}

/** Goes to a fragment with a history step that Back undoes. */
export const go = (fragment: string): void => lead(fragment)

/** Goes to a fragment in place of the current history step. */
export const adjust = (fragment: string): void => lead(fragment, { instead: true })
