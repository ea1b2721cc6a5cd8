import { adjust, fragmentOf, go, useParameters } from '../../store/address.ts'
import { GROUPS, type Group } from './groups.ts'

/** The address within the Projects screen. */
export interface Address {
  find: string
  group: Group
  /** The id of the open project. */
  project: string | null
  /** The create form is open. */
  create: boolean
}

/** The fragment for an address. Defaults are omitted. */
export const addressOf = ({ find, group, project, create }: Partial<Address>): string =>
  fragmentOf('projects', {
    ...{ find, state: group === 'all' ? null : group },
    ...(create ? { create } : { project }),
  })

/**
 * The current address within the Projects screen. `go` adds a history step that Back undoes; `adjust` replaces the
 * current one.
 */
export function useAddress() {
  const given = useParameters('projects')
  const address: Address = {
    find: given.get('find') ?? '',
    group: GROUPS.find((group) => group === given.get('state')) ?? 'all',
    project: given.get('project'),
    create: given.has('create'),
  }
  return {
    address,
    go: (change: Partial<Address>) => go(addressOf({ ...address, project: null, create: false, ...change })),
    adjust: (change: Partial<Address>) => adjust(addressOf({ ...address, ...change })),
  }
}
