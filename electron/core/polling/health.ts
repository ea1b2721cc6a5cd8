import { OUR_MEANINGS } from '../../../shared/contract/meanings.ts'
import type { OperationEntry } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { Attempt } from '../../service/calls.ts'
import type { Client } from '../../service/client.ts'
import type { Connection } from '../connection.ts'
import { type Store, shareStructure } from '../state/store.ts'

/** At most this often the budget, the operations and the time of the last answer are drawn anew, in ms. */
const DRAW_MS = 500

/** Keeps what is known of the service as a whole: does it answer, is it a rehearsal, what budget is left. */
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

  /** A service that answers is well, even when it refuses one thing; only what concerns all requests is its failure. */
  function observe(attempt: Attempt): void {
    const { failure, rehearsal, status } = attempt
    const isOurOwn = failure !== null && OF_OUR_OWN.has(failure.kind)
    drawSoon()
    if (isOurOwn && !wasSent(attempt)) return
    operations = operations.map((one) => (one.name === attempt.operation ? counted(one, attempt, clock.now()) : one))
    if (isOurOwn) return
    if (status !== null) answeredAt = clock.now()
    const ill = failure && !CONCERNS_ONE.has(failure.kind) ? failure : null
    store.change((draft) => {
      const { service } = draft
      if (rehearsal !== null) service.rehearsal = rehearsal
      if (ill && !service.failure) service.failingSince = clock.now()
      if (!ill) service.failingSince = null
      service.failure = ill
    })
  }

  return {
    /** What every connection to the service reports to; one that is closed reports what it gave up. */
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

const isSame = (one: OperationEntry, other: OperationEntry) =>
  one.name === other.name && one.method === other.method && one.path === other.path

const wasSent = ({ failure, status }: Attempt) => status !== null || failure?.mayHaveHappened === true

function counted(entry: OperationEntry, attempt: Attempt, at: number): OperationEntry {
  const { failure, status, ms } = attempt
  const last = { at, ms: Math.round(ms), status, failure: failure?.kind ?? null, code: failure?.code ?? null }
  return { ...entry, sent: entry.sent + (wasSent(attempt) ? 1 : 0), last }
}

/** What we gave up ourselves says nothing of the service. */
const OF_OUR_OWN: ReadonlySet<string> = new Set(['noBudget', 'cancelled'])

/** Only what was asked for: the service is well. */
const CONCERNS_ONE: ReadonlySet<string> = new Set(['refused', 'notFound', 'tooLarge'])
