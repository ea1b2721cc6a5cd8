import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type IndependentServer, startIndependentServer } from '../fakes/independent/server.ts'
import type { VirtualClock } from '../fakes/virtualClock.ts'

/** What the deployment calls what the contract calls otherwise. */
const RENAMED: Record<string, string> = {
  'x-ratelimit-limit': 'Acme-Quota',
  'x-ratelimit-remaining': 'Acme-Quota-Left',
  'x-ratelimit-reset': 'Acme-Quota-Back',
  'retry-after': 'Acme-Come-Back',
}

/** The override that an operator of this deployment would write. */
export const OVERRIDE = {
  version: 1,
  keyPrefix: '$acme-',
  rateHeaders: {
    limit: 'Acme-Quota',
    remaining: ['Acme-Quota-Left'],
    reset: 'Acme-Quota-Back',
    retryAfter: 'Acme-Come-Back',
  },
  operations: { stopLive: { method: 'PUT', path: '/shows/{projectId}/broadcast:end' } },
} as const

export interface Deployment {
  readonly server: IndependentServer
  readonly baseUrl: string
  /** What came in, as it was asked for: method and path. */
  readonly asked: string[]
  close(): Promise<void>
}

/** The independent server behind a gateway that speaks this deployment's dialect and no other. */
export async function startDeployment(key: string, clock: VirtualClock, limit: number): Promise<Deployment> {
  const server = await startIndependentServer({ key, clock, limit, headerStyle: 'x-epoch-seconds' })
  const asked: string[] = []
  const gateway = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '').replace(new URL(server.baseUrl).pathname, '')
    asked.push(`${incoming.method} ${path}`)
    forward(server, translated(incoming.method ?? '', path), incoming, outgoing)
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const { port } = gateway.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}${new URL(server.baseUrl).pathname}`
  const close = async () => {
    gateway.closeAllConnections()
    await new Promise((resolve) => gateway.close(resolve))
    await server.close()
  }
  return { server, baseUrl, asked, close }
}

interface Target {
  readonly method: string
  readonly path: string
}

/** The contract's own way to stop does not exist here. */
function translated(method: string, path: string): Target {
  const stop = /^\/shows\/([^/]+)\/broadcast:end$/.exec(path)
  if (stop && method === 'PUT') return { method: 'POST', path: `/projects/${stop[1]}/live/stop` }
  return { method, path: path.endsWith('/live/stop') ? '/nothing' : path }
}

function forward(
  { baseUrl }: IndependentServer,
  { method, path }: Target,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const onwards = request(baseUrl + path, { method, headers: incoming.headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, inDialect(answer.headers))
    answer.pipe(outgoing)
  })
  incoming.pipe(onwards)
}

function inDialect(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [RENAMED[name] ?? name, value]))
}
