import type { Failure } from '../../shared/failures.ts'
import { unreadProject } from '../../shared/state.ts'
import type { Parts } from './context.ts'
import type { Journal, JournalLine } from './journal.ts'

/**
 * Takes up what was on its way when the last process died: its outcome is "not known" in the journal, and a start or
 * stop is settled by reading, exactly as if its answer had been lost. Nothing is sent again.
 */
export function recover(unfinished: readonly JournalLine[], { store, clock }: Parts, journal: Journal): void {
  for (const line of unfinished) {
    const failure = diedWaiting(line)
    journal.write({ ...line, line: 'ended', outcome: { result: 'unknown', failure }, ms: null })
    store.change((draft) => {
      const entry = draft.journal.find((one) => one.id === line.id)
      if (entry) entry.outcome = { result: 'unknown', failure }
      if (!line.air || line.projectId === null) return
      const project = draft.projects[line.projectId] ?? unreadProject(line.projectId, line.projectName ?? '')
      draft.projects[line.projectId] = project
      project.pending = {
        ...line.air,
        commandId: line.id,
        phase: 'checking',
        sentAt: Math.min(line.at, clock.now()),
        sceneId: null,
        offReadings: 0,
        failure,
      }
    })
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
