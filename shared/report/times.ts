/** Times as a report writes them: in one named time zone, whoever reads it. */

export function day(at: number, timeZone: string, names: 'long' | 'short' = 'long'): string {
  const form = { timeZone, weekday: names, day: 'numeric', month: names, year: 'numeric' } as const
  return new Intl.DateTimeFormat('en-GB', form).format(at)
}

export function time(at: number, timeZone: string): string {
  const form = { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat('en-GB', form).format(at)
}

/** `2026-11-20T21:42:07+01:00`, for machines. */
export const isoWithOffset = (at: number, timeZone: string): string =>
  // The Swedish format is ISO 8601 without the T.
  new Date(at).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T') + offsetAt(at, timeZone)

/** `+01:00`; the offset from UTC there at that moment. The platform offers it only in the form `GMT+01:00`. */
export function offsetAt(at: number, timeZone: string): string {
  const name = new Date(at).toLocaleString('en-US', { timeZone, timeZoneName: 'longOffset' })
  return /GMT([+-]\d\d:\d\d)/.exec(name)?.[1] ?? '+00:00'
}

export const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

import * as z from 'zod'
import type { JournalEntry } from '../state.ts'

/** What was known about the broadcast when an entry was written: what a show report needs beyond the entries. */
export const Seen = z.object({
  /** The broadcast that ran; null: none that we knew of. */
  liveId: z.string().nullable(),
  /** The scene that viewers saw, by name. */
  scene: z.string().nullable(),
  peakViewers: z.number().nullable(),
  /** Nothing was broadcast. */
  rehearsal: z.boolean(),
  /** It was live, not only being prepared. Missing in journals of earlier versions. */
  onAir: z.boolean().optional(),
})
export type Seen = z.output<typeof Seen>

/** A journal entry with the additional data of its file. */
export interface ReportLine extends JournalEntry {
  /** Tells projects apart, because two services may use the same project ids. */
  service?: string
  /** The id of the start or stop that this event settles. */
  settles?: string
  /** Missing in journals of earlier versions. */
  seen?: Seen
}
