import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Client, createClient } from '../../electron/service/client.ts'
import { createLimiter } from '../../electron/service/limiter.ts'
import { type Applied, applyOverride, readOverride } from '../../shared/contract/override.ts'
import { ServiceError } from '../../shared/failures.ts'
import { type IndependentServer, startIndependentServer } from '../fakes/independent/server.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'

/** What the deployment calls what the contract calls otherwise. */
const RENAMED: Record<string, string> = {
  'x-ratelimit-limit': 'Acme-Quota',
  'x-ratelimit-remaining': 'Acme-Quota-Left',
  'x-ratelimit-reset': 'Acme-Quota-Back',
  'retry-after': 'Acme-Come-Back',
}

/** The override that an operator of this deployment would write. */
const OVERRIDE = {
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

interface Deployment {
  readonly server: IndependentServer
  readonly baseUrl: string
  /** What came in, as it was asked for: method and path. */
  readonly asked: string[]
  close(): Promise<void>
}

/** The independent server behind a gateway that speaks this deployment's dialect and no other. */
async function startDeployment(key: string, clock: VirtualClock, limit: number): Promise<Deployment> {
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

const KEY = '$acme-0123456789abcdefSECRET'
const OTHER_KEY = '$acme-fedcba9876543210OTHER'

let deployment: Deployment
let client: Client
let clock: VirtualClock
beforeEach(async () => {
  clock = new VirtualClock()
  deployment = await startDeployment(KEY, clock, 60)
  client = clientWith(inForce())
})
afterEach(async () => {
  await client.close()
  await deployment.close()
})

function inForce(): Applied {
  const read = readOverride(OVERRIDE)
  if ('invalid' in read) throw new Error(`${read.invalid.field}: ${read.invalid.message}`)
  return applyOverride(read.override)
}

function clientWith(applied: Partial<Applied>): Client {
  return createClient({
    baseUrl: deployment.baseUrl,
    key: () => KEY,
    clock,
    limiter: createLimiter({ clock }),
    ...applied,
  })
}

const show = () => ({ params: { projectId: deployment.server.content.project } })

describe('a deployment that differs', () => {
  it('is stopped by its own method and path', async () => {
    const { liveId } = await client.call('startLive', show())
    const stopped = await client.call('stopLive', show())
    expect(stopped.liveId).toBe(liveId)
    expect(deployment.asked.at(-1)).toBe(`PUT /shows/${show().params.projectId}/broadcast:end`)
    expect(deployment.server.executed('POST', /live\/stop$/)).toBe(1)
  })

  it('tells the limiter what is left by its own header names', async () => {
    deployment.server.control.spendQuota(20)
    await client.call('getLive', show())
    expect(client.budget()).toMatchObject({ basis: 'headers', limit: 60 })
    expect(client.budget().remaining).toBeLessThanOrEqual(39)
    expect(client.budget().resetsAt).not.toBeNull()
  })

  it('is asked to come back when it says so by its own name', async () => {
    deployment.server.control.spendQuota(60)
    const error = await client
      .call('verifyDestinations', { body: { destinationIds: ['d'] } })
      .catch((reason) => reason)
    expect(error).toBeInstanceOf(ServiceError)
    expect(error.failure).toMatchObject({ kind: 'rateLimited', retryAfterMs: expect.any(Number) })
    expect(client.budget().blockedUntil).not.toBeNull()
  })

  it('is not understood without the override: that is what it is for', async () => {
    const plain = clientWith({})
    await plain.call('getLive', show())
    expect(plain.budget().basis).toBe('counting')
    await plain.call('startLive', show())
    await expect(plain.call('stopLive', show())).rejects.toThrow()
    await plain.close()
  })
})

it('a key of the deployment that is echoed is hidden, ours and any other', async () => {
  for (const key of [KEY, OTHER_KEY]) {
    const body = { code: 'CONFLICT', message: `not ${key}`, seen: [`Bearer ${key}`] }
    deployment.server.faults.add({ kind: 'answer', status: 409, body })
    const error = await client.call('getLive', show()).catch((reason) => reason)
    expect(error).toBeInstanceOf(ServiceError)
    expect(error.failure.code).toBe('CONFLICT')
    expect(JSON.stringify(error.failure)).not.toContain(key.slice(0, 14))
  }
})
