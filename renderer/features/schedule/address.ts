import { VIEW_NAMES } from '../../../shared/words/planning.ts'
import { adjust, fragmentOf, go, useParameters } from '../../store/address.ts'

export type View = keyof typeof VIEW_NAMES
const VIEWS = Object.keys(VIEW_NAMES) as View[]

/** The address within the Schedule screen. */
export interface Address {
  view: View
  /** The id of the project whose dates are open. */
  project: string | null
  /** The user is choosing a project for new dates. */
  add: boolean
  /** The day to add a date on or to move one to, e.g. `2026-10-25`. */
  day: string | null
  /** The date that is moved there, in local time; null: a new one. */
  from: string | null
  /** The time of day to show in the forecast. */
  at: string | null
}

const CLOSED = { project: null, add: false, day: null, from: null, at: null } as const

/** The fragment for an address. Defaults are omitted. */
export const addressOf = ({ view, project, add, day, from, at }: Partial<Address>): string =>
  fragmentOf('schedule', {
    view: view === 'month' ? null : view,
    ...(project ? { project } : { add }),
    day,
    from,
    at,
  })

/**
 * The current address within the Schedule screen. `go` adds a history step that Back undoes; `adjust` replaces the
 * current one.
 */
export function useAddress() {
  const given = useParameters('schedule')
  const address: Address = {
    view: VIEWS.find((view) => view === given.get('view')) ?? 'month',
    project: given.get('project'),
    add: given.has('add'),
    day: given.get('day'),
    from: given.get('from'),
    at: given.get('at'),
  }
  return {
    address,
    to: (change: Partial<Address>) => addressOf({ ...address, ...CLOSED, ...change }),
    go: (change: Partial<Address>) => go(addressOf({ ...address, ...CLOSED, ...change })),
    adjust: (change: Partial<Address>) => adjust(addressOf({ ...address, ...change })),
  }
}
