/** What the lines of one show add up to. Whatever they do not say stays null. Pure. */
import { isProblem } from '../view/journal.ts'
import type { ReportLine } from './lines.ts'
import type { Show } from './shows.ts'

/** When a command was answered, or an event was seen. */
export const knownAt = ({ at, ms }: ReportLine): number => at + (ms ?? 0)

/** Ms on air so far; null: its end is not known, and it does not run. */
export function durationOf({ start, onAirAt, end, running }: Show, now: number): number | null {
  const until = end?.at ?? (running ? now : null)
  return until === null ? null : Math.max(0, until - (onAirAt ?? start.at))
}

export interface SceneTime {
  /** Null: which one it was is not known. */
  name: string | null
  from: number
  /** Null: not known. */
  to: number | null
}

/** What viewers saw, one after the other, as it was known whenever the journal was written. */
export function sceneTimes(show: Show, now: number): SceneTime[] {
  const begin = show.onAirAt ?? show.start.at
  const times: SceneTime[] = []
  for (const line of inOrder(show.lines)) {
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

export const problemsOf = ({ lines }: Show): ReportLine[] => lines.filter(isProblem)

/** Whose answer was lost. */
export const lostOf = ({ lines }: Show): ReportLine[] => lines.filter(({ outcome }) => outcome?.result === 'unknown')

function inOrder(lines: readonly ReportLine[]): ReportLine[] {
  return lines.toSorted((one, other) => knownAt(one) - knownAt(other))
}
