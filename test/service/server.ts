import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net'
import { breathe } from '../fakes/virtualClock.ts'

/** The requests that a server received, in order. */
export interface Got {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

export interface TestServer {
  baseUrl: string
  got: Got[]
  close(): Promise<void>
}

export type Handler = (got: Got, response: ServerResponse, count: number) => void

const PREFIX = '/some/prefix/v1/external'

/** A real HTTP server on a free port; `handler` gets the number of requests so far, this one included. */
export async function serve(handler: Handler): Promise<TestServer> {
  const got: Got[] = []
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const one = { method, path: url.replace(PREFIX, ''), headers, body: Buffer.concat(chunks).toString() }
      got.push(one)
      handler(one, response, got.length)
    })
  }
  const server = createServer(listener)
  const port = await listening(server)
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { baseUrl: `http://127.0.0.1:${port}${PREFIX}`, got, close }
}

export interface RawServer {
  baseUrl: string
  /** Received requests, as text. */
  requests: string[]
  connections: number
  close(): Promise<void>
}

/**
 * A server that sends raw bytes, to send what no HTTP library would. Called once per request, when its head has come.
 */
export async function serveRaw(answer: (socket: Socket, count: number) => void): Promise<RawServer> {
  const requests: string[] = []
  const sockets = new Set<Socket>()
  const server = createSocketServer((socket) => {
    raw.connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      if (!/^[A-Z]+ \//.test(chunk.toString())) return
      requests.push(chunk.toString())
      answer(socket, requests.length)
    })
  })
  const port = await listening(server)
  const raw: RawServer = {
    baseUrl: `http://127.0.0.1:${port}${PREFIX}`,
    requests,
    connections: 0,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
  return raw
}

/** Resolves once that many requests have come. */
export async function came(requests: readonly unknown[], count = 1): Promise<void> {
  while (requests.length < count) await breathe()
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}
