import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import sirv from 'sirv'
import { PASS } from '../../shared/bridge/signed.ts'
import { ACCESS_WORDS, STARTING_WORDS } from '../../shared/words/programs.ts'
import type { Core } from '../core/core.ts'
import { createFaultLog, guarded } from '../util/faults.ts'
import { HASHED_FILE, isPortRefused, PAGE_HEADERS } from '../util/pageHeaders.ts'
import { serveBridge } from './bridgeServer.ts'
import { type Downloads, serveDownloads } from './downloads.ts'
import { listenOnLoopback } from './loopback.ts'
import { LARGEST_HEAD, PATIENCE, type Patience, rejectionOf } from './requestGuard.ts'
import type { Sessions } from './sessions.ts'
import { receiveStrangers } from './strangers.ts'

export type PanelServer = Awaited<ReturnType<typeof servePanel>>

export interface PanelOptions {
  core: Core
  sessions: Sessions
  /** 0 for any. */
  port: number
  /** Where the built renderer lies. */
  pages: string
  downloads?: Downloads
  /** For faults of our own. Never told a secret. */
  log?: (line: string) => void
  patience?: Patience
}

/**
 * Serves the panel on loopback. Its pages are the same for everyone and know nothing: what they show comes over the
 * bridge, to those who prove a session. Rejects with EADDRINUSE when the port is taken.
 */
export async function servePanel(options: PanelOptions) {
  const { core, sessions, log = console.error, patience = PATIENCE } = options
  const logFault = createFaultLog(log, core.clock)
  const server = createServer({ maxHeaderSize: LARGEST_HEAD })
  const strangers = receiveStrangers(server, { clock: core.clock, patience, logFault })
  const { port, close: stopListening } = await listenOnLoopback(server, options.port, log)
  /** As browsers write it: without the port that goes without saying. */
  const host = () => (port === 80 ? sessions.host() : `${sessions.host()}:${port}`)
  const downloads = serveDownloads(options.downloads ?? {}, core.clock)
  const showPage = pagesIn(options.pages)

  const onRequest = guarded(answer, (error, _, response) => {
    logFault('the panel could not answer', error)
    refuse(response, 500, ACCESS_WORDS.ownFault)
  })
  server.on('request', onRequest)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value)
    response.setHeader('connection', 'close')
    // Whoever opens a page of ours, one of our own origin too, has no hold on it.
    response.setHeader('cross-origin-opener-policy', 'noopener-allow-popups')
    const away = rejectionOf(request, host())
    if (away) return refuse(response, away.status, away.text)
    const path = URL.parse(request.url ?? '/', `http://${host()}`)?.pathname
    if (path === undefined) return refuse(response, 400, ACCESS_WORDS.unreadableAddress)
    if (isWorkerScript(request)) response.setHeader('clear-site-data', '"storage"')
    if (isPageLoad(request)) response.setHeader('server-timing', `${PASS};desc="${sessions.newPass()}"`)
    if (!downloads.isAddress(path)) return showPage(request, response)
    const not = await downloads.answer(path, request, response)
    if (not) refuse(response, not.status, not.text)
  }

  const closeBridge = serveBridge(server, { core, sessions, host, downloads, strangers, patience, logFault })

  return {
    port,
    /** The only origin that is answered. */
    origin: () => `http://${host()}`,
    /** An address that opens the panel once. */
    newAddress: () => `http://${host()}/?token=${sessions.newToken()}`,
    async close(): Promise<void> {
      closeBridge()
      strangers.close()
      await stopListening()
    },
  }
}

/**
 * Is a page being loaded, to stand by itself? Browsers say so, and let no script say it for them (Fetch Metadata, W3C): what
 * a script fetches, frames or lets a worker fetch has no pass with it.
 */
function isPageLoad({ method, headers }: IncomingMessage): boolean {
  const isAlone = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  return method === 'GET' && isAlone && headers['service-worker-navigation-preload'] === undefined
}

/** We have no service worker. One that asks for its script is somebody's who had our port, and goes with all it has kept. */
const isWorkerScript = ({ headers }: IncomingMessage): boolean => headers['service-worker'] !== undefined

/** Where the build puts what has a hash in its name. */
const HASHED = '/assets/'

function pagesIn(dir: string): (request: IncomingMessage, response: ServerResponse) => void {
  const files = sirv(dir, {
    ...{ dev: false, etag: false },
    setHeaders(response, path) {
      if (path.startsWith(HASHED)) response.setHeader('cache-control', HASHED_FILE)
    },
  })
  return (request, response) => {
    // Nothing of ours is long enough for parts.
    delete request.headers.range
    // sirv leaves a file that is gone since to whoever listens: with nobody, it would end the whole of Cuelight.
    response.once('pipe', (file) => file.once('error', () => response.destroy()))
    files(request, response, () => refuse(response, 404, ACCESS_WORDS.noPage))
  }
}

function refuse(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
}

/** Serves the panel on the port wanted; when that cannot be had, says so and takes any other. */
export async function servePanelSomewhere(options: PanelOptions): Promise<PanelServer> {
  try {
    return await servePanel(options)
  } catch (error) {
    if (!isPortRefused(error)) throw error
    const panel = await servePanel({ ...options, port: 0 })
    options.core.notice('portTaken', String(panel.port))
    console.error(STARTING_WORDS.portTaken(options.port, panel.port))
    return panel
  }
}
