/** Chromium, driven by its own protocol: one browser an app, started when the first window is made. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const CHROMIUM =
  process.env.CHROMIUM_PATH ?? (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : '/usr/bin/chromium-browser')

type Params = Record<string, unknown>
type Listener = (params: Params, sessionId: string | undefined) => void

export interface Cdp {
  /** Where a test joins the same browser. */
  readonly endpoint: string
  send<T = Params>(method: string, params?: Params, sessionId?: string): Promise<T>
  on(method: string, listener: Listener): void
  close(): void
}

/** Starts a browser of its own and speaks to it. */
export async function startBrowser(): Promise<Cdp> {
  const profile = mkdtempSync(join(tmpdir(), 'cuelight-stand-in-'))
  const child = spawn(
    CHROMIUM,
    [
      ...['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      ...['--autoplay-policy=no-user-gesture-required', '--disable-features=DialMediaRouteProvider'],
      ...['--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const endpoint = await endpointOf(child)
  const socket = new WebSocket(endpoint)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error('the browser of the stand-in cannot be reached'))
  })
  const close = () => {
    child.kill('SIGKILL')
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', close)
  return { endpoint, ...conversation(socket), close }
}

function endpointOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stderr?.on('data', (chunk) => {
      text += chunk
      const found = /DevTools listening on (ws:\S+)/.exec(text)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', (code) =>
      reject(new Error(`the browser of the stand-in ended (${code}): ${text.slice(-500)}`)),
    )
    child.once('error', reject)
  })
}

function conversation(socket: WebSocket): Pick<Cdp, 'send' | 'on'> {
  const waiting = new Map<number, { resolve(value: never): void; reject(error: Error): void }>()
  const listeners = new Map<string, Listener[]>()
  let nr = 0
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data))
    if (message.id === undefined) {
      for (const listener of listeners.get(message.method) ?? []) listener(message.params, message.sessionId)
      return
    }
    const one = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error) one?.reject(new Error(message.error.message))
    else one?.resolve(message.result as never)
  }
  return {
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        const id = ++nr
        waiting.set(id, { resolve, reject })
        socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }))
      }),
    on(method, listener) {
      listeners.set(method, [...(listeners.get(method) ?? []), listener])
    },
  }
}
