import type { Outcome } from '../outcome.ts'
import type { NotificationKind } from '../settings/desktop.ts'
import type { AppState, JournalEntry, ProjectState } from '../state.ts'
import type { Message } from '../words/desktop/notifications.ts'

/** Something that happened, or is about to, as every surface reports it. */
export interface News extends Message {
  kind: NotificationKind
  /** Identifies its exact subject, so that it is reported only once. */
  once: string
  /**
   * Must not wait until someone looks, because no user here caused it or it ends automatically: it is also seen and
   * heard over other programs.
   */
  alarm?: true
}

/** The state at a wall time, in ms. */
export interface Snapshot {
  state: AppState
  at: number
}

/** A project before and after. */
export interface Pair {
  was: ProjectState
  is: ProjectState
}

/** An entry of the journal with its outcome. */
export type Ended = JournalEntry & { outcome: Outcome }

/** Commands whose outcome came between the two snapshots. */
export function endedSince(before: Snapshot, after: Snapshot): Ended[] {
  const known = new Set(before.state.journal.flatMap(({ id, outcome }) => (outcome ? [id] : [])))
  return after.state.journal.filter((entry): entry is Ended => entry.outcome !== null && !known.has(entry.id))
}
