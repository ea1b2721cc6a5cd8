import { BASE_PATH, RATE_WINDOW_MS } from '../../../../shared/contract/limits.ts'
import type { OperationName } from '../../../../shared/contract/operations.ts'
import type { Clock } from '../../../../shared/util/clock.ts'
import { STATUS_CODES } from '../../../util/http.ts'
import type { Core } from '../../core.ts'
import {
  type AppliedFault,
  anyRequestFault,
  applyFault,
  dropSpent,
  NOTHING,
} from '../../rules/faults/requestFaults.ts'
import { find, Refusal } from '../../rules/world/find.ts'
import type { ExternalService } from '../external.ts'
import { answerOf } from '../problem.ts'
import { type Reply, type ReplyRequest, Text } from '../reply.ts'
import { matchOperation } from '../router.ts'
import type { External } from '../server.ts'
import { Holding } from './holding.ts'

/** A proxy in front of the service does not know its error codes, so the third response has none. */
const OUTAGE: readonly Reply[] = [
  answerOf(new Refusal('INTERNAL_ERROR', 'The service is out of order. Nothing was done.')),
  answerOf(new Refusal('PLATFORM_ERROR', 'The platform cannot be reached. Nothing was done.')),
  { status: 503, body: { error: STATUS_CODES[503], message: 'The service is not available. Nothing was done.' } },
]

/** Rotates through 500, 502 and 503. */
export function serverError(turn: number): Reply {
  return OUTAGE[turn % OUTAGE.length] as Reply
}

const WINDOW_S = RATE_WINDOW_MS / 1_000

/**
 * The response as if another tool had used up the account's budget.
 *
 * @param secondsLeft until the budget is back, or null if unknown; a whole window is then reported
 */
export function stormed(secondsLeft: number | null): Reply {
  const retryAfter = Math.max(1, Math.min(secondsLeft ?? WINDOW_S, WINDOW_S))
  const message = `Too many requests for this account. Nothing was done; ask again in ${retryAfter} s.`
  const headers = { 'Retry-After': String(retryAfter), RateLimit: `"account";r=0;t=${retryAfter}` }
  return { ...answerOf(new Refusal('RATE_LIMITED', message, { retryAfter })), headers }
}

const PAGE =
  '<!doctype html><html><head><title>One moment</title></head><body><h1>One moment, please</h1></body></html>'

/** Violates the contract under the original status. Rotates through a page, wrong types and an empty body. */
export function garbled(reply: Reply, turn: number): Reply {
  const bodies = [new Text('text/html; charset=utf-8', PAGE), wrongTypes(reply.body), new Text(JSON_TYPE, '')]
  return { ...reply, body: bodies[turn % bodies.length] }
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Every field keeps its name but changes its type. */
function wrongTypes(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || body instanceof Text) return 'no record'
  return Object.fromEntries(Object.entries(body).map(([field, value]) => [field, retyped(value)]))
}

function retyped(value: unknown): unknown {
  if (typeof value === 'string') return value.length
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) ? { 0: value[0] ?? null } : [value]
}

interface Dependencies {
  readonly core: Core
  readonly clock: Clock
  readonly external: ExternalService
  readonly log: (line: string) => void
}

/** The service's interface behind the active faults. Each use of a fault is counted before the request runs. */
export class FaultyService implements External {
  readonly #core: Core
  readonly #external: ExternalService
  readonly #holding: Holding
  readonly #log: (line: string) => void

  constructor({ core, clock, external, log }: Dependencies) {
    this.#core = core
    this.#log = log
    this.#external = external
    this.#holding = new Holding(core, clock)
    // Requests that waited when the studio ended no longer do.
    for (const faultId of Object.keys(core.read().faults)) this.#forget(faultId)
  }

  async answer(asked: ReplyRequest): Promise<Reply> {
    const { delays, spoil } = this.#befall(asked)
    const reply = spoil ? await this.#spoil(asked, spoil) : await this.#external.answer(asked)
    for (const { faultId, ms } of delays) await this.#hold(asked, faultId, ms)
    return reply
  }

  headersForStrangers(): Record<string, string> {
    return this.#external.headersForStrangers()
  }

  /** Releases all held responses, because the studio is closing. */
  close(): void {
    this.#holding.close()
  }

  #befall({ method, path }: ReplyRequest): AppliedFault {
    const isOfTheService = path.startsWith(`${BASE_PATH}/`)
    if (!isOfTheService || !anyRequestFault(this.#core.read())) return NOTHING
    const operation = operationAt(method, path.slice(BASE_PATH.length))
    return this.#core.change((draft) => applyFault(draft, { method, operation }), 'storedLater')
  }

  async #spoil(asked: ReplyRequest, { kind, faultId, turn }: NonNullable<AppliedFault['spoil']>): Promise<Reply> {
    if (kind === 'cutBefore') return NOT_A_WORD
    if (kind === 'serverError') return this.#external.turnAway(asked, serverError(turn))
    if (kind === 'rateStorm') return this.#external.turnAway(asked, stormed(this.#secondsLeft(faultId)))
    const reply = await this.#external.answer(asked)
    if (kind === 'malformed') return garbled(reply, turn)
    if (kind === 'truncated') return { ...reply, breaks: 'midway' }
    if (kind === 'hung') await this.#hold(asked, faultId, null)
    return NOT_A_WORD
  }

  async #hold({ whenGone }: ReplyRequest, faultId: string, ms: number | null): Promise<void> {
    await this.#holding.hold(faultId, ms, whenGone)
    if (!this.#holding.closed && !this.#holding.isHeld(faultId)) this.#forget(faultId)
  }

  /** The request has been carried out and is answered even if this cannot be stored. */
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

/** The connection breaks before any of the response is sent. */
const NOT_A_WORD: Reply = { status: 500, body: null, breaks: 'before' }

/** The requested operation, or null if it is not part of the contract. */
function operationAt(method: string, path: string): OperationName | null {
  try {
    return matchOperation(method, path).name
  } catch {
    return null
  }
}
