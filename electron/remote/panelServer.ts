import type { IncomingMessage, ServerResponse } from 'node:http'
import sirv from 'sirv'
import { PASS } from '../../shared/bridge/signed.ts'
import { ACCESS_WORDS, STARTING_WORDS } from '../../shared/words/cli/programs.ts'
import type { Core } from '../core/core.ts'
import { createFaultLog, guarded } from '../util/faults.ts'
import { createServer } from '../util/http.ts'
import { HASHED_FILE, isPortRefused, PAGE_HEADERS } from '../util/pageHeaders.ts'
import { serveBridge } from './bridgeServer.ts'
import { serveControl } from './control/controlServer.ts'
import { openPairings, type PairingStore } from './control/pairings.ts'
import { type Downloads, serveDownloads } from './downloads.ts'
import { listenOnLoopback } from './loopback.ts'
import type { Previews } from './previews.ts'
import { LARGEST_HEAD, PATIENCE, type Patience, rejectionOf } from './requestGuard.ts'
import type { Sessions } from './sessions.ts'
import { receiveStrangers } from './strangers.ts'

export type PanelServer = Awaited<ReturnType<typeof servePanel>>

export interface PanelOptions {
  core: Core
  sessions: Sessions
  /** Omitted: as the file of the sessions has them. */
  pairings?: PairingStore
  /** 0 for any. */
  port: number
  /** The folder of the built renderer. */
  pages: string
  downloads?: Downloads
  previews?: Previews
  /** Receives our own faults, never a secret. */
  log?: (line: string) => void
  patience?: Patience
}

/**
 * Serves the panel on loopback. Its pages are the same for everyone and contain no data: the data comes over the
 * bridge, to clients that prove a session. Rejects with EADDRINUSE if the port is taken.
 */
export async function servePanel(options: PanelOptions) {
  const { core, sessions, previews, log = console.error, patience = PATIENCE } = options
  const logFault = createFaultLog(log, core.clock)
  const server = createServer({ maxHeaderSize: LARGEST_HEAD })
  const strangers = receiveStrangers(server, { clock: core.clock, patience, logFault })
  const { port, close: stopListening } = await listenOnLoopback(server, options.port, log)
  /** As browsers write it: without the default port. */
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
    // A page that opens one of ours, even from our own origin, gets no reference to it.
    response.setHeader('cross-origin-opener-policy', 'noopener-allow-popups')
    const away = rejectionOf(request, host())
    if (away) return refuse(response, away.status, away.text)
    const path = URL.parse(request.url ?? '/', `http://${host()}`)?.pathname
    if (path === undefined) return refuse(response, 400, ACCESS_WORDS.unreadableAddress)
    if (isWorkerScript(request)) response.setHeader('clear-site-data', '"storage"')
    if (isPageLoad(request)) response.setHeader('server-timing', `${PASS};desc="${sessions.newPass()}"`)
    const server = previews?.isAddress(path) ? previews : downloads.isAddress(path) ? downloads : null
    if (!server) return showPage(request, response)
    const not = await server.answer(path, request, response)
    if (not) refuse(response, not.status, not.text)
  }

  const pairings = options.pairings ?? openPairings(sessions.file, core.clock)
  const shared = { core, host, strangers, patience, logFault }
  const closeControl = serveControl(server, { ...shared, pairings, port })
  const closeBridge = serveBridge(server, { ...shared, sessions, downloads, previews })

  return {
    port,
    /** The only origin that is answered. */
    origin: () => `http://${host()}`,
    /** A one-time address that opens the panel. */
    newAddress: () => `http://${host()}/?token=${sessions.newToken()}`,
    async close(): Promise<void> {
      closeBridge()
      closeControl()
      strangers.close()
      await stopListening()
    },
  }
}

/**
 * Is this a top-level page load? Browsers report that in headers that no script can set (Fetch Metadata, W3C): what a
 * script fetches, frames, or lets a worker fetch gets no pass.
 */
function isPageLoad({ method, headers }: IncomingMessage): boolean {
  const isAlone = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  return method === 'GET' && isAlone && headers['service-worker-navigation-preload'] === undefined
}

/**
 * We have no service worker. A request for its script comes from a worker of someone who had our port before: it is
 * removed together with all its stored data.
 */
const isWorkerScript = ({ headers }: IncomingMessage): boolean => headers['service-worker'] !== undefined

/** The folder of the build for files with a hash in their names. */
const HASHED = '/assets/'

function pagesIn(dir: string): (request: IncomingMessage, response: ServerResponse) => void {
  const files = sirv(dir, {
    ...{ dev: false, etag: false },
    setHeaders(response, path) {
      if (path.startsWith(HASHED)) response.setHeader('cache-control', HASHED_FILE)
    },
  })
  return (request, response) => {
    // Our files are too short for range requests.
    delete request.headers.range
    // sirv leaves the error of a file that was removed meanwhile to its listeners: without one, it would end Cuelight.
    response.once('pipe', (file) => file.once('error', () => response.destroy()))
    files(request, response, () => refuse(response, 404, ACCESS_WORDS.noPage))
  }
}

function refuse(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
}

/** Serves the panel on the wanted port; if that is not available, reports it and uses any other. */
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
