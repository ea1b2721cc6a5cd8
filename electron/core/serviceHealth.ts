import type { Clock } from '../../shared/clock.ts'
import type { Attempt } from '../service/calls.ts'
import type { Client } from '../service/client.ts'
import type { Connection } from './core.ts'
import type { Store } from './store.ts'

/** At most this often the budget and the time of the last answer are drawn anew, in ms. */
const DRAW_MS = 500

/** Keeps what is known of the service as a whole: does it answer, is it a rehearsal, what budget is left. */
export function createServiceHealth(store: Store, clock: Clock) {
  let client: Client | null = null
  let answeredAt: number | null = null
  let stopDrawing: (() => void) | null = null

  function draw(): void {
    stopDrawing = null
    const budget = client?.budget()
    store.change((draft) => {
      draft.service.answeredAt = answeredAt
      if (budget) Object.assign(draft.budget, budget)
    })
  }

  function drawSoon(): void {
    stopDrawing ??= clock.after(DRAW_MS, draw)
  }

  /** A service that answers is well, even when it refuses one thing; only what concerns all requests is its failure. */
  function observe({ failure, rehearsal, status }: Attempt): void {
    drawSoon()
    if (failure && NEVER_SENT.has(failure.kind)) return
    if (status !== null) answeredAt = clock.now()
    const ill = failure && CONCERNS_ALL.has(failure.kind) ? failure : null
    store.change((draft) => {
      const { service } = draft
      if (rehearsal !== null) service.rehearsal = rehearsal
      if (ill && !service.failure) service.failingSince = clock.now()
      if (!ill) service.failingSince = null
      service.failure = ill
    })
  }

  return {
    observe,
    connected({ baseUrl, account, keyPresent }: Connection, next: Client): void {
      client = next
      store.change((draft) => {
        Object.assign(draft.service, { baseUrl, account, keyPresent, failure: null, failingSince: null })
      })
      drawSoon()
    },
    close(): void {
      stopDrawing?.()
    },
  }
}

/** Attempts that say nothing of the service: they never reached it. */
const NEVER_SENT: ReadonlySet<string> = new Set(['noBudget', 'cancelled'])

const CONCERNS_ALL: ReadonlySet<string> = new Set([
  'offline',
  'timeout',
  'unauthorised',
  'plan',
  'rateLimited',
  'serverFault',
  'unreadable',
])
