/** What a report is made of: the latest shows to choose from, and one of them whole. Pure. */
import { durationOf } from './facts.ts'
import type { ReportLine } from './lines.ts'
import { type Show, showsOf } from './shows.ts'

export interface ShowHeading {
  id: string
  projectName: string
  startedAt: number
  rehearsal: boolean
  running: boolean
  /** Ms on air; null: not known. */
  duration: number | null
}

export interface Report {
  /** Wall time at which it was made. */
  now: number
  /** Newest first. */
  shows: ShowHeading[]
  /** The one asked for, or the last; null: there is none, or not any more. */
  show: Show | null
}

/** As many shows can be chosen from. */
export const SHOWS_TOLD = 20

/**
 * @param wanted which show; null: the last one
 * @param runs does that project of that service run now?
 */
export function reportOf(
  lines: readonly ReportLine[],
  wanted: string | null,
  now: number,
  runs: (projectId: string, service: string | undefined) => boolean,
): Report {
  const shows = showsOf(lines, runs).slice(-SHOWS_TOLD).reverse()
  const show = wanted === null ? shows[0] : shows.find(({ id }) => id === wanted)
  return { now, shows: shows.map((one) => headingOf(one, now)), show: show ?? null }
}

function headingOf(show: Show, now: number): ShowHeading {
  const { id, projectName, start, rehearsal, running } = show
  return { id, projectName, startedAt: start.at, rehearsal, running, duration: durationOf(show, now) }
}
