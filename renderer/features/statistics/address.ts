import { adjust, fragmentOf, go, useParameters } from '../../store/address.ts'

/** The address within the Reports screen. */
export interface Address {
  /** Null: the show target. */
  project: string | null
  /** The last shows of all projects are listed. */
  all: boolean
  /** The id of the open broadcast. */
  live: string | null
  /** The id of the broadcast to compare with. */
  with: string | null
  /** The project of that broadcast; null: the same project. */
  of: string | null
  /** The channel whose numbers are shown, if the account has several. */
  channel: string | null
}

/** The fragment for an address. */
export const addressOf = (address: Partial<Address>): string => fragmentOf('reports', { ...address })

/**
 * The current address within the Reports screen. `go` adds a history step that Back undoes; `adjust` replaces the
 * current one.
 */
export function useAddress() {
  const given = useParameters('reports')
  const address: Address = {
    project: given.get('project'),
    all: given.has('all'),
    live: given.get('live'),
    with: given.get('with'),
    of: given.get('of'),
    channel: given.get('channel'),
  }
  return {
    address,
    go: (change: Partial<Address>) => go(addressOf({ ...address, ...change })),
    adjust: (change: Partial<Address>) => adjust(addressOf({ ...address, ...change })),
  }
}
