/**
 * A proxy between the client and any server of the contract, on real sockets: it counts requests, loses responses,
 * lets others act right before a request arrives, and alters responses.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { BASE_PATH } from '../../shared/contract/limits.ts'

export interface Passing {
  method: string
  /** Relative to the base URL, with its query. */
  path: string
  /** The request body, parsed; null: none. */
  body: unknown
  /** Of the server's response; null: the request never got there. */
  status: number | null
  /** The server's response, whether or not it reached the client. */
  answer: unknown
}

/** The interference with matching requests; every field is optional. */
export interface Interference {
  method: string
  path: RegExp
  /** Number of requests in a row; default one. */
  times?: number
  /**
   * Breaks the connection: before the server receives the request, after it, or after while the server receives it
   * late.
   */
  cut?: 'before' | 'after' | { lateMs: number }
  /** Called for each affected request. */
  seen?: (passing: Passing) => void
  /** Runs while the request waits, before the server receives it. */
  before?: () => unknown
  /** Waits until the client disconnects: before the server receives the request, or after. */
  hang?: 'before' | 'after'
  /** Refuses, and the server receives nothing. */
  refuse?: { status: number; body: object }
  /** The body that the server receives instead. */
  instead?: object
  /** The body that the client receives instead. */
  tell?: (told: never, passing: Passing) => unknown
}

export type Between = Awaited<ReturnType<typeof standBetween>>

/** @param after runs something once a time has passed, by the clock of the test */
export async function standBetween(target: string, after: (ms: number, run: () => void) => unknown) {
  const seen: Passing[] = []
  let waiting: (Interference & { left: number })[] = []
  let hanging = 0
  const underWay = new Set<Promise<unknown>>()

  function take(method: string, path: string): Interference | undefined {
    const one = waiting.find((other) => other.method === method && other.path.test(path.split('?')[0] ?? ''))
    if (one && --one.left === 0) waiting = waiting.filter((other) => other !== one)
    return one
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '' } = request
    const path = (request.url ?? '').slice(BASE_PATH.length)
    const bytes = await buffer(request)
    const asked = bytes.length ? JSON.parse(bytes.toString()) : null
    const passing: Passing = { method, path, body: asked, status: null, answer: null }
    seen.push(passing)
    const { before, cut, tell, hang, refuse, instead, seen: tellOf } = take(method, path) ?? {}
    tellOf?.(passing)
    await before?.()
    const forward = () => {
      const forwarded = carry()
      underWay.add(forwarded)
      return forwarded.finally(() => underWay.delete(forwarded))
    }
    async function carry() {
      const headers = { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' }
      const body = instead ? JSON.stringify(instead) : bytes.length ? bytes : null
      const answer = await fetch(target + path, { method, headers, body })
      const text = await answer.text()
      Object.assign(passing, { status: answer.status, answer: JSON.parse(text) })
      return { answer, text }
    }
    if (refuse) return void answerWith(response, refuse.status, JSON.stringify(refuse.body))
    if (cut === 'before') return void response.destroy()
    if (hang) {
      if (hang === 'after') await forward()
      hanging += 1
      return
    }
    if (typeof cut === 'object') {
      after(cut.lateMs, () => void forward())
      return void response.destroy()
    }
    const { answer, text } = await forward()
    if (cut === 'after') return void response.destroy()
    const told = tell ? JSON.stringify(tell(JSON.parse(text) as never, passing)) : text
    const kept = [...answer.headers].filter(
      ([name]) => !/^(content-|transfer-|connection|date|keep-alive)/.test(name),
    )
    response.writeHead(answer.status, { ...Object.fromEntries(kept), 'content-type': 'application/json' })
    response.end(told)
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}${BASE_PATH}`,
    seen,
    isHanging: () => hanging > 0,
    /** Settles once the server has responded to everything it received, so that no clock runs ahead of it. */
    answered: () => Promise.allSettled(underWay),
    /** Removes all interference. */
    forget: (): void => void waiting.splice(0),
    interfere: (one: Interference): void => void waiting.push({ ...one, left: one.times ?? 1 }),
    /** Requests that were sent, and those of them that a server carried out. */
    sent: (method: string, path: RegExp) => seen.filter((one) => isFor(one, method, path)),
    done: (method: string, path: RegExp) =>
      seen.filter((one) => isFor(one, method, path) && one.status !== null && one.status < 300),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function answerWith(response: ServerResponse, status: number, body: string, headers: object = {}): void {
  response.writeHead(status, { ...headers, 'content-type': 'application/json' })
  response.end(body)
}

const isFor = (one: Passing, method: string, path: RegExp) =>
  one.method === method && path.test(one.path.split('?')[0] ?? '')
