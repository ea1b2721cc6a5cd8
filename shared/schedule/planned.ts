/** Dates somebody means to give a project: from what is typed to what can be sent, each with what is wrong with it. Pure. */
import { SCHEDULING } from '../contract/limits.ts'
import { checkDates, type DateProblem, type Scheduled } from './rules.ts'
import { dayAfter, momentsOf, wallOf } from './zones.ts'

/** `same`: as far apart as the dates that are moved. */
export const REPEATS = ['once', 'daily', 'weekly', 'same'] as const
export type Repeat = (typeof REPEATS)[number]

/** What is typed. */
export interface Draft {
  /** Of the first date, as a clock here shows them: `2026-10-25`, `01:30`. */
  day: string
  time: string
  repeat: Repeat
  times: number
  /** Taken out of the list one by one. */
  out: readonly string[]
  /** Of a time that comes twice: which one. */
  chosen: Readonly<Record<string, number>>
}

/** One of the dates, as a clock here would show it. `at` null: there is no such time, or it is not said which. */
export interface PlannedDate {
  wall: string
  at: number | null
  problem: DateProblem | { why: 'skipped' } | { why: 'twice'; moments: readonly number[] } | null
  /** It comes twice, and is one of these. */
  moments: readonly number[]
}

const DAY = 86_400_000

/** The dates as a clock shows them: a weekly one keeps its hour over a jump. @param old the dates that are moved */
function wallsOf({ day, time, repeat, times, out }: Draft, old: readonly number[], zone: string): string[] {
  if (Number.isNaN(Date.parse(`${day}T${time}Z`))) return []
  const walls = old.map((at) => wallOf(at, zone))
  const days =
    repeat === 'same'
      ? walls.map((wall) => Math.round((midnight(wall) - midnight(walls[0] ?? wall)) / DAY))
      : Array.from({ length: repeat === 'once' ? 1 : bounded(times) }, (_, nth) => nth * (repeat === 'daily' ? 1 : 7))
  const gaps = repeat === 'same' ? walls.map((wall) => minutes(wall) - minutes(walls[0] ?? wall)) : []
  return days
    .map((after, nth) => {
      const shown = Date.parse(`${dayAfter(day, after)}T${time}Z`) + (gaps[nth] ?? 0) * 60_000
      return new Date(shown).toISOString().slice(0, 16)
    })
    .filter((wall) => !out.includes(wall))
}
const bounded = (times: number) => Math.max(0, Math.min(SCHEDULING.most, Math.floor(times) || 0))
const midnight = (wall: string) => Date.parse(`${wall.slice(0, 10)}T00:00Z`)
const minutes = (wall: string) => Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14))

/** Each date with what is wrong with it. One that cannot be sent is in nobody's way. */
export function planned(draft: Draft, old: readonly number[], zone: string, project: Scheduled): PlannedDate[] {
  const taken: number[] = []
  return wallsOf(draft, old, zone).map((wall): PlannedDate => {
    const moments = momentsOf(wall, zone)
    const at = moments.length > 1 ? (moments.find((one) => one === draft.chosen[wall]) ?? null) : (moments[0] ?? null)
    const which = moments.length > 1 ? moments : []
    if (at === null)
      return { wall, at, moments: which, problem: which.length ? { why: 'twice', moments } : { why: 'skipped' } }
    const found = checkDates([...taken, at], project)
    const problem = found.find((one) => !('at' in one) || one.at === at) ?? null
    if (!problem) taken.push(at)
    return { wall, at, moments: which, problem }
  })
}

/** What can be sent of it. */
export const sendable = (dates: readonly PlannedDate[]): number[] =>
  dates.flatMap(({ at, problem }) => (at !== null && problem === null ? [at] : []))
