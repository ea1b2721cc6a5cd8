/** A deployment that differs from the contract works with an override file. */
import type { ServerResponse } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../electron/service/client.ts'
import { createLimiter } from '../../electron/service/limiter.ts'
import { type Applied, applyOverride, readOverride } from '../../shared/contract/override.ts'
import { ServiceError } from '../../shared/failures.ts'
import { type IndependentServer, startIndependentServer } from '../fakes/independent/server.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { clientFor } from '../service/kit.ts'
import { type Got, serve, type TestServer } from '../service/server.ts'
import { closing } from '../support/atEnd.ts'

/** The deployment's names for what the contract names otherwise. */
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

/** The contract's own way to stop does not exist here. */
function translated(method: string, path: string): { method: string; path: string } {
  const stop = /^\/shows\/([^/]+)\/broadcast:end$/.exec(path)
  if (stop && method === 'PUT') return { method: 'POST', path: `/projects/${stop[1]}/live/stop` }
  return { method, path: path.endsWith('/live/stop') ? '/nothing' : path }
}

/** A proxy before the service that accepts only this deployment's dialect. */
async function forward(baseUrl: string, { headers, body, ...asked }: Got, response: ServerResponse): Promise<void> {
  const { method, path } = translated(asked.method, asked.path)
  const authorization = headers.authorization ?? ''
  const answer = await fetch(baseUrl + path, { method, headers: { authorization }, body: body || null })
  const inDialect = [...answer.headers].map(([name, value]) => [RENAMED[name] ?? name, value])
  response.writeHead(answer.status, Object.fromEntries(inDialect)).end(await answer.text())
}

const KEY = '$acme-0123456789abcdefSECRET'
const OTHER_KEY = '$acme-fedcba9876543210OTHER'

let server: IndependentServer
let gateway: TestServer
let client: Client
let clock: VirtualClock
beforeEach(async () => {
  clock = new VirtualClock()
  server = closing(await startIndependentServer({ key: KEY, clock, limit: 60, headerStyle: 'x-epoch-seconds' }))
  gateway = closing(await serve((got, response) => void forward(server.baseUrl, got, response)))
  client = clientWith(inForce())
})

function inForce(): Applied {
  const read = readOverride(OVERRIDE)
  if ('invalid' in read) throw new Error(`${read.invalid.field}: ${read.invalid.message}`)
  return applyOverride(read.override)
}

const clientWith = (applied: Partial<Applied>): Client =>
  clientFor(gateway.baseUrl, { key: () => KEY, clock, limiter: createLimiter({ clock }), ...applied }).client

const show = () => ({ params: { projectId: server.content.project } })

describe('a deployment that differs', () => {
  it('is stopped by its own method and path', async () => {
    const { liveId } = await client.call('startLive', show())
    const stopped = await client.call('stopLive', show())
    expect(stopped.liveId).toBe(liveId)
    const path = `/shows/${show().params.projectId}/broadcast:end`
    expect(gateway.got.at(-1)).toMatchObject({ method: 'PUT', path })
    expect(server.executed('POST', /live\/stop$/)).toBe(1)
  })

  it('reports the remaining budget to the limiter by its own header names', async () => {
    server.control.spendQuota(20)
    await client.call('getLive', show())
    expect(client.budget()).toMatchObject({ basis: 'headers', limit: 60 })
    expect(client.budget().remaining).toBeLessThanOrEqual(39)
    expect(client.budget().resetsAt).not.toBeNull()
  })

  it('is asked again at the time given in its own header', async () => {
    server.control.spendQuota(60)
    const error = await client
      .call('verifyDestinations', { body: { destinationIds: ['d'] } })
      .catch((reason) => reason)
    expect(error).toBeInstanceOf(ServiceError)
    expect(error.failure).toMatchObject({ kind: 'rateLimited', retryAfterMs: expect.any(Number) })
    expect(client.budget().blockedUntil).not.toBeNull()
  })

  it('cannot be used without the override', async () => {
    const plain = clientWith({})
    await plain.call('getLive', show())
    expect(plain.budget().basis).toBe('counting')
    await plain.call('startLive', show())
    await expect(plain.call('stopLive', show())).rejects.toThrow()
  })
})

it('a key of the deployment that is echoed is hidden, ours and any other', async () => {
  for (const key of [KEY, OTHER_KEY]) {
    const body = { code: 'CONFLICT', message: `not ${key}`, seen: [`Bearer ${key}`] }
    server.faults.add({ kind: 'answer', status: 409, body })
    const error = await client.call('getLive', show()).catch((reason) => reason)
    expect(error).toBeInstanceOf(ServiceError)
    expect(error.failure.code).toBe('CONFLICT')
    expect(JSON.stringify(error.failure)).not.toContain(key.slice(0, 14))
  }
})
