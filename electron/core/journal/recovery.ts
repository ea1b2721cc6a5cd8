import type { Failure } from '../../../shared/failures.ts'
import { JOURNAL_SHOWN, type JournalEntry, type Pending, unreadProject } from '../../../shared/state.ts'
import { isAboutAir } from '../../../shared/view/journal.ts'
import type { Store } from '../state/store.ts'
import type { Journal } from './journal.ts'
import type { JournalLine } from './line.ts'

/** Commands in flight when the last process died end as "not known" in the journal. Nothing is sent again. */
export function endUnended(
  unended: readonly JournalLine[],
  entries: readonly JournalEntry[],
  journal: Journal,
): JournalEntry[] {
  const ends = new Map(unended.map((line) => [line.id, diedWaiting(line)]))
  for (const line of unended) {
    const outcome = { result: 'unknown', failure: diedWaiting(line) } as const
    journal.write({ ...line, line: 'ended', outcome, ms: null })
  }
  return entries.map((entry) => {
    const failure = ends.get(entry.id)
    return failure ? { ...entry, outcome: { result: 'unknown', failure } } : entry
  })
}

/** At most this many local entries in the state, so that they do not push a show out of view. */
const LOCAL_SHOWN = JOURNAL_SHOWN / 2

const isLocal = (entry: JournalEntry): boolean =>
  !isAboutAir(entry) || entry.outcome?.result === 'refused' || entry.outcome?.result === 'armed'

/** The index of the entry to drop for the last one; -1: none. */
export function surplusOf(entries: readonly JournalEntry[]): number {
  if (entries.filter(isLocal).length > LOCAL_SHOWN) return entries.findIndex(isLocal)
  return entries.length > JOURNAL_SHOWN ? 0 : -1
}

/** The entries that the state contains. */
export function shown(entries: readonly JournalEntry[]): JournalEntry[] {
  const kept: JournalEntry[] = []
  for (const entry of entries) {
    kept.push(entry)
    const surplus = surplusOf(kept)
    if (surplus >= 0) kept.splice(surplus, 1)
  }
  return kept
}

/**
 * Resumes a service's unsettled starts and stops, of this process and of earlier ones: readings settle each, just as if
 * its response had just been lost.
 */
export function resumeUnsettled(lines: readonly JournalLine[], store: Store, now: number): void {
  store.change((draft) => {
    for (const line of lines) {
      if (!line.air || line.projectId === null) continue
      const project = draft.projects[line.projectId] ?? unreadProject(line.projectId, line.projectName ?? '')
      draft.projects[line.projectId] = project
      project.pending = pendingOf(line, line.air, now)
    }
  })
}

function pendingOf(line: JournalLine, air: NonNullable<JournalLine['air']>, now: number): Pending {
  return {
    ...air,
    commandId: line.id,
    phase: 'checking',
    sentAt: Math.min(line.at, now),
    offReadings: 0,
    failure: diedWaiting(line),
  }
}

function diedWaiting(line: JournalLine): Failure {
  const act = line.air?.act
  return {
    kind: 'timeout',
    operation: act === 'start' ? 'startLive' : act === 'stop' ? 'stopLive' : 'unknown',
    method: 'POST',
    path: '',
    detail: 'Cuelight ended before the answer came',
    mayHaveHappened: true,
  }
}
