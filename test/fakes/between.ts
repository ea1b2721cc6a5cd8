/**
 * Stands between the client and any server of the contract, on the way of real bytes: it counts what goes by, loses
 * answers, lets others act right before a request arrives, and alters what is told.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { BASE_PATH } from '../../shared/contract/limits.ts'

export interface Passing {
  method: string
  /** Relative to the base URL, with its query. */
  path: string
  /** What was asked for, parsed; null: nothing. */
  body: unknown
  /** Of the server; null: it never got there. */
  status: number | null
}

/** What befalls requests that fit; left out: nothing of the kind. */
export interface Interference {
  method: string
  path: RegExp
  /** So many requests in a row; default one. */
  times?: number
  /** The connection breaks: before the server hears of it, after, or after while the server hears of it late. */
  cut?: 'before' | 'after' | { lateMs: number }
  /** Done while the request waits, before the server hears of it. */
  before?: () => unknown
  /** It waits until the client goes: before the server hears of it, or after. */
  hang?: 'before' | 'after'
  /** Refused, and the server hears of nothing. */
  refuse?: { status: number; body: object }
  /** What the server hears instead. */
  instead?: object
  /** What is told instead. */
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
    const passing: Passing = { method, path, body: bytes.length ? JSON.parse(bytes.toString()) : null, status: null }
    seen.push(passing)
    const { before, cut, tell, hang, refuse, instead } = take(method, path) ?? {}
    await before?.()
    const forward = () => {
      const forwarded = carry()
      underWay.add(forwarded)
      return forwarded.finally(() => underWay.delete(forwarded))
    }
    async function carry(): Promise<Response> {
      const headers = { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' }
      const body = instead ? JSON.stringify(instead) : bytes.length ? bytes : null
      const answer = await fetch(target + path, { method, headers, body })
      passing.status = answer.status
      return answer
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
    const answer = await forward()
    const text = await answer.text()
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
    /** Settles once the server has answered all that it heard of, so that no clock runs ahead of it. */
    answered: () => Promise.allSettled(underWay),
    /** Interferes no more. */
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
