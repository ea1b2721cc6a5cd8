/** Converts between a zone's local time and moments. Pure, based on `Intl`. Moments are wall ms. */

import { DAY_MS, MINUTE_MS } from '../util/clock.ts'

const clocks = new Map<string, Intl.DateTimeFormat>()

/** The local time in the zone, e.g. `2026-10-25T01:30`. It sorts as text. */
export function wallOf(at: number, zone: string): string {
  return new Date(at + offsetAt(at, zone)).toISOString().slice(0, 16)
}

/** The zone's offset from UTC at that moment, in ms. */
export function offsetAt(at: number, zone: string): number {
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat('en', { ...SHOWN, timeZone: zone })
  clocks.set(zone, clock)
  const shown = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000
}
const SHOWN: Intl.DateTimeFormatOptions = {
  ...{ hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
  ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
}

/** The moments of a local time: usually one; none in a skipped hour, two in a repeated one. */
export function momentsOf(wall: string, zone: string): number[] {
  const near = Date.parse(`${wall}Z`)
  if (Number.isNaN(near)) return []
  const offsets = new Set([offsetAt(near - DAY_MS, zone), offsetAt(near + DAY_MS, zone)])
  const tried = [...offsets].map((offset) => near - offset).filter((at) => wallOf(at, zone) === wall)
  return tried.sort((one, other) => one - other)
}

/** A clock change. */
export interface Jump {
  at: number
  /** In ms; positive: forward, negative: back. */
  by: number
}

/** The clock changes between two moments, each to the minute. */
export function jumpsIn(from: number, until: number, zone: string): Jump[] {
  const jumps: Jump[] = []
  for (let start = from; start < until; start += DAY_MS) {
    let [low, high] = [start, Math.min(start + DAY_MS, until)]
    const by = offsetAt(high, zone) - offsetAt(low, zone)
    if (by === 0) continue
    const before = offsetAt(low, zone)
    while (high - low > 1_000) {
      const middle = Math.floor((low + high) / 2)
      if (offsetAt(middle, zone) === before) low = middle
      else high = middle
    }
    jumps.push({ at: Math.round(high / MINUTE_MS) * MINUTE_MS, by })
  }
  return jumps
}

/** The calendar day this many days after `day`, e.g. `2026-10-25`. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** The days of each week, Monday first, beginning with the week that contains this day. */
export function weeksFrom(day: string, weeks: number): string[][] {
  const monday = dayAfter(day, -((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7))
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, nth) => dayAfter(monday, week * 7 + nth)),
  )
}
