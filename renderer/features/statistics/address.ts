import { adjust, fragmentOf, go, useParameters } from '../../store/address.ts'

/** What stands in the address of the reports. */
export interface Address {
  /** Null: the show target. */
  project: string | null
  /** The last shows of all projects are listed. */
  all: boolean
  /** The broadcast that is open. */
  live: string | null
  /** The one it is compared with. */
  with: string | null
  /** Its project; null: the same. */
  of: string | null
  /** Whose numbers are asked for, where the account has several channels. */
  channel: string | null
}

/** The fragment for it. */
export const addressOf = (address: Partial<Address>): string => fragmentOf('reports', { ...address })

/** Where somebody is among the reports. `go` makes a step that Back takes back; `adjust` changes the present one. */
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
