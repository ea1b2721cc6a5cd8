/** The dates of a schedule being planned: from the user's input to dates to send, each with its problem. Pure. */

import { SCHEDULING } from '../contract/limits.ts'
import { DAY_MS } from '../util/clock.ts'
import { checkDates, type DateProblem, isNear, type Scheduled } from './rules.ts'
import { dayAfter, momentsOf, wallOf } from './zones.ts'

/** `same`: at the intervals of the dates being moved; `each`: those dates, edited one by one; `days`: on weekdays. */
export const REPEATS = ['once', 'daily', 'weekly', 'days', 'same', 'each'] as const
export type Repeat = (typeof REPEATS)[number]

/** The user's input. */
export interface Draft {
  /** Of the first date, in local time: `2026-10-25`, `01:30`. */
  day: string
  time: string
  repeat: Repeat
  times: number
  /** ISO weekdays, 1: Monday. */
  weekdays: readonly number[]
  /** Added to the dates of the pattern, each in local time. */
  added: readonly string[]
  /** Changed individually: from the date of the pattern to the user's input. */
  changed: Readonly<Record<string, string>>
  /** Removed from the list individually. */
  out: readonly string[]
  /** For a local time that occurs twice: the chosen moment. */
  chosen: Readonly<Record<string, number>>
}

/** One of the dates, in local time. `at` null: that time does not exist, or it is ambiguous. */
export interface PlannedDate {
  /** Its local time before it was changed individually, which identifies it. */
  key: string
  wall: string
  /** The date that it moves; null: it is a new one. */
  from: number | null
  at: number | null
  problem: DateProblem | { why: 'skipped' } | { why: 'empty' } | { why: 'twice'; moments: readonly number[] } | null
  /** The moments of a local time that occurs twice; else empty. */
  moments: readonly number[]
}

const WALL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/
type Meant = Pick<PlannedDate, 'key' | 'wall' | 'from'>

/** The dates in local time: a weekly one keeps its hour when the clocks change. @param old the dates that are moved */
function meantBy(draft: Draft, old: readonly number[], zone: string): Meant[] {
  const { added, changed, out } = draft
  const more = added.map((key) => ({ key, from: null }))
  const all = [...patternOf(draft, old, zone), ...more].filter(({ key }) => !out.includes(key))
  return all
    .map(({ key, from }) => ({ key, from, wall: changed[key] ?? key }))
    .sort((one, other) => one.wall.localeCompare(other.wall))
    .slice(0, SCHEDULING.most)
}

/** The dates that follow from the first date. */
function patternOf(draft: Draft, old: readonly number[], zone: string): Pick<Meant, 'key' | 'from'>[] {
  const { day, time, repeat } = draft
  const walls = old.map((at) => wallOf(at, zone))
  if (repeat === 'each') return walls.map((key, nth) => ({ key, from: old[nth] ?? null }))
  if (Number.isNaN(Date.parse(`${day}T${time}Z`))) return []
  if (isFromFirst(draft)) return daysOf(draft).map((one) => ({ key: `${one}T${time}`, from: null }))
  const first = walls[0] ?? ''
  return walls.map((wall, nth) => {
    const days = Math.round((midnight(wall) - midnight(first)) / DAY_MS)
    const shown = Date.parse(`${dayAfter(day, days)}T${time}Z`) + (minutes(wall) - minutes(first)) * 60_000
    return { key: new Date(shown).toISOString().slice(0, 16), from: old[nth] ?? null }
  })
}

/** The dates follow from the entered day and time, not from existing dates. */
const isFromFirst = ({ repeat }: Draft): boolean => repeat !== 'each' && repeat !== 'same'

/** The calendar days on which it repeats. */
function daysOf({ day, repeat, times, weekdays }: Draft): string[] {
  if (repeat === 'once') return [day]
  const count = Math.max(0, Math.min(SCHEDULING.most, Math.floor(times) || 0))
  if (repeat !== 'days')
    return Array.from({ length: count }, (_, nth) => dayAfter(day, nth * (repeat === 'daily' ? 1 : 7)))
  // Dates more than four weeks ahead cannot be sent.
  const ahead = Array.from({ length: SCHEDULING.mostAheadMs / DAY_MS + 1 }, (_, nth) => dayAfter(day, nth))
  return ahead.filter((one) => weekdays.includes(weekdayOf(one))).slice(0, count)
}

/** The ISO weekday, 1: Monday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00Z`).getUTCDay() || 7
const midnight = (wall: string) => Date.parse(`${wall.slice(0, 10)}T00:00Z`)
const minutes = (wall: string) => Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14))

/** Each date with its problem. A date that cannot be sent is ignored when the next ones are checked. */
export function planned(draft: Draft, old: readonly number[], zone: string, project: Scheduled): PlannedDate[] {
  const taken: number[] = []
  return meantBy(draft, old, zone).map((meant): PlannedDate => {
    const { wall, from } = meant
    if (!WALL.test(wall)) return { ...meant, at: null, moments: [], problem: { why: 'empty' } }
    const moments = momentsOf(wall, zone)
    const which = moments.length > 1 ? moments : []
    // An unchanged date stays exactly the same, to the second and in the same occurrence of a repeated hour.
    const stays = from !== null && wallOf(from, zone) === wall ? from : undefined
    const chosen = moments.find((one) => one === draft.chosen[wall])
    const at = chosen ?? stays ?? (moments.length > 1 ? null : (moments[0] ?? null))
    if (at === null)
      return { ...meant, at, moments: which, problem: which.length ? { why: 'twice', moments } : { why: 'skipped' } }
    const found = checkDates([...taken, at], project)
    const problem = found.find((one) => !('at' in one) || one.at === at) ?? null
    if (!problem) taken.push(at)
    return { ...meant, at, moments: which, problem }
  })
}

/** The dates that can be sent. */
export const sendable = (dates: readonly PlannedDate[]): number[] =>
  dates.flatMap(({ at, problem }) => (at !== null && problem === null ? [at] : []))

/** What a move does to the existing dates. */
export interface Difference {
  stay: number[]
  moved: { from: number; to: number }[]
  added: number[]
  gone: number[]
}

/** From the existing dates to those that would be sent: a date that cannot be sent counts as gone. */
export function differenceOf(old: readonly number[], dates: readonly PlannedDate[]): Difference {
  const sent = dates.filter(({ problem }) => problem === null)
  const stands = (at: number) => old.some((one) => isNear(one, at))
  const to = sendable(sent)
  const free = new Set(old.filter((at) => !to.some((one) => isNear(one, at))))
  const moved = sent.flatMap(({ from, at }) =>
    at !== null && from !== null && !stands(at) && free.delete(from) ? [{ from, to: at }] : [],
  )
  return {
    stay: old.filter((at) => to.some((one) => isNear(one, at))),
    moved,
    added: to.filter((at) => !stands(at) && !moved.some((one) => one.to === at)),
    gone: [...free],
  }
}

/** Puts a date on a day: the one being moved, or an additional one unless the day already has one. */
export function putOn(draft: Draft, day: string, from: string | null): Draft {
  if (from !== null) {
    const key = Object.entries(draft.changed).find(([, wall]) => wall === from)?.[0] ?? from
    return { ...draft, changed: { ...draft.changed, [key]: `${day}T${from.slice(11)}` } }
  }
  const wall = `${day}T${draft.time}`
  const isThere = draft.added.includes(wall) || (isFromFirst(draft) && daysOf(draft).includes(day))
  return {
    ...draft,
    added: isThere ? draft.added : [...draft.added, wall],
    out: draft.out.filter((one) => one !== wall),
  }
}
