import type { Failure } from '../../shared/failures.ts'
import { JOURNAL_SHOWN, type JournalEntry, type Pending, unreadProject } from '../../shared/state.ts'
import type { Journal, JournalLine } from './journal.ts'
import type { Store } from './store.ts'

/** What was on its way when the last process died ends as "not known" in the journal. Nothing is sent again. */
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

/** The entries the state carries. */
export const shown = (entries: readonly JournalEntry[]): JournalEntry[] => entries.slice(-JOURNAL_SHOWN)

/**
 * Takes up the starts and stops of a service that nothing has settled yet, of this process and of any before it: each
 * is settled by reading, exactly as if its answer had just been lost.
 */
export function takeUpUnsettled(lines: readonly JournalLine[], store: Store, now: number): void {
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
    sceneId: null,
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
