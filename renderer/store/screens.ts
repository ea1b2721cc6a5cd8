import type { ScreenName } from './place.ts'

/** Reads one parameter of an address, in which anything may have been typed. Without it (null) the default is meant. */
type Read = (given: string | null) => string | boolean | null

const text = (given: string | null): string => given ?? ''
const id = (given: string | null): string | null => given
const flag = (given: string | null): boolean => given !== null
/** One of a few; the first is the default. */
const oneOf =
  <Key extends string>(first: Key, ...others: Key[]) =>
  (given: string | null): Key =>
    others.find((one) => one === given) ?? first

/**
 * What each screen keeps in the address. `stays`: what the user sees of it. `opens`: what is open over that; it closes
 * when the user goes elsewhere in it. In late scripts only.
 */
export const PARAMETERS = {
  projects: {
    stays: { find: text, state: oneOf('all', 'live', 'scheduled', 'off') },
    // The id of the open project, or the form for a new one.
    opens: { project: id, create: flag },
  },
  build: {
    // No project: the show target.
    stays: { project: id, scene: id },
    opens: { layer: id },
  },
  schedule: {
    stays: { view: oneOf('month', 'hours', 'list') },
    opens: {
      // The project whose dates are open, or `add` while one is being chosen for new dates.
      ...{ project: id, add: flag },
      // The day to add a date on, e.g. `2026-10-25`, or to move one to: the one that is `from` then, in local time.
      ...{ day: id, from: id },
      // The time of day to show in the forecast.
      at: id,
    },
  },
  files: {
    stays: { folder: id, find: text, use: oneOf('all', 'usable', 'unusable') },
    opens: { import: flag },
  },
  reports: {
    // `live`: the open broadcast; `with`: the one to compare it with, `of` its project if that is another one.
    stays: { project: id, all: flag, live: id, with: id, of: id, channel: id },
    opens: {},
  },
} as const satisfies Record<ScreenName, Record<'stays' | 'opens', Record<string, Read>>>

type Parameters<Name extends ScreenName> = (typeof PARAMETERS)[Name]['stays'] & (typeof PARAMETERS)[Name]['opens']
/** What a screen keeps in the address, as it is read from there. */
export type Address<Name extends ScreenName> = {
  [Key in keyof Parameters<Name>]: Parameters<Name>[Key] extends (given: null) => infer Value ? Value : never
}
