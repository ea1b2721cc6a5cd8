import { useSyncExternalStore } from 'react'
import { hashOf, onHashChange } from '../../store/place.ts'
import { GROUPS, type Group } from './groups.ts'

/** What stands in the address of the projects, so that reload and Back keep to it. */
export interface Address {
  find: string
  group: Group
  /** The project that is open. */
  project: string | null
  /** One is being made. */
  create: boolean
}

function readAddress(hash: string): Address {
  const given = new URLSearchParams(hash.slice(hashOf('projects').length + 1))
  return {
    find: given.get('find') ?? '',
    group: GROUPS.find((group) => group === given.get('state')) ?? 'all',
    project: given.get('project'),
    create: given.has('create'),
  }
}

/** The fragment for it. Leaves out what is as it is at first. */
export function addressOf({ find = '', group = 'all', project, create }: Partial<Address>): string {
  const told = new URLSearchParams()
  if (find) told.set('find', find)
  if (group !== 'all') told.set('state', group)
  if (create) told.set('create', '')
  else if (project) told.set('project', project)
  return told.size ? `${hashOf('projects')}?${told}` : hashOf('projects')
}

/** Where somebody is among the projects. `go` makes a step that Back takes back; `adjust` changes the present one. */
export function useAddress() {
  const hash = useSyncExternalStore(onHashChange, () => location.hash)
  const address = readAddress(hash)
  return {
    address,
    go(change: Partial<Address>) {
      location.hash = addressOf({ ...address, project: null, create: false, ...change })
    },
    adjust(change: Partial<Address>) {
      history.replaceState(null, '', addressOf({ ...address, ...change }))
      // The browser tells of no change that a script made so.
      window.dispatchEvent(new Event('hashchange'))
    },
  }
}
