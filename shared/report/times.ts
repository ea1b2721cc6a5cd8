/** Times as a report writes them: of one named place, whoever reads it. */

export function day(at: number, timeZone: string, names: 'long' | 'short' = 'long'): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: names,
    day: 'numeric',
    month: names,
    year: 'numeric',
  }).format(at)
}

export function time(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(at)
}

/** `2026-11-20T21:42:07+01:00`, for machines. */
export function isoWithOffset(at: number, timeZone: string): string {
  const minutes = offsetMinutes(at, timeZone)
  const local = new Date(at + minutes * 60_000).toISOString().slice(0, 19)
  return `${local}${offsetText(minutes)}`
}

/** `+01:00`; which way a clock there differs from UTC at that moment. */
export function offsetAt(at: number, timeZone: string): string {
  return offsetText(offsetMinutes(at, timeZone))
}

function offsetText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

/** `GMT+01:00` is the one form in which the platform tells it. */
function offsetMinutes(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const match = /^GMT([+-])(\d\d):(\d\d)/.exec(name)
  if (!match) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return match[1] === '-' ? -minutes : minutes
}

export const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

import * as z from 'zod'
import type { JournalEntry } from '../state.ts'

/** What was known of the broadcast when an entry was written: what a show report tells beyond the entries themselves. */
export const Seen = z.object({
  /** The broadcast that ran; null: none that we knew of. */
  liveId: z.string().nullable(),
  /** The scene that viewers saw, by name. */
  scene: z.string().nullable(),
  peakViewers: z.number().nullable(),
  /** Nothing of it is broadcast. */
  rehearsal: z.boolean(),
  /** It was live, and not only being prepared. Missing in journals of earlier versions. */
  onAir: z.boolean().optional(),
})
export type Seen = z.output<typeof Seen>

/** An entry of the journal with what its file holds besides. */
export interface ReportLine extends JournalEntry {
  /** Two services may call their projects the same. */
  service?: string
  /** The id of the start or stop that this event settles. */
  settles?: string
  /** Missing in journals of earlier versions. */
  seen?: Seen
}
