import { addressOf, adjust, go, useParameters } from './address.ts'
import type { ScreenName } from './place.ts'
import { type Address, PARAMETERS } from './screens.ts'

/**
 * The current place within a screen. `to` is the fragment of another place in it: what is open closes, the rest stays,
 * unless named; defaults are omitted. `go` goes there with a history step that Back undoes; `adjust` only changes what
 * is named, in the current step.
 */
export function useAddress<Name extends ScreenName>(name: Name) {
  const given = useParameters(name)
  const { stays, opens } = PARAMETERS[name]
  const readers = Object.entries({ ...stays, ...opens })
  const address = Object.fromEntries(readers.map(([key, read]) => [key, read(given.get(key))])) as Address<Name>
  const closed = Object.fromEntries(Object.keys(opens).map((key) => [key, null]))
  const fragment = (all: Partial<Address<Name>>) => {
    const values = all as Record<string, string | boolean | null>
    const told = readers.flatMap(([key, read]) => (values[key] === read(null) ? [] : [[key, values[key]]]))
    return addressOf(name, Object.fromEntries(told))
  }
  const to = (change: Partial<Address<Name>>) => fragment({ ...address, ...closed, ...change })
  return {
    address,
    to,
    go: (change: Partial<Address<Name>>) => go(to(change)),
    adjust: (change: Partial<Address<Name>>) => adjust(fragment({ ...address, ...change })),
  }
}
