import { adjust, fragmentOf, go, useParameters } from '../../store/address.ts'
import { GROUPS, type Group } from './groups.ts'

/** What stands in the address of the projects. */
export interface Address {
  find: string
  group: Group
  /** The project that is open. */
  project: string | null
  /** One is being made. */
  create: boolean
}

/** The fragment for it. Leaves out what is as it is at first. */
export const addressOf = ({ find, group, project, create }: Partial<Address>): string =>
  fragmentOf('projects', {
    ...{ find, state: group === 'all' ? null : group },
    ...(create ? { create } : { project }),
  })

/** Where somebody is among the projects. `go` makes a step that Back takes back; `adjust` changes the present one. */
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
