/** The contents of a report: the latest shows to choose from, and one of them in full. Pure. */

import { isProblem } from '../view/journal.ts'
import { type Show, showsOf } from './shows.ts'
import type { ReportLine } from './times.ts'

/** Summaries of one show's lines. What the lines do not tell is null. Pure. */

/** When a command got its response, or an event was seen. */
export const knownAt = ({ at, ms }: ReportLine): number => at + (ms ?? 0)

/** When it went on air, as far as that was seen; null: never. */
export const onAirFrom = ({ start, onAirAt }: Show): number | null =>
  onAirAt ?? (start.how === 'seen' ? start.at : null)

/** Ms on air so far; null: it was never seen on air, or its end is unknown and it does not run. */
export function durationOf(show: Show, now: number): number | null {
  const [from, until] = [onAirFrom(show), show.end?.at ?? (show.running ? now : null)]
  return from === null || until === null ? null : Math.max(0, until - from)
}

/** The scenes viewers saw, in order, as known when each entry was written. A null name is unknown. */
export function sceneTimes(show: Show, now: number) {
  const begin = onAirFrom(show)
  const times: { name: string | null; from: number; to: number | null }[] = []
  if (begin === null) return times
  for (const line of show.lines.toSorted((one, other) => knownAt(one) - knownAt(other))) {
    // The line that ends it describes a broadcast that no longer runs.
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

/** Includes the recovery from a problem: it reports how long the problem lasted. */
export const problemsOf = ({ lines }: Show): ReportLine[] => lines.filter((line) => isProblem(line) || isMended(line))

const isMended = ({ what }: ReportLine): boolean =>
  'event' in what && (what.event === 'backInContact' || what.event === 'destinationRecovered')

/** Lines whose response was lost. */
export const lostOf = ({ lines }: Show): ReportLine[] => lines.filter(({ outcome }) => outcome?.result === 'unknown')

/** `shows`: newest first. `show`: the requested one, or the last; null: there is none, or it no longer exists. */
export type Report = ReturnType<typeof reportOf>

/** How many shows there are to choose from. */
export const SHOWS_TOLD = 20

/**
 * @param wanted the id of the show; null: the last one
 * @param now wall time at which the report is made
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
