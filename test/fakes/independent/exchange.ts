import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Waits } from './options.ts'
import type { RequestRecord } from './records.ts'
import type { Answer } from './refusal.ts'
import type { World } from './world.ts'

/** What one exchange needs of its server. */
export interface ExchangeParts {
  world: World
  waits: Waits
  record: RequestRecord
  response: ServerResponse
  /** Carries the request out, or what it would be with another path. */
  perform: (path?: string) => Answer
}

/** One request and its answer on the wire; it keeps the record true. */
export class Exchange {
  readonly world: World
  readonly waits: Waits
  readonly record: RequestRecord
  readonly #parts: ExchangeParts

  constructor(parts: ExchangeParts) {
    this.world = parts.world
    this.waits = parts.waits
    this.record = parts.record
    this.#parts = parts
  }

  /** Carries the request out, and says so in the record. */
  perform(path?: string): Answer {
    const answer = this.#parts.perform(path)
    this.record.executed = answer.status < 300
    this.record.result = answer.status
    return answer
  }

  /** Answers, after the latency that was asked for. */
  async send(answer: Answer): Promise<void> {
    const payload = await this.#head(answer)
    this.#parts.response.end(payload)
  }

  /** Promises the whole body, sends half of it and breaks the connection. */
  async sendHalf(answer: Answer): Promise<void> {
    const payload = await this.#head(answer)
    const half = payload.subarray(0, Math.floor(payload.length / 2))
    this.#parts.response.write(half, () => this.cut())
  }

  /** Sends the head and half of the body, and the rest after `ms`. */
  async sendInHalves(answer: Answer, ms: number): Promise<void> {
    const payload = await this.#head(answer)
    const half = Math.floor(payload.length / 2)
    this.#parts.response.write(payload.subarray(0, half))
    await this.waits.wait(ms)
    this.#parts.response.end(payload.subarray(half))
  }

  /** Sends bytes that are no HTTP and breaks the connection. */
  async sendRaw(bytes: string): Promise<void> {
    await this.#latency()
    this.#parts.response.socket?.end(bytes)
  }

  /** Breaks the connection. */
  cut(reset = false): void {
    const { socket } = this.#parts.response
    if (reset) socket?.resetAndDestroy()
    else socket?.destroy()
  }

  async #head(answer: Answer): Promise<Buffer> {
    await this.#latency()
    const payload = Buffer.from(answer.text ?? JSON.stringify(answer.body))
    // A client that went away was told nothing.
    if (!this.#parts.response.destroyed) this.record.status = answer.status
    this.#parts.response.writeHead(answer.status, {
      ...(this.world.settings.tellsDate ? { Date: new Date(this.world.told()).toUTCString() } : {}),
      'Content-Type': answer.type ?? 'application/json; charset=utf-8',
      'Content-Length': payload.length,
      ...answer.headers,
    })
    return payload
  }

  #latency(): Promise<void> {
    const { latencyMs } = this.world.settings
    return this.waits.wait(typeof latencyMs === 'number' ? latencyMs : latencyMs(this.record))
  }
}

const LARGEST = 1_000_000

/** The body of a request: parsed JSON, the text when it is none, null when there is nothing. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= LARGEST) chunks.push(chunk)
  }
  return parsed(Buffer.concat(chunks).toString('utf8'))
}

function parsed(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
