/** Dates somebody means to give a project: from what is typed to what can be sent, each with what is wrong with it. Pure. */

import { SCHEDULING } from '../contract/limits.ts'
import { DAY_MS } from '../util/clock.ts'
import { checkDates, type DateProblem, isNear, type Scheduled } from './rules.ts'
import { dayAfter, momentsOf, wallOf } from './zones.ts'

/** `same`: as far apart as the dates that are moved; `each`: those dates, each by itself; `days`: on days of the week. */
export const REPEATS = ['once', 'daily', 'weekly', 'days', 'same', 'each'] as const
export type Repeat = (typeof REPEATS)[number]

/** What is typed. */
export interface Draft {
  /** Of the first date, as a clock here shows them: `2026-10-25`, `01:30`. */
  day: string
  time: string
  repeat: Repeat
  times: number
  /** The days of the week, 1: Monday. */
  weekdays: readonly number[]
  /** Put beside those that follow from the rest, each as a clock shows it. */
  added: readonly string[]
  /** Changed one by one: from what follows from the rest, to what is typed. */
  changed: Readonly<Record<string, string>>
  /** Taken out of the list one by one. */
  out: readonly string[]
  /** Of a time that comes twice: which one. */
  chosen: Readonly<Record<string, number>>
}

/** One of the dates, as a clock here would show it. `at` null: there is no such time, or it is not said which. */
export interface PlannedDate {
  /** As it was before it was changed by itself: what it is known by. */
  key: string
  wall: string
  /** The date that it moves; null: it is a new one. */
  from: number | null
  at: number | null
  problem: DateProblem | { why: 'skipped' } | { why: 'empty' } | { why: 'twice'; moments: readonly number[] } | null
  /** It comes twice, and is one of these. */
  moments: readonly number[]
}

const WALL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/
type Meant = Pick<PlannedDate, 'key' | 'wall' | 'from'>

/** The dates as a clock shows them: a weekly one keeps its hour over a jump. @param old the dates that are moved */
function meantBy(draft: Draft, old: readonly number[], zone: string): Meant[] {
  const { added, changed, out } = draft
  const more = added.map((key) => ({ key, from: null }))
  const all = [...patternOf(draft, old, zone), ...more].filter(({ key }) => !out.includes(key))
  return all
    .map(({ key, from }) => ({ key, from, wall: changed[key] ?? key }))
    .sort((one, other) => one.wall.localeCompare(other.wall))
    .slice(0, SCHEDULING.most)
}

/** What follows from the first date. */
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

/** They follow from the day and the time that are typed, not from dates that stand. */
const isFromFirst = ({ repeat }: Draft): boolean => repeat !== 'each' && repeat !== 'same'

/** The days of a calendar it is repeated on. */
function daysOf({ day, repeat, times, weekdays }: Draft): string[] {
  if (repeat === 'once') return [day]
  const count = Math.max(0, Math.min(SCHEDULING.most, Math.floor(times) || 0))
  if (repeat !== 'days')
    return Array.from({ length: count }, (_, nth) => dayAfter(day, nth * (repeat === 'daily' ? 1 : 7)))
  // Four weeks are all that can be sent.
  const ahead = Array.from({ length: SCHEDULING.mostAheadMs / DAY_MS + 1 }, (_, nth) => dayAfter(day, nth))
  return ahead.filter((one) => weekdays.includes(weekdayOf(one))).slice(0, count)
}

/** The day of the week, 1: Monday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00Z`).getUTCDay() || 7
const midnight = (wall: string) => Date.parse(`${wall.slice(0, 10)}T00:00Z`)
const minutes = (wall: string) => Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14))

/** Each date with what is wrong with it. One that cannot be sent is in nobody's way. */
export function planned(draft: Draft, old: readonly number[], zone: string, project: Scheduled): PlannedDate[] {
  const taken: number[] = []
  return meantBy(draft, old, zone).map((meant): PlannedDate => {
    const { wall, from } = meant
    if (!WALL.test(wall)) return { ...meant, at: null, moments: [], problem: { why: 'empty' } }
    const moments = momentsOf(wall, zone)
    const which = moments.length > 1 ? moments : []
    // What stays where it is stays to the second, and in the hour it is in.
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

/** What can be sent of it. */
export const sendable = (dates: readonly PlannedDate[]): number[] =>
  dates.flatMap(({ at, problem }) => (at !== null && problem === null ? [at] : []))

/** What a move does to the dates that stand. */
export interface Difference {
  stay: number[]
  moved: { from: number; to: number }[]
  added: number[]
  gone: number[]
}

/** From the dates that stand to those that would be sent: a date that cannot be sent is gone with it. */
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

/** Puts a date on a day: the one that is moved, or a further one, unless one is there. */
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
