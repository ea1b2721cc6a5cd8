/** What a report is made of: the latest shows to choose from, and one of them whole. Pure. */

import { isProblem } from '../view/journal.ts'
import { type Show, showsOf } from './shows.ts'
import type { ReportLine } from './times.ts'

/** What the lines of one show add up to. Whatever they do not say stays null. Pure. */

/** When a command was answered, or an event was seen. */
export const knownAt = ({ at, ms }: ReportLine): number => at + (ms ?? 0)

/** From when on it was on air, as far as that was seen; null: never. */
export const onAirFrom = ({ start, onAirAt }: Show): number | null =>
  onAirAt ?? (start.how === 'seen' ? start.at : null)

/** Ms on air so far; null: it was never seen there, or its end is not known and it does not run. */
export function durationOf(show: Show, now: number): number | null {
  const [from, until] = [onAirFrom(show), show.end?.at ?? (show.running ? now : null)]
  return from === null || until === null ? null : Math.max(0, until - from)
}

/** What viewers saw, one after the other, as it was known whenever the journal was written. A null is not known. */
export function sceneTimes(show: Show, now: number) {
  const begin = onAirFrom(show)
  const times: { name: string | null; from: number; to: number | null }[] = []
  if (begin === null) return times
  for (const line of show.lines.toSorted((one, other) => knownAt(one) - knownAt(other))) {
    // The line that ends it tells of a broadcast that is no more.
    if (!line.seen || line.seen.liveId === null) continue
    const at = Math.max(begin, knownAt(line))
    const last = times.at(-1)
    if (last?.name === line.seen.scene) continue
    if (last) last.to = at
    times.push({ name: line.seen.scene, from: at, to: null })
  }
  const last = times.at(-1)
  if (last) last.to = show.end?.at ?? (show.running ? now : null)
  return times.filter(({ from, to }) => to === null || to > from)
}

export function peakViewers({ lines }: Show): number | null {
  const peaks = lines.map(({ seen }) => seen?.peakViewers ?? null).filter((peak) => peak !== null)
  return peaks.length ? Math.max(...peaks) : null
}

export const syncsOf = ({ lines }: Show): ReportLine[] =>
  lines.filter(({ what }) => 'command' in what && what.command === 'sync')

/** With what ended one: it says how long it lasted. */
export const problemsOf = ({ lines }: Show): ReportLine[] => lines.filter((line) => isProblem(line) || isMended(line))

const isMended = ({ what }: ReportLine): boolean =>
  'event' in what && (what.event === 'backInContact' || what.event === 'destinationRecovered')

/** Whose answer was lost. */
export const lostOf = ({ lines }: Show): ReportLine[] => lines.filter(({ outcome }) => outcome?.result === 'unknown')

/** `shows`: newest first. `show`: the one asked for, or the last; null: there is none, or not any more. */
export type Report = ReturnType<typeof reportOf>

/** As many shows can be chosen from. */
export const SHOWS_TOLD = 20

/**
 * @param wanted which show; null: the last one
 * @param now wall time at which it is made
 * @param runs does that project of that service run now?
 */
export function reportOf(
  lines: readonly ReportLine[],
  wanted: string | null,
  now: number,
  runs: (projectId: string, service: string | undefined) => boolean,
) {
  const shows = showsOf(lines, runs).slice(-SHOWS_TOLD).reverse()
  const show = wanted === null ? shows[0] : shows.find(({ id }) => id === wanted)
  return { now, shows: shows.map((one) => headingOf(one, now)), show: show ?? null }
}

function headingOf(show: Show, now: number) {
  const { id, projectName, start, rehearsal, running } = show
  return { id, projectName, startedAt: start.at, rehearsal, running, duration: durationOf(show, now) }
}
