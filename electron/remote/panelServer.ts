import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sirv from 'sirv'
import { DOOR_WORDS } from '../../shared/words/door.ts'
import type { Core } from '../core/core.ts'
import { PAGE_HEADERS } from '../pageHeaders.ts'
import { serveBridge } from './bridgeServer.ts'
import { MOST_CONNECTIONS, PATIENCE, type Patience, patienceOf, turnedAway } from './door.ts'
import { type Handouts, handoutRoutes } from './handouts.ts'
import { cookie } from './origin.ts'
import { refusedPage } from './pages.ts'
import type { Sessions } from './sessions.ts'

export interface PanelServer {
  readonly port: number
  /** An address that opens the panel once. */
  newAddress(): string
  close(): Promise<void>
}

export interface PanelOptions {
  core: Core
  sessions: Sessions
  /** 0 for any. */
  port: number
  /** Where the built renderer lies. */
  pages: string
  handouts?: Handouts
  /** For faults of our own. Never told a secret. */
  log?: (line: string) => void
  patience?: Patience
}

/** Serves the panel on loopback, to browsers with a session. Rejects with EADDRINUSE when the port is taken. */
export async function servePanel(options: PanelOptions): Promise<PanelServer> {
  const { core, sessions, log = console.error, patience = PATIENCE } = options
  const server = createServer(patienceOf(patience))
  server.maxConnections = MOST_CONNECTIONS
  server.setTimeout(patience.idleMs)
  await listening(server, options.port)
  const { port } = server.address() as AddressInfo
  // Cookies know no ports: the name keeps several Cuelights on one machine apart.
  const cookieName = `cuelight_${port}`
  const sessionOf = (request: IncomingMessage) => {
    const value = cookie(request, cookieName)
    return value !== null && sessions.knows(value) ? value : null
  }
  const routes = handoutRoutes(options.handouts ?? {})
  const showPage = pagesIn(options.pages)

  server.on('request', (request, response) => {
    for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value)
    answer(request, response).catch((error: unknown) => {
      log(`the panel could not answer: ${error instanceof Error ? error.stack : error}`)
      refuse(response, 500, DOOR_WORDS.ownFault)
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const away = turnedAway(request, port)
    if (away) return turnAway(response, away.status, away.text)
    const url = URL.parse(request.url ?? '/', `http://127.0.0.1:${port}`)
    if (!url) return refuse(response, 400, DOOR_WORDS.unreadableAddress)
    const token = url.searchParams.get('token')
    if (token !== null) return enter(token, url.searchParams, request, response)
    if (!sessionOf(request)) return refuse(response, 401, refusedPage(false))
    const route = routes.get(url.pathname)
    if (!route) return showPage(request, response)
    const not = await route(request, response)
    if (not) refuse(response, not.status, not.text)
  }

  /**
   * The token of a printed address becomes a session, once; a browser that has one needs no token.
   *
   * @param search what stands beside the token stays: how a dock wants to look
   */
  async function enter(
    token: string,
    search: URLSearchParams,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    // A HEAD only looks.
    const made = request.method === 'GET' ? await sessions.exchange(token) : null
    if (made !== null) {
      response.setHeader('set-cookie', `${cookieName}=${made}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000`)
    } else if (!sessionOf(request)) return refuse(response, 401, refusedPage(true))
    search.delete('token')
    response.writeHead(303, { location: search.size ? `/?${search}` : '/' }).end()
  }

  const closeBridge = serveBridge(server, { core, sessions, port, sessionOf })

  return {
    port,
    newAddress: () => `http://127.0.0.1:${port}/?token=${sessions.newToken()}`,
    async close() {
      closeBridge()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function pagesIn(dir: string): (request: IncomingMessage, response: ServerResponse) => void {
  const files = sirv(dir, { dev: false, etag: false })
  return (request, response) => {
    // Nothing of ours is long enough for parts.
    delete request.headers.range
    // sirv leaves a file that is gone since to whoever listens: with nobody, it would end the whole of Cuelight.
    response.once('pipe', (file) => file.once('error', () => response.destroy()))
    files(request, response, () => refuse(response, 404, DOOR_WORDS.noPage))
  }
}

function refuse(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) return void response.destroy()
  const type = text.startsWith('<') ? 'text/html' : 'text/plain'
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(text)
}

/** Ends the connection too: the rest of what is sent may never end. */
function turnAway(response: ServerResponse, status: number, text: string): void {
  response.setHeader('connection', 'close')
  refuse(response, status, text)
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
}
