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
  /** Carries the request out, as if it had another path if one is given. */
  perform: (path?: string) => Answer
}

export type Exchange = ReturnType<typeof createExchange>

/** One request and its response on the wire; it keeps the record true. */
export function createExchange({ world, waits, record, response, perform }: ExchangeParts) {
  const latency = () => {
    const { latencyMs } = world.settings
    return waits.wait(typeof latencyMs === 'number' ? latencyMs : latencyMs(record))
  }
  const head = async (answer: Answer): Promise<Buffer> => {
    await latency()
    const payload = Buffer.from(answer.text ?? JSON.stringify(answer.body))
    // A client that disconnected received nothing.
    if (!response.destroyed) record.status = answer.status
    response.writeHead(answer.status, {
      ...(world.settings.tellsDate ? { Date: new Date(world.told()).toUTCString() } : {}),
      'Content-Type': answer.type ?? 'application/json; charset=utf-8',
      'Content-Length': payload.length,
      ...answer.headers,
    })
    return payload
  }
  const cut = (reset = false) => void (reset ? response.socket?.resetAndDestroy() : response.socket?.destroy())
  return {
    ...{ world, waits, record, cut },
    /** Carries the request out, and notes the result in the record. */
    perform(path?: string): Answer {
      const answer = perform(path)
      record.executed = answer.status < 300
      record.result = answer.status
      return answer
    },
    /** Responds, after the configured latency. */
    async send(answer: Answer): Promise<void> {
      response.end(await head(answer))
    },
    /** Promises the whole body, sends half of it and breaks the connection. */
    async sendHalf(answer: Answer): Promise<void> {
      const payload = await head(answer)
      response.write(payload.subarray(0, Math.floor(payload.length / 2)), () => cut())
    },
    /** Sends the head and half of the body, and the rest after `ms`. */
    async sendInHalves(answer: Answer, ms: number): Promise<void> {
      const payload = await head(answer)
      const half = Math.floor(payload.length / 2)
      response.write(payload.subarray(0, half))
      await waits.wait(ms)
      response.end(payload.subarray(half))
    },
    /** Sends bytes that are not HTTP and breaks the connection. */
    async sendRaw(bytes: string): Promise<void> {
      await latency()
      response.socket?.end(bytes)
    },
  }
}

const LARGEST = 1_000_000

/** The body of a request: parsed JSON, otherwise the text; null if there is none. */
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
