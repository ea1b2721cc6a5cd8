import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { enablePatches, type Patch, produceWithPatches } from 'immer'
import { type WebSocket, WebSocketServer } from 'ws'
import { coreProof, isSignedBy, newNonce } from '../../electron/remote/proofs.ts'
import { PAGE_HEADERS } from '../../electron/util/pageHeaders.ts'
import { BRIDGE_PATH, NO_SESSION } from '../../shared/bridge/bridge.ts'
import { PageProof } from '../../shared/bridge/handshake.ts'
import { ClientMessage } from '../../shared/bridge/messages.ts'
import { coreSigns, pageSigns } from '../../shared/bridge/signed.ts'
import { type Command, parseCommand } from '../../shared/commands/commands.ts'
import type { Outcome } from '../../shared/outcome.ts'
import type { Report } from '../../shared/report/report.ts'
import type { AppState, JournalEntry } from '../../shared/state.ts'
import { newSigningKey } from '../fakes/panelPage.ts'
import type { PanelFiles } from './panelFiles.ts'
import { READS } from './projectStates.ts'
import { NOW } from './states.ts'

enablePatches()

/** How the core replies in a test: with an outcome, not at all, or by breaking the link first. */
export type Reply = Outcome | 'silence' | 'breakLink'

export interface Received {
  id: string
  /** When it was pressed, by this core's clock. */
  at?: number | undefined
  command: Command
}

/** A part of a value, at any depth; lists are given whole. */
type Part<T> = T extends readonly unknown[] ? T : T extends object ? { [Name in keyof T]?: Part<T[Name]> } : T

function merge(into: object, part: object): void {
  for (const [name, value] of Object.entries(part)) {
    const there = (into as Record<string, unknown>)[name]
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (isRecord && typeof there === 'object' && there !== null) merge(there, value)
    else Object.assign(into, { [name]: value })
  }
}

/** The strict policy under which the real core serves the panel. */
const POLICY = PAGE_HEADERS['content-security-policy']

const TYPES: Record<string, string> = { js: 'text/javascript', css: 'text/css', woff2: 'font/woff2' }

/**
 * Replaces the panel's own script: stores a session as if this browser had been here before, then loads that script.
 */
const KEEP_SESSION = '/session.js'

/** Stores in the browser what an earlier page would have stored. @param then the panel's own script */
const keepSession = (session: { id: string; coreKey: string; keys: readonly object[] }, then: string) => `
const { id, coreKey, keys } = ${JSON.stringify(session)}
const curve = { name: 'ECDSA', namedCurve: 'P-256' }
const signing = async ({ key, jwk }) => ({ key, sign: await crypto.subtle.importKey('jwk', jwk, curve, false, ['sign']) })
const bytes = Uint8Array.from(coreKey.match(/../g), (pair) => Number.parseInt(pair, 16))
const hmac = { name: 'HMAC', hash: 'SHA-256' }
try {
  if (localStorage.getItem('cuelight.session') !== id) {
    const core = await crypto.subtle.importKey('raw', bytes, hmac, false, ['verify'])
    const [own, next] = await Promise.all(keys.map(signing))
    await new Promise((resolve, reject) => {
      const opening = indexedDB.open('cuelight', 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('keys')
      opening.onerror = reject
      opening.onsuccess = () => {
        const transaction = opening.result.transaction('keys', 'readwrite')
        transaction.objectStore('keys').put({ id, core, own, next }, 'session')
        transaction.oncomplete = resolve
        opening.result.close()
      }
    })
    localStorage.setItem('cuelight.session', id)
  }
} catch {}
await import('${then}')
`

/** A key that a page can be given. */
function newPageKey() {
  const { key, sign } = newSigningKey()
  return { key, jwk: sign.export({ format: 'jwk' }) }
}

