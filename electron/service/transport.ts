import type { Dispatcher } from 'undici'
import type { Clock } from '../../shared/util/clock.ts'

/**
 * A longer response is given up, in bytes. A hundred projects with a page of description each take a third of it, and
 * parsing it blocks nothing for longer than a command may wait.
 */
export const LONGEST_ANSWER = 2 * 1024 * 1024
/** How much is read of a response that is no success, in bytes: status, code and message are at its beginning. */
export const LONGEST_REFUSAL = 64 * 1024

/** At most this many informational heads (1xx) may precede the response's own; no service sends more than two. */
const MOST_HEADS = 20

export type Headers = Readonly<Record<string, string | string[] | undefined>>

export interface WireRequest {
  origin: string
  method: Dispatcher.HttpMethod
  /** With prefix and query. */
  path: string
  headers: Record<string, string>
  body: string | null
}

export interface WireAnswer {
  end: 'answer'
  status: number
  headers: Headers
  text: string
}

/** `onSend` threw: nothing was sent. */
export interface Vetoed {
  end: 'vetoed'
  error: unknown
}

/** Every way one exchange can end. `sent` means that bytes may have reached the service. */
export type Ending =
  | WireAnswer
  /** No connection; surely nothing was sent. */
  | { end: 'unsent'; reason: string }
  /** The connection broke before the response was whole. */
  | { end: 'cut'; status: number | null; headers: Headers; reason: string }
  | { end: 'late'; sent: boolean; status: number | null }
  /** Stopped by the caller. */
  | { end: 'stopped'; sent: boolean }
  /** Longer than `LONGEST_ANSWER`. */
  | { end: 'tooLarge'; status: number | null }
  /** The response was not HTTP. */
  | { end: 'garbled'; status: number | null; reason: string }
  | Vetoed

export interface SendOptions {
  clock: Clock
  timeoutMs: number
  signal: AbortSignal
  /** Called on a ready connection, right before the request is sent. */
  onSend: () => void
}

/** One exchange: never repeated, redirected or rejected. The time limit covers connecting and the whole body. */
export function send(dispatcher: Dispatcher, request: WireRequest, options: SendOptions): Promise<Ending> {
  return new Promise((resolve) => {
    const exchange = new Exchange(options, resolve)
    try {
      const { origin, method, path, headers, body } = request
      dispatcher.dispatch({ origin, method, path, headers, body, headersTimeout: 0, bodyTimeout: 0 }, exchange)
    } catch (error) {
      exchange.onResponseError(null, error)
    }
  })
}

/** Handles undici's events during one exchange, and settles it once. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: SendOptions
  readonly #resolve: (ending: Ending) => void
  readonly #stopTimer: () => void
  readonly #chunks: Buffer[] = []
  #controller: Dispatcher.DispatchController | null = null
  #sent = false
  #settled = false
  #status: number | null = null
  #headers: Headers = {}
  #length = 0
  #heads = 0

  constructor(options: SendOptions, resolve: (ending: Ending) => void) {
    this.#options = options
    this.#resolve = resolve
    this.#stopTimer = options.clock.after(options.timeoutMs, () =>
      this.#giveUp({ end: 'late', sent: this.#sent, status: this.#status }),
    )
    if (options.signal.aborted) this.#onAbort()
    else options.signal.addEventListener('abort', this.#onAbort, { once: true })
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Throwing here is undici's way to send nothing and keep the connection.
    if (this.#settled) throw new Error('given up before sending')
    try {
      this.#options.onSend()
    } catch (error) {
      this.#settle({ end: 'vetoed', error })
      throw new Error('not to be sent')
    }
    this.#controller = controller
    this.#sent = true
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status < 200) {
      this.#heads += 1
      if (this.#heads > MOST_HEADS) this.#giveUp({ end: 'garbled', status: null, reason: 'heads without an answer' })
      return
    }
    this.#status = status
    this.#headers = headers
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const isGood = isSuccess(this.#status ?? 0)
    const most = isGood ? LONGEST_ANSWER : LONGEST_REFUSAL
    this.#chunks.push(chunk.subarray(0, most - this.#length))
    this.#length += chunk.byteLength
    if (this.#length > most) this.#giveUp(isGood ? { end: 'tooLarge', status: this.#status } : this.#answer())
  }

  onResponseEnd(): void {
    this.#settle(this.#answer())
  }

  #answer(): WireAnswer {
    const text = new TextDecoder().decode(Buffer.concat(this.#chunks))
    return { end: 'answer', status: this.#status ?? 0, headers: this.#headers, text }
  }

  onResponseError(_controller: unknown, error: unknown): void {
    const reason = codeOf(error)
    if (!this.#sent) this.#settle({ end: 'unsent', reason })
    else if (isGarbled(error)) this.#settle({ end: 'garbled', status: this.#status, reason })
    else this.#settle({ end: 'cut', status: this.#status, headers: this.#headers, reason })
  }

  readonly #onAbort = () => this.#giveUp({ end: 'stopped', sent: this.#sent })

  #giveUp(ending: Ending): void {
    this.#settle(ending)
    // Also closes the connection: a late response must not be taken for the next one's.
    this.#controller?.abort(new Error('given up'))
  }

  #settle(ending: Ending): void {
    if (this.#settled) return
    this.#settled = true
    this.#stopTimer()
    this.#options.signal.removeEventListener('abort', this.#onAbort)
    this.#resolve(ending)
  }
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** Only the code: messages of connection errors may contain addresses, headers or worse. */
function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.name : 'unknown'
}

/** Bytes that are not an HTTP response. A stream that only ended too early is one that was cut. */
function isGarbled(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isUnparsable = error.name === 'HTTPParserError' && !error.message.includes('EOF')
  return isUnparsable || codeOf(error) === 'UND_ERR_HEADERS_OVERFLOW'
}
