/** Chromium's own protocol, over the pipe to a browser: it ends with its app, however that ends. */
import type { Readable, Writable } from 'node:stream'
// The one place where Chromium's protocol is typed, and not exported by name.
import type { Protocol } from '../../../../node_modules/playwright-core/types/protocol.d.ts'

export type { Protocol }

type Commands = Protocol.CommandParameters
type Events = Protocol.Events

/** A way to one page, or to the browser. */
export interface Session {
  send<Name extends keyof Commands & keyof Protocol.CommandReturnValues>(
    method: Name,
    params?: Commands[Name],
  ): Promise<Protocol.CommandReturnValues[Name]>
  /** For what cannot matter any more when it fails: the page has gone meanwhile. */
  tell<Name extends keyof Commands & keyof Protocol.CommandReturnValues>(method: Name, params?: Commands[Name]): void
  on<Name extends keyof Events>(event: Name, listener: (payload: Events[Name]) => void): void
}

export interface Connection {
  /** @param id left out: the browser itself */
  session(id?: string): Session
}

interface Waiting {
  resolve(result: never): void
  reject(error: Error): void
}

interface Message {
  id?: number
  method?: string
  params?: unknown
  result?: unknown
  error?: { message: string }
  sessionId?: string
}

/** Speaks over a browser's debugging pipe: JSON, each message ended by a zero. */
export function connect(to: Writable, from: Readable): Connection {
  const waiting = new Map<number, Waiting>()
  const listeners = new Map<string, ((payload: never) => void)[]>()
  let nr = 0

  readMessages(from, (message) => {
    if (message.id === undefined) {
      const key = `${message.sessionId ?? ''} ${message.method}`
      for (const listener of listeners.get(key) ?? []) listener(message.params as never)
      return
    }
    const one = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error) one?.reject(new Error(message.error.message))
    else one?.resolve(message.result as never)
  })
  from.once('close', () => {
    for (const one of waiting.values()) one.reject(new Error('the browser of the stand-in has ended'))
  })

  return {
    session(id) {
      const send: Session['send'] = (method, params) =>
        new Promise((resolve, reject) => {
          waiting.set(++nr, { resolve, reject: (error) => reject(new Error(`${method}: ${error.message}`)) })
          to.write(`${JSON.stringify({ id: nr, method, params, sessionId: id })}\0`)
        })
      return {
        send,
        tell: (method, params) => void send(method, params).catch(() => {}),
        on(event, listener) {
          const key = `${id ?? ''} ${event}`
          listeners.set(key, [...(listeners.get(key) ?? []), listener])
        },
      }
    },
  }
}

function readMessages(from: Readable, hear: (message: Message) => void): void {
  let rest = ''
  from.setEncoding('utf8')
  from.on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\0')
    rest = parts.pop() ?? ''
    for (const part of parts) hear(JSON.parse(part) as Message)
  })
}
