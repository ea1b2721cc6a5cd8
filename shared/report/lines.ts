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