/** A core controlled by the test: serves the built panel and speaks the bridge's protocol to it. */
export class ScriptedCore {
  /** Every command received, in order, including repeated ones. */
  readonly received: Received[] = []
  readonly messages: ClientMessage[] = []
  state: AppState
  revision = 1
  /** Its clock, wall time in ms; left out: it sends no time, and the page uses its own. */
  now?: number
  reply: (received: Received) => Reply = () => ({ result: 'done', done: { what: 'refreshed' } })
  /** Lets no one in: no session. */
  refuses = false
  /** Lacks the core's secret, like another program that took its port. */
  impostor = false
  /** What pages sent before the proof was complete. */
  readonly saidTooSoon: string[] = []
  /** Closes each link as soon as it opens. */
  down = false
  /** Neither receives nor sends anything any more, as a core that hangs. */
  hangs = false
  /** Accepts links and sends nothing, as a core that is only starting. */
  mute = false
  tries = 0
  /** The address of the preview; null: it is not told. */
  preview: string | null = null
  /** The show report from its journal; a text: why it cannot be read. */
  report: (show: string | null) => Report | string = () => ({ now: 0, shows: [], show: null })
  /** Its reply to a read of the contract: a value, the reason for a failure, or nothing yet (null). */
  read: (name: string, input: Record<string, unknown>) => object | string | null = READS
  readonly reads: { name: string; input: Record<string, unknown> }[] = []
  /** Downloads by path: the file, or the status of a refusal. */
  downloads: Record<string, string | number> = {}
  readonly #files: PanelFiles
  readonly #session = { id: newNonce(), coreKey: newNonce(), keys: [newPageKey(), newPageKey()] }
  readonly #server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    const download = this.downloads[path]
    const file = typeof download === 'string' ? download : this.#file(path === '/' ? '/index.html' : path)
    const type = TYPES[path.split('.').at(-1) ?? ''] ?? 'text/html'
    const status = typeof download === 'number' ? download : file === undefined ? 404 : 200
    response.writeHead(status, { 'content-type': type, 'content-security-policy': POLICY })
    response.end(file)
  })
  readonly #sockets = new WebSocketServer({ noServer: true })
  readonly #proven = new Set<WebSocket>()

  constructor(files: PanelFiles, state: AppState) {
    this.#files = files
    this.state = state
    this.#server.on('upgrade', (request, raw, head) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
      if (pathname !== BRIDGE_PATH) return void raw.destroy()
      this.#sockets.handleUpgrade(request, raw, head, (socket) =>
        this.#meet(socket, searchParams, request.headers.host ?? ''),
      )
    })
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  async stop(): Promise<void> {
    this.breakLinks()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Changes the state, and sends that as patches. */
  change(recipe: (draft: AppState) => void): void {
    const [next, patches] = produceWithPatches(this.state, recipe)
    this.state = next
    this.sendPatches(this.revision, patches)
  }

  /** Changes the given values, at any depth, and sends that as patches. */
  set(part: Part<AppState>): void {
    this.change((draft) => merge(draft, part))
  }

  /** Adds an entry to the journal. */
  journal(entry: JournalEntry): void {
    this.change(({ journal }) => void journal.push(entry))
  }

  /** Sends patches with any base, right or wrong. */
  sendPatches(base: number, patches: Patch[]): void {
    this.revision++
    this.say({ type: 'patch', base, revision: this.revision, now: this.now, patches })
  }

  say(message: unknown): void {
    for (const socket of this.#proven) socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** Replaces the whole state, and sends a snapshot. */
  become(state: AppState): void {
    this.state = state
    this.revision++
    this.say({ type: 'snapshot', revision: this.revision, now: this.now, state })
  }

  /** Breaks every link without a close frame, as a crash does. */
  breakLinks(): void {
    for (const socket of this.#sockets.clients) socket.terminate()
  }

  goDown(): void {
    this.down = true
    this.breakLinks()
  }

  /** Ends every link as if its session was revoked. */
  revoke(): void {
    this.refuses = true
    for (const socket of this.#sockets.clients) socket.close(NO_SESSION)
  }

  /** The id of the session its pages use. */
  get sessionId(): string {
    return this.#session.id
  }

  get commands(): Command[] {
    return this.received.map(({ command }) => command)
  }

  /** A file of the panel. Its page finds the session that an earlier one would have stored. */
  #file(path: string): string | Uint8Array | undefined {
    const page = String(this.#files.get('/index.html'))
    const [, script = ''] = /<script type="module"[^>]* src="\.?([^"]+)"/.exec(page) ?? []
    if (path === KEEP_SESSION) return keepSession(this.#session, script)
    return path === '/index.html' ? page.replace(`.${script}`, `.${KEEP_SESSION}`) : this.#files.get(path)
  }

  #meet(socket: WebSocket, asked: URLSearchParams, host: string): void {
    this.tries++
    if (this.refuses) socket.close(NO_SESSION)
    else if (this.down) socket.terminate()
    // The app's own channel needs no proof.
    else if (asked.get('token') === 'app') this.#serve(socket)
    else this.#challenge(socket, asked, host)
  }

  #challenge(socket: WebSocket, asked: URLSearchParams, host: string): void {
    const { id, coreKey } = this.#session
    const nonce = newNonce()
    const meeting = { host, pageNonce: asked.get('nonce') ?? '', coreNonce: nonce }
    const proof = coreProof(this.impostor ? newNonce() : coreKey, coreSigns(meeting))
    socket.send(
      JSON.stringify(
        asked.has('token') ? { type: 'session', nonce, id, coreKey } : { type: 'challenge', nonce, proof },
      ),
    )
    socket.once('message', (data) => {
      if (this.impostor) return void this.saidTooSoon.push(String(data))
      const said = PageProof.parse(JSON.parse(String(data)))
      if (!isSignedBy(said.key, pageSigns(meeting, said), said.proof)) throw new Error('the page proved nothing')
      this.#serve(socket)
    })
  }

  #serve(socket: WebSocket): void {
    this.#proven.add(socket)
    socket.on('close', () => this.#proven.delete(socket))
    socket.on('message', (data) => this.#take(socket, ClientMessage.parse(JSON.parse(String(data)))))
    this.#snapshot(socket)
  }

  #snapshot(socket: WebSocket): void {
    if (this.mute || this.hangs) return
    socket.send(JSON.stringify({ type: 'snapshot', revision: this.revision, now: this.now, state: this.state }))
  }

  #take(socket: WebSocket, message: ClientMessage): void {
    if (this.hangs) return
    this.messages.push(message)
    if (message.type === 'resync') this.#snapshot(socket)
    if (message.type === 'command') this.#carryOut(socket, message)
    if (message.type === 'query') this.#answer(socket, message)
    if (message.type === 'download') this.#tellAddress(socket, message)
    if (message.type === 'preview' && this.preview !== null)
      socket.send(JSON.stringify({ type: 'downloadAddress', id: message.id, address: this.preview }))
  }

  #tellAddress(socket: WebSocket, { id, download, about }: Extract<ClientMessage, { type: 'download' }>): void {
    const address = `/download/${download}${about === null ? '' : `?show=${encodeURIComponent(about)}`}`
    socket.send(JSON.stringify({ type: 'downloadAddress', id, address }))
  }

  #answer(socket: WebSocket, { id, name, ...asked }: Extract<ClientMessage, { type: 'query' }>): void {
    const input = asked.input as Record<string, unknown>
    if (name !== 'showReport') this.reads.push({ name, input })
    const value = name === 'showReport' ? this.report(input.show as string | null) : this.read(name, input)
    if (value === null) return
    const answer = { type: 'answer', value, readAt: NOW - 12_000 }
    const why =
      typeof value === 'string' ? { why: value, failure: null } : 'failure' in value ? { why: '', ...value } : null
    const told = why ? { type: 'noAnswer', ...why } : answer
    socket.send(JSON.stringify({ id, ...told }))
  }

  #carryOut(socket: WebSocket, message: Extract<ClientMessage, { type: 'command' }>): void {
    const parsed = parseCommand(message.command)
    if ('invalid' in parsed) throw new Error(`the panel sent nonsense: ${JSON.stringify(parsed.invalid)}`)
    const received = { id: message.id, at: message.at, command: parsed.command }
    this.received.push(received)
    const reply = this.reply(received)
    if (reply === 'breakLink') socket.terminate()
    else if (reply !== 'silence') socket.send(JSON.stringify({ type: 'outcome', id: message.id, outcome: reply }))
  }
}
