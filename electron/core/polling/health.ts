import { OUR_MEANINGS } from '../../../shared/contract/meanings.ts'
import type { AppState, OperationEntry } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { Attempt } from '../../service/calls.ts'
import type { Client } from '../../service/client.ts'
import type { Connection } from '../connection.ts'
import { type Store, shareStructure } from '../state/store.ts'

/** Least time between two updates of the budget, the operations and the time of the last response, in ms. */
const DRAW_MS = 500

/** Tracks the service as a whole: whether it responds, whether it is a rehearsal, and what budget is left. */
export function createServiceHealth(store: Store, clock: Clock) {
  let client: Client | null = null
  let answeredAt: number | null = null
  let operations: OperationEntry[] = []
  let stopDrawing: (() => void) | null = null

  function draw(): void {
    stopDrawing = null
    const budget = client?.budget()
    store.change((draft) => {
      draft.service.answeredAt = answeredAt
      if (budget) Object.assign(draft.budget, budget)
      shareStructure(draft.operations, operations)
    })
  }

  function drawSoon(): void {
    stopDrawing ??= clock.after(DRAW_MS, draw)
  }

  /** A service that responds is healthy, even if it refuses a request; only failures of all requests count. */
  function observe(attempt: Attempt): void {
    const { failure, status } = attempt
    const isOurOwn = failure !== null && OF_OUR_OWN.has(failure.kind)
    drawSoon()
    if (isOurOwn && !wasSent(attempt)) return
    operations = operations.map((one) => (one.name === attempt.operation ? counted(one, attempt, clock.now()) : one))
    if (isOurOwn) return
    if (status !== null) answeredAt = clock.now()
    const ill = failure && !CONCERNS_ONE.has(failure.kind) ? failure : null
    store.change((draft) => {
      const { service } = draft
      learnRehearsal(draft, attempt)
      if (ill && !service.failure) service.failingSince = clock.now()
      if (!ill) service.failingSince = null
      service.failure = ill
    })
  }

  return {
    /** Every connection reports its attempts here; a closed one reports the attempts it gave up. */
    observe,
    connected(
      { baseUrl, account, keyPresent, entries: sent, meanings = OUR_MEANINGS }: Connection,
      next: Client,
    ): void {
      client = next
      if (sent) operations = sent.map((row) => operations.find((one) => isSame(one, row)) ?? row)
      store.change((draft) => {
        Object.assign(draft.service, { baseUrl, account, keyPresent, failure: null, failingSince: null })
        shareStructure(draft.operations, operations)
        draft.meanings = meanings
      })
      drawSoon()
    },
    close(): void {
      stopDrawing?.()
    },
  }
}

/**
 * Our studio may broadcast one project and rehearse another. What is shown is about the show target: a response about
 * another project says nothing of it, and one about none only until a response about the target has arrived.
 */
function learnRehearsal(
  { projects, targetId, service }: Pick<AppState, 'projects' | 'targetId' | 'service'>,
  { projectId, rehearsal }: Attempt,
): void {
  if (rehearsal === null) return
  const project = projectId === null ? undefined : projects[projectId]
  if (project) project.rehearsal = rehearsal
  const target = targetId === null ? undefined : projects[targetId]
  if (!target || projectId === null || projectId === targetId) service.rehearsal = target?.rehearsal ?? rehearsal
}

const isSame = (one: OperationEntry, other: OperationEntry) =>
  one.name === other.name && one.method === other.method && one.path === other.path

const wasSent = ({ failure, status }: Attempt) => status !== null || failure?.mayHaveHappened === true

function counted(entry: OperationEntry, attempt: Attempt, at: number): OperationEntry {
  const { failure, status, ms } = attempt
  const last = { at, ms: Math.round(ms), status, failure: failure?.kind ?? null, code: failure?.code ?? null }
  return { ...entry, sent: entry.sent + (wasSent(attempt) ? 1 : 0), last }
}

/** Attempts that we gave up ourselves say nothing about the service. */
const OF_OUR_OWN: ReadonlySet<string> = new Set(['noBudget', 'cancelled'])

/** These failures concern only the one request; the service is healthy. */
const CONCERNS_ONE: ReadonlySet<string> = new Set(['refused', 'notFound', 'tooLarge'])
