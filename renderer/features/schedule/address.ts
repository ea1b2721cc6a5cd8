import { VIEW_NAMES } from '../../../shared/words/planning.ts'
import { adjust, fragmentOf, go, useParameters } from '../../store/address.ts'

export type View = keyof typeof VIEW_NAMES
const VIEWS = Object.keys(VIEW_NAMES) as View[]

/** What stands in the address of the schedule. */
export interface Address {
  view: View
  /** The project whose dates are open. */
  project: string | null
  /** A project is being chosen for new dates. */
  add: boolean
  /** The day that is to have a date, e.g. `2026-10-25`. */
  day: string | null
  /** The date that is put there, as a clock here shows it; null: a new one. */
  from: string | null
  /** The time of day that is looked at in what plays. */
  at: string | null
}

const CLOSED = { project: null, add: false, day: null, from: null, at: null } as const

/** The fragment for it. Leaves out what is as it is at first. */
export const addressOf = ({ view, project, add, day, from, at }: Partial<Address>): string =>
  fragmentOf('schedule', {
    view: view === 'month' ? null : view,
    ...(project ? { project } : { add }),
    day,
    from,
    at,
  })

/** Where somebody is in the schedule. `go` makes a step that Back takes back; `adjust` changes the present one. */
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
