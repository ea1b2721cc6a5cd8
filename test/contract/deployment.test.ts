import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Client, createClient } from '../../electron/service/client.ts'
import { createLimiter } from '../../electron/service/limiter.ts'
import { type Applied, applyOverride, readOverride } from '../../shared/contract/override.ts'
import { ServiceError } from '../../shared/failures.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { type Deployment, OVERRIDE, startDeployment } from './deployment.ts'

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
