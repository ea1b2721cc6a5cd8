/** The budget belongs to the show: what the service would have taken is not refused for want of it. */
import type { Outcome } from '../../shared/outcome.ts'
import type { IndependentServer } from '../fakes/independent/server.ts'
import type { Ask } from './desk.ts'
import type { Violation } from './umpire.ts'

export interface BudgetWatch {
  /** Bytes go out. */
  sent(): void
  /** A 429 came, whoever said it. */
  limited(): void
  told(ask: Ask, outcome: Outcome): void
}

export interface BudgetOptions {
  server: IndependentServer
  /** Monotonic ms. */
  now: () => number
  report: (kind: Violation['kind'], about: string) => void
}

/** Our own promise: never more in any 60 s. */
const OWN = { most: 150, inMs: 60_000 }
/** What the contract counts to the show: readings that somebody asks for are not a cue. */
const SHOW: ReadonlySet<string> = new Set(['startLive', 'stopLive', 'syncLive', 'activateScene'])

export function createBudgetWatch({ server, now, report }: BudgetOptions): BudgetWatch {
  const sendings: number[] = []
  let limitedAt = Number.NEGATIVE_INFINITY

  const ours = () => sendings.filter((at) => now() - at < OWN.inMs).length

  return {
    sent: () => void sendings.push(now()),
    limited() {
      limitedAt = now()
    },
    told({ key, command }, outcome) {
      if (outcome.result !== 'failed' || outcome.failure.kind !== 'noBudget') return
      const { operation } = outcome.failure
      const { remaining } = server.control.quota()
      if (!SHOW.has(operation) || remaining - server.underWay() <= 0 || ours() >= OWN.most - 1) return
      // Whoever was told to wait may wait, though not with a stop.
      const mayWait = operation !== 'stopLive' && now() - limitedAt < OWN.inMs
      report(mayWait ? 'waited' : 'starved', `${key} ${command.type}: no budget, and ${remaining} were left`)
    },
  }
}
