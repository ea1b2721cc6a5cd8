/** The connections of one life: what goes out is stamped with its command, and dies with its process. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Agent, type Dispatcher } from 'undici'

/**
 * What a request asks for, as the umpire reads it: derived from the contract's paths, and from nothing of the
 * product.
 */

/** The operations that change something at the service. */
const ACTS = ['start', 'stop', 'sync', 'activate', 'update', 'other'] as const
export type Act = (typeof ACTS)[number]
export type Operation = Act | 'live' | 'scenes' | 'project' | 'verify' | 'read'

interface Asked {
  operation: Operation
  /** Null if the path names none. */
  projectId: string | null
}

const PROJECT = /^\/projects\/([^/]+)/
const WRITES: readonly [RegExp, Operation][] = [
  [/^POST \/projects\/[^/]+\/live$/, 'start'],
  [/^POST \/projects\/[^/]+\/live\/stop$/, 'stop'],
  [/^POST \/projects\/[^/]+\/live\/sync$/, 'sync'],
  [/^POST \/projects\/[^/]+\/scenes\/[^/]+\/activate$/, 'activate'],
  [/^PATCH \/projects\/[^/]+$/, 'update'],
  [/^POST \/destinations\/verify$/, 'verify'],
]
const READS: readonly [RegExp, Operation][] = [
  [/\/live$/, 'live'],
  [/\/scenes$/, 'scenes'],
  [/^\/projects\/[^/]+$/, 'project'],
]

/** @param path relative to the base path, without its query */
export function askedOf(method: string, path: string): Asked {
  const id = PROJECT.exec(path)?.[1]
  const known = method === 'GET' ? READS : WRITES
  const found = known.find(([pattern]) => pattern.test(method === 'GET' ? path : `${method} ${path}`))
  const operation = found?.[1] ?? (method === 'GET' ? 'read' : 'other')
  return { operation, projectId: id === undefined ? null : decodeURIComponent(id) }
}

/** Whether it changes something at the service. Verifying destinations does not, although it is a POST. */
export function isAct(operation: Operation): operation is Act {
  return (ACTS as readonly string[]).includes(operation)
}

/** The service spells it so (contract). */
function switchIn(body: unknown): boolean | null {
  const said = /"autoSynch":(true|false)/.exec(typeof body === 'string' ? body : '')
  return said && said[1] === 'true'
}

/** The command that is being carried out, in whatever code of the product. */
export const asking = new AsyncLocalStorage<string>()
/** Shows in the server's record which command a request is from. */
export const STAMP = 'x-show-command'

/** One request of one life. Times are monotonic ms. */
export interface Wire extends Asked {
  /** The command it is from; null for automatic readings. */
  key: string | null
  life: number
  /** When its bytes went out; before that, when it was handed over. */
  sentAt: number
  /** What it switches auto-sync to; null if it does not. */
  autoSync: boolean | null
}

export interface WireWatch {
  /** Right before the bytes go out: if this ends the life, they do not. */
  about(wire: Wire): void
  sent(wire: Wire): void
  /** A whole response is in: if this ends the life, it is not read. */
  answered(wire: Wire, status: number, text: string): void
  /** No whole response came. */
  lost(wire: Wire): void
}

interface WireOptions {
  life: number
  /** Path of the service's base URL. */
  prefix: string
  now: () => number
  watch: WireWatch
}

/** undici's Agent as the product uses it, observed, and able to be cut off between two bytes. */
export class WatchedAgent extends Agent {
  readonly #options: WireOptions
  /** Number of open requests. */
  open = 0
  alive = true

  constructor(options: WireOptions) {
    // As the product's own: HTTP/1 only.
    super({ allowH2: false })
    this.#options = options
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    // A dead process sends nothing.
    if (!this.alive) return true
    const { life, prefix, now } = this.#options
    const key = asking.getStore() ?? null
    const path = options.path.slice(prefix.length).split('?')[0] ?? ''
    const wire: Wire = {
      ...askedOf(options.method, path),
      key,
      life,
      sentAt: now(),
      autoSync: switchIn(options.body),
    }
    this.open += 1
    const headers = { ...(options.headers as Record<string, string>), ...(key ? { [STAMP]: key } : {}) }
    return super.dispatch({ ...options, headers }, new Tap(this, wire, handler, this.#options))
  }

  /** The process dies: its connections break, and nothing that arrives by them is processed any more. */
  kill(): void {
    this.alive = false
    this.open = 0
    this.destroy(new Error('killed')).catch(() => {})
  }
}

/** Passes on what happens to one request, as long as its process lives. */
class Tap implements Dispatcher.DispatchHandler {
  readonly #agent: WatchedAgent
  readonly #wire: Wire
  readonly #handler: Dispatcher.DispatchHandler
  readonly #options: WireOptions
  readonly #chunks: Buffer[] = []
  #status = 0
  #sent = false
  #ended = false

  constructor(agent: WatchedAgent, wire: Wire, handler: Dispatcher.DispatchHandler, options: WireOptions) {
    this.#agent = agent
    this.#wire = wire
    this.#handler = handler
    this.#options = options
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#assertAlive()
    // The product's last check: it may throw, and then nothing is sent.
    this.#handler.onRequestStart?.(controller, context)
    this.#options.watch.about(this.#wire)
    this.#assertAlive()
    this.#sent = true
    this.#wire.sentAt = this.#options.now()
    this.#options.watch.sent(this.#wire)
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: never, message?: string): void {
    if (!this.#agent.alive) return
    this.#status = status
    this.#handler.onResponseStart?.(controller, status, headers, message)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#agent.alive) return
    this.#chunks.push(chunk)
    this.#handler.onResponseData?.(controller, chunk)
  }

  onResponseEnd(controller: Dispatcher.DispatchController, trailers: never): void {
    if (!this.#end()) return
    this.#options.watch.answered(this.#wire, this.#status, Buffer.concat(this.#chunks).toString())
    if (this.#agent.alive) this.#handler.onResponseEnd?.(controller, trailers)
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    if (!this.#end()) return
    if (this.#sent) this.#options.watch.lost(this.#wire)
    this.#handler.onResponseError?.(controller, error)
  }

  #assertAlive(): void {
    if (!this.#agent.alive) throw new Error('killed')
  }

  /** False if it is over already, or its process is dead. */
  #end(): boolean {
    if (this.#ended || !this.#agent.alive) return false
    this.#ended = true
    this.#agent.open -= 1
    return true
  }
}
