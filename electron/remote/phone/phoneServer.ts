/** Serves the panel to paired phones: the HTTP that is spoken once a TLS connection stands. */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import sirv from 'sirv'
import { PRODUCT } from '../../../shared/words/labels.ts'
import type { Core } from '../../core/core.ts'
import { guarded, type LogFault } from '../../util/faults.ts'
import { PAGE_HEADERS } from '../../util/pageHeaders.ts'
import { hasBody, hostIsOurs, type Patience } from '../requestGuard.ts'
import type { Sessions } from '../sessions.ts'
import { type OneRequest, receiveStrangers } from '../strangers.ts'
import type { Ceremony } from './ceremony.ts'
import { servePhoneBridge } from './phoneBridge.ts'
import { PHONE_ICON, phoneIcon, unpairedResponse } from './phonePage.ts'

/** No cookie of another port comes here: a short head is enough, in bytes. */
const LARGEST_HEAD = 16 * 1024

export interface PhoneServerOptions {
  core: Core
  sessions: Sessions
  ceremony: Ceremony
  /** The folder of the built renderer. */
  pages: string
  patience: Patience
  /** A phone with access has connected from this address. */
  onKnown: (address: string) => void
  logFault: LogFault
}

export type PhoneServer = ReturnType<typeof servePhones>

/** Every connection that has no access gets one and the same response. Nothing of it depends on what was asked for. */
export function servePhones(options: PhoneServerOptions) {
  const { core, sessions, pages, patience, logFault } = options
  const server = createServer({ maxHeaderSize: LARGEST_HEAD, requireHostHeader: false })
  const strangers = receiveStrangers(server, {
    ...{ clock: core.clock, patience, logFault, largestHead: LARGEST_HEAD, onLate: turnAway },
  })
  const showPage = pagesFor(pages)

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const [, secret = '', path = ''] = /^\/([\w-]{43})(\/[^?#]*)/.exec(request.url ?? '') ?? []
    const isRead = request.method === 'GET' && !hasBody(request)
    if (!isRead || !isOurHost(request) || !sessions.phones.isPage(secret)) {
      turnAway(socketOf(request))
      return
    }
    for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value)
    response.setHeader('content-security-policy', `${PAGE_HEADERS['content-security-policy']}; manifest-src 'self'`)
    response.setHeader('connection', 'close')
    showPage(path, request, response)
  }
  const answerAny = guarded(answer, (error, request) => {
    logFault('a phone could not be answered', error)
    turnAway(socketOf(request))
  })
  for (const kind of ['request', 'checkContinue', 'checkExpectation']) server.on(kind, answerAny)
  server.on('connect', (request) => turnAway(socketOf(request)))
  // What is no HTTP gets the same as everything else.
  server.on('clientError', (_, socket) => turnAway((socket as unknown as OneRequest).socket ?? socket))
  const closeBridge = servePhoneBridge(server, { ...options, strangers, isOurHost, turnAway })

  return {
    /** Serves a connection whose TLS stands. */
    receive: (socket: TLSSocket) => void server.emit('connection', socket),
    close(): void {
      closeBridge()
      strangers.close()
    },
  }
}

/** The connection beneath a request. */
export const socketOf = (request: IncomingMessage): OneRequest['socket'] =>
  (request.socket as unknown as OneRequest).socket

/** As browsers write it: the address at which the device has connected. No name leads here. */
export function hostOf(request: IncomingMessage): string {
  const { localAddress = '', localPort } = socketOf(request)
  return localPort === 443 ? localAddress : `${localAddress}:${localPort}`
}

const isOurHost = (request: IncomingMessage): boolean => hostIsOurs(request, hostOf(request))

function turnAway(socket: OneRequest['socket']): void {
  if (socket.destroyed || socket.writableEnded) return
  socket.write(unpairedResponse())
  socket.destroySoon()
}

/** What makes the page an app on a phone's home screen. Its address is relative: the secret part is not in the file. */
const MANIFEST = JSON.stringify({
  ...{ name: PRODUCT, short_name: PRODUCT, id: './', start_url: './', scope: './', display: 'standalone' },
  ...{ background_color: '#14161a', theme_color: '#14161a', orientation: 'any' },
  icons: [{ src: './app.png', sizes: '1024x1024', type: 'image/png', purpose: 'any' }],
})
const HEAD = [
  '<link rel="manifest" href="./manifest.webmanifest" crossorigin="use-credentials">',
  '<link rel="apple-touch-icon" href="./app.png">',
  '<meta name="theme-color" content="#14161a">',
  '<meta name="apple-mobile-web-app-capable" content="yes">',
].join('')

/** The panel's pages, beneath a secret path. Nothing is cached for longer than a page: it is a phone's, and no other's. */
function pagesFor(dir: string): (path: string, request: IncomingMessage, response: ServerResponse) => void {
  const files = sirv(dir, { dev: false, etag: false })
  const send = (response: ServerResponse, type: string, body: string | Buffer) =>
    void response.writeHead(200, { 'content-type': type }).end(body)
  return (path, request, response) => {
    delete request.headers.range
    if (path === '/manifest.webmanifest') return send(response, 'application/manifest+json', MANIFEST)
    if (path === `/${PHONE_ICON}`) return send(response, 'image/png', phoneIcon())
    if (path === '/') {
      const page = readFileSync(join(dir, 'index.html'), 'utf8').replace('</head>', `${HEAD}</head>`)
      return send(response, 'text/html; charset=utf-8', page)
    }
    response.once('pipe', (file) => file.once('error', () => response.destroy()))
    files(Object.assign(request, { url: path }), response, () => void response.writeHead(404).end())
  }
}
