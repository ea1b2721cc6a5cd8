import { BASE_PATH } from '../../../../shared/contract/limits.ts'
import type { OperationName } from '../../../../shared/contract/operations.ts'
import type { Clock } from '../../../../shared/util/clock.ts'
import type { Core } from '../../core.ts'
import { find } from '../../rules/find.ts'
import { anyRequestFault, type Befallen, befall, dropSpent, NOTHING } from '../../rules/requestFaults.ts'
import type { ExternalService } from '../external.ts'
import type { Asked, Reply } from '../reply.ts'
import { matchOperation } from '../router.ts'
import type { External } from '../server.ts'
import { garbled } from './garble.ts'
import { Holding } from './holding.ts'
import { serverError, stormed } from './outage.ts'

interface Parts {
  readonly core: Core
  readonly clock: Clock
  readonly external: ExternalService
  readonly log: (line: string) => void
}

/** The service's interface as far as the faults at work let it through. What they befall is counted before it is done. */
export class FaultyService implements External {
  readonly #core: Core
  readonly #external: ExternalService
  readonly #holding: Holding
  readonly #log: (line: string) => void

  constructor({ core, clock, external, log }: Parts) {
    this.#core = core
    this.#log = log
    this.#external = external
    this.#holding = new Holding(core, clock)
    // Whoever waited when the studio ended waits no more.
    for (const faultId of Object.keys(core.read().faults)) this.#forget(faultId)
  }

  async answer(asked: Asked): Promise<Reply> {
    const { delays, spoil } = this.#befall(asked)
    const reply = spoil ? await this.#spoil(asked, spoil) : await this.#external.answer(asked)
    for (const { faultId, ms } of delays) await this.#hold(asked, faultId, ms)
    return reply
  }

  headersForStrangers(): Record<string, string> {
    return this.#external.headersForStrangers()
  }

  /** Lets go whatever waits: the studio closes. */
  close(): void {
    this.#holding.close()
  }

  #befall({ method, path }: Asked): Befallen {
    const isOfTheService = path.startsWith(`${BASE_PATH}/`)
    if (!isOfTheService || !anyRequestFault(this.#core.read())) return NOTHING
    const operation = operationAt(method, path.slice(BASE_PATH.length))
    return this.#core.change((draft) => befall(draft, { method, operation }))
  }

  async #spoil(asked: Asked, { kind, faultId, turn }: NonNullable<Befallen['spoil']>): Promise<Reply> {
    if (kind === 'cutBefore') return NOT_A_WORD
    if (kind === 'serverError') return this.#external.turnAway(asked, serverError(turn))
    if (kind === 'rateStorm') return this.#external.turnAway(asked, stormed(this.#secondsLeft(faultId)))
    const reply = await this.#external.answer(asked)
    if (kind === 'malformed') return garbled(reply, turn)
    if (kind === 'truncated') return { ...reply, breaks: 'midway' }
    if (kind === 'hung') await this.#hold(asked, faultId, null)
    return NOT_A_WORD
  }

  async #hold({ whenGone }: Asked, faultId: string, ms: number | null): Promise<void> {
    await this.#holding.hold(faultId, ms, whenGone)
    if (!this.#holding.closed && !this.#holding.isHeld(faultId)) this.#forget(faultId)
  }

  /** What was done stays done, and is answered, even when this cannot be stored. */
  #forget(faultId: string): void {
    try {
      this.#core.change((draft) => dropSpent(draft, faultId))
    } catch (error) {
      this.#log(`A fault that is over could not be taken away: ${String(error)}`)
    }
  }

  #secondsLeft(faultId: string): number | null {
    const until = find(this.#core.read().faults, faultId)?.until ?? null
    return until === null ? null : Math.ceil((until - this.#core.now()) / 1_000)
  }
}

/** The connection breaks before anything of the answer. */
const NOT_A_WORD: Reply = { status: 500, body: null, breaks: 'before' }

/** What is asked, or null where it is nothing of the contract. */
function operationAt(method: string, path: string): OperationName | null {
  try {
    return matchOperation(method, path).name
  } catch {
    return null
  }
}
