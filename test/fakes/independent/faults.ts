import type { Headers, RetryAfterStyle } from './headers.ts'
import { isFor, type PathMatch, type RequestRecord } from './records.ts'
import type { Answer } from './refusal.ts'

/** Whether the operation is carried out although its response is lost or replaced; each kind has its own default. */
interface MayExecute {
  execute?: boolean
}

/** The kinds of faults. Those that a proxy or a network would cause do not execute by default. */
export type FaultKind =
  /** The connection breaks with nothing done; `reset` sends RST in place of FIN. */
  | { kind: 'cutBefore'; reset?: boolean }
  /** It is done, at once or `executeAfterMs` after the break, and no response comes. */
  | { kind: 'cutAfter'; reset?: boolean; executeAfterMs?: number }
  /** The connection breaks half-way through the promised body. Executes. */
  | ({ kind: 'cutBody' } & MayExecute)
  /** No response ever comes. Executes only if set, at once or later. */
  | ({ kind: 'hang'; executeAfterMs?: number } & MayExecute)
  /** Done at once with a late response, or (`before`) done late as well. */
  | { kind: 'slow'; ms: number; when?: 'before' | 'after' }
  /** Done at once; the head and half of the body come at once, the rest after `ms`. */
  | { kind: 'slowBody'; ms: number }
  /** 200 with an HTML page, as from a captive portal. */
  | ({ kind: 'html' } & MayExecute)
  /** 200 with an empty body. Executes. */
  | ({ kind: 'empty' } & MayExecute)
  /** 200 whose JSON stops half-way, in a complete HTTP message. Executes. */
  | ({ kind: 'truncated' } & MayExecute)
  /** Values of the wrong type; `set` names them by path (`scenes.0.isActive`), else well-known fields. Executes. */
  | { kind: 'wrongTypes'; set?: Record<string, unknown> }
  /** 500 in the service's error shape. */
  | ({ kind: 'serverError'; code?: string } & MayExecute)
  /** 502 with an HTML page. */
  | ({ kind: 'badGateway' } & MayExecute)
  /** 503 with Retry-After. */
  | ({ kind: 'unavailable'; retryAfterMs?: number; style?: RetryAfterStyle } & MayExecute)
  /** 429; never executes. */
  | { kind: 'rateLimited'; retryAfterMs?: number; style?: RetryAfterStyle }
  /** 401; never executes. */
  | { kind: 'unauthorized' }
  /** 403 of the Free plan; never executes. */
  | { kind: 'planRequired' }
  /** 302 (or `status`), by default to another path of this server, so that following it shows in the record. */
  | { kind: 'redirect'; status?: number; location?: string }
  /** Bytes that are not HTTP. */
  | ({ kind: 'garbage' } & MayExecute)
  /** The service's own refusal, with any code; never executes. */
  | { kind: 'refuse'; status: number; code?: string; message?: string; details?: Record<string, unknown> }
  /** An error body of no agreed shape; never executes. */
  | { kind: 'oddError'; shape: OddErrorShape; status?: number }
  /** Done, with the proper response, but with these headers over the honest ones. */
  | { kind: 'headers'; headers: Headers }
  /** Responds as if this path (relative to the base path) had been requested. */
  | { kind: 'misrouted'; path: string }
  /** Any response at all. */
  | ({ kind: 'answer' } & Answer & MayExecute)

export type OddErrorShape = 'string' | 'array' | 'nested' | 'null' | 'number' | 'codeIsNumber' | 'text'

/** Which requests a fault is for. Omitted: any. */
export interface FaultMatch {
  method?: string
  path?: PathMatch
  /** An additional condition. */
  when?: (record: RequestRecord) => boolean
  /** The first affected request, counted from 1 among those that match since the fault was added. */
  nth?: number
}

/** A fault and when to play it: `times` requests in a row, by default one. */
export type FaultSpec = FaultKind & { match?: FaultMatch; times?: number | 'always' }

/** A fault that was added. */
export interface AddedFault {
  /** How often it was played. */
  readonly fired: number
  remove(): void
}

interface Armed {
  spec: FaultSpec
  seen: number
  fired: number
}

/** The faults that wait for their request. If several match, the one added first is played. */
export class FaultList {
  #armed: Armed[] = []

  add(spec: FaultSpec): AddedFault {
    const armed: Armed = { spec, seen: 0, fired: 0 }
    this.#armed.push(armed)
    return {
      get fired() {
        return armed.fired
      },
      remove: () => {
        this.#armed = this.#armed.filter((one) => one !== armed)
      },
    }
  }

  clear(): void {
    this.#armed = []
  }

  /** The fault to play for a request, counted as played. */
  take(record: RequestRecord): FaultKind | null {
    const fitting = this.#armed.filter(({ spec }) => fits(spec.match, record))
    for (const armed of fitting) armed.seen += 1
    const due = fitting.find(isDue)
    if (!due) return null
    due.fired += 1
    return due.spec
  }
}

function fits(match: FaultMatch = {}, record: RequestRecord): boolean {
  const { method = record.method, path = record.path, when = () => true } = match
  return isFor(record, method, path) && when(record)
}

function isDue({ spec, seen, fired }: Armed): boolean {
  const times = spec.times === 'always' ? Number.POSITIVE_INFINITY : (spec.times ?? 1)
  return seen >= (spec.match?.nth ?? 1) && fired < times
}
