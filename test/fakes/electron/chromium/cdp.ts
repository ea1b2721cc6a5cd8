/** The DevTools protocol over a pipe to a browser, which ends with its app however that ends. */

import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { CHROMIUM, SHELL } from '../../../../build/setup/chromiumPaths.ts'
import type { Protocol } from '../../../../node_modules/playwright-core/types/protocol.d.ts'

export type { Protocol }

type Commands = Protocol.CommandParameters
type Events = Protocol.Events

/** A session with one page, or with the browser. */
export interface Session {
  send<Name extends keyof Commands & keyof Protocol.CommandReturnValues>(
    method: Name,
    params?: Commands[Name],
  ): Promise<Protocol.CommandReturnValues[Name]>
  /** For commands whose failure does not matter: the page may be gone by then. */
  tell<Name extends keyof Commands & keyof Protocol.CommandReturnValues>(method: Name, params?: Commands[Name]): void
  on<Name extends keyof Events>(event: Name, listener: (payload: Events[Name]) => void): void
}

export interface Connection {
  /** @param id omitted: the browser itself */
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

/** Speaks over a browser's debugging pipe: JSON, each message ended by a zero byte. */
function connect(to: Writable, from: Readable): Connection {
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

/** The environment variable of a test that needs the whole browser: its shell has no microphone. */
export const WHOLE_BROWSER = 'CUELIGHT_STAND_IN_WHOLE_BROWSER'

const FLAGS = [
  ...['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--no-startup-window'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  // A fake microphone with a tone, so that a page with access can be told from one without.
  ...['--use-fake-device-for-media-stream', '--autoplay-policy=no-user-gesture-required'],
  // Whatever the app does not serve itself goes nowhere, except loopback.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  ...['--remote-debugging-pipe', '--remote-debugging-port=0'],
]

export interface Browser extends Connection {
  /** The address at which a test joins the browser. */
  endpoint(): Promise<string>
}

/** @param dir the app's own (`userData`): the browser keeps its profile in a folder there */
export async function startBrowser(dir: string): Promise<Browser> {
  mkdirSync(dir, { recursive: true })
  const profile = mkdtempSync(join(dir, 'stand-in-'))
  const child = spawn(
    process.env[WHOLE_BROWSER] === undefined ? SHELL : CHROMIUM,
    [...FLAGS, `--user-data-dir=${profile}`],
    {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    },
  )
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the browser of the stand-in ended (${code})`)))
  })
  failed.catch(() => {})
  const [, , said, to, from] = child.stdio
  const joinedAt = addressIn(said as Readable)
  const connection = connect(to as Writable, from as Readable)
  await Promise.race([connection.session().send('Browser.getVersion'), failed])
  return { ...connection, endpoint: () => Promise.race([joinedAt, failed]) }
}

/** It prints its address among many other lines, such as those about missing buses. */
function addressIn(said: Readable): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    said.on('data', (chunk) => {
      text = (text + chunk).slice(-10_000)
      const address = /DevTools listening on (ws:\S+)/.exec(text)?.[1]
      if (address) resolve(address)
    })
  })
}

/** A paused page: none of its code has run, and nothing was requested. */
export interface Target {
  readonly id: string
  readonly session: Session
}

export interface Targets {
  create(): Promise<Target>
  close(id: string): void
  /** Closes a page that is still paused; none of its code ever runs. */
  refuse(target: Target): Promise<void>
  /** Calls back with each page that the page `opener` opens. */
  onOpened(opener: string, listener: (target: Target) => void): void
}

/** Every new page is paused until the app has decided about it. */
export async function followTargets(browser: Connection): Promise<Targets> {
  const root = browser.session()
  const made = new Map<string, (target: Target) => void>()
  const openers = new Map<string, (target: Target) => void>()
  let making: Promise<unknown> = Promise.resolve()

  root.on('Target.attachedToTarget', async ({ sessionId, targetInfo: { targetId, openerId } }) => {
    // This event comes before the creator of the page gets its id.
    await making
    const target = { id: targetId, session: browser.session(sessionId) }
    const whose = made.get(targetId) ?? openers.get(openerId ?? '')
    made.delete(targetId)
    if (whose) whose(target)
    else target.session.tell('Runtime.runIfWaitingForDebugger')
  })
  await root.send('Target.setAutoAttach', {
    ...{ autoAttach: true, waitForDebuggerOnStart: true, flatten: true },
    filter: [{ type: 'page' }],
  })

  function close(id: string): void {
    openers.delete(id)
    root.tell('Target.closeTarget', { targetId: id })
  }

  return {
    async create() {
      const creating = root.send('Target.createTarget', { url: 'about:blank' })
      making = Promise.allSettled([making, creating])
      const { targetId } = await creating
      return new Promise((resolve) => made.set(targetId, resolve))
    },
    close,
    async refuse({ id, session }) {
      // Closing a paused page sometimes kills its opener too, which shares its process and never responds again. So
      // the page is resumed first, with all of its requests blocked.
      session.tell('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
      await session.send('Runtime.runIfWaitingForDebugger').catch(() => {})
      close(id)
    },
    onOpened: (opener, listener) => void openers.set(opener, listener),
  }
}
