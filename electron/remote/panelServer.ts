import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sirv from 'sirv'
import type { Core } from '../core/core.ts'
import { serveBridge } from './bridgeServer.ts'
import { cookie, hostIsOurs } from './origin.ts'
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
}

/** Headers of every answer: nothing but our own files runs in the page, and nothing frames or caches it. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** Serves the panel on loopback, to browsers with a session. Rejects with EADDRINUSE when the port is taken. */
export async function servePanel({ core, sessions, port: wanted, pages }: PanelOptions): Promise<PanelServer> {
  const server = createServer()
  await listening(server, wanted)
  const { port } = server.address() as AddressInfo
  // Cookies know no ports: the name keeps several Cuelights on one machine apart.
  const cookieName = `cuelight_${port}`
  const session = (request: IncomingMessage) => {
    const value = cookie(request, cookieName)
    return value !== null && sessions.knows(value)
  }
  const files = sirv(pages, { dev: false, etag: false })

  server.on('request', (request, response) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
    answer(request, response).catch(() => refuse(response, 500, 'Cuelight could not answer. See its log.'))
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!hostIsOurs(request, port)) return refuse(response, 421, 'This address is not ours.')
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(response, 405, 'Only GET is answered here.')
    const url = URL.parse(request.url ?? '/', `http://127.0.0.1:${port}`)
    if (!url) return refuse(response, 400, 'The address cannot be read.')
    const token = url.searchParams.get('token')
    if (token !== null) return enter(token, request, response)
    if (!session(request)) return refuse(response, 401, refusedPage(false))
    files(request, response, () => refuse(response, 404, 'There is no such page.'))
  }

  /** The token of a printed address becomes a session, once; a browser that has one needs no token. */
  async function enter(token: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const made = await sessions.exchange(token)
    if (made !== null) {
      response.setHeader('set-cookie', `${cookieName}=${made}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000`)
    } else if (!session(request)) return refuse(response, 401, refusedPage(true))
    response.writeHead(303, { location: '/' }).end()
  }

  const closeBridge = serveBridge(server, core, (request) => hostIsOurs(request, port) && session(request))

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

function refuse(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) return void response.destroy()
  const type = text.startsWith('<') ? 'text/html' : 'text/plain'
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(text)
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
}
