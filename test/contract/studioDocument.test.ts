import { Validator } from '@seriousme/openapi-schema-validator'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { handlers } from '../../electron/studio/http/handlers/all.ts'
import { type OperationName, operations } from '../../shared/contract/operations.ts'
import { expectHeaders, expectRefusal, Rehearsal, remaining } from '../studio/support.ts'
import { type Document, judgeOf } from './document.ts'

let rehearsal: Rehearsal
beforeEach(async () => {
  rehearsal = await Rehearsal.start()
})
afterEach(() => rehearsal.studio.close())

const originOf = () => new URL(rehearsal.studio.baseUrl).origin

describe('the local studio serves its document', () => {
  it.each(['/openapi.json', '/v1/external/openapi.json'])(
    'at %s, without a key and at nobody’s cost',
    async (path) => {
      for (let count = 0; count < 3; count += 1) {
        const response = await fetch(originOf() + path)
        expect(response.status).toBe(200)
        expect(response.headers.get('content-type')).toContain('application/json')
        expect(response.headers.get('access-control-allow-origin')).toBeNull()
        expectHeaders(response.headers)
        expect((await new Validator().validate((await response.json()) as Document)).valid).toBe(true)
      }
      expect(remaining(await rehearsal.fetch('/account'))).toBe(149)
      expect(remaining(await rehearsal.fetch('/account', { key: null }))).toBe(149)
    },
  )

  it('to read only, and to this machine only', async () => {
    for (const method of ['POST', 'DELETE', 'OPTIONS']) {
      expectRefusal(await rehearsal.fetch('/openapi.json', { method }), 405, 'METHOD_NOT_ALLOWED', {
        allowed: ['GET'],
      })
    }
    const { request } = await import('node:http')
    const status = await new Promise((resolve, reject) => {
      const asking = request(`${originOf()}/openapi.json`, { headers: { host: 'elsewhere.example' } }, (answer) => {
        resolve(answer.resume().statusCode)
      })
      asking.on('error', reject).end()
    })
    expect(status).toBe(403)
  })
})

it('what the studio answers is what its document says, of every operation it has', async () => {
  const document = (await (await fetch(`${originOf()}/openapi.json`)).json()) as Document
  const judge = judgeOf(document)
  const projectId = await rehearsal.fridayNight()
  const sceneIds = await rehearsal.sceneIds(projectId)
  const { destinationIds } = await rehearsal.ask('getProject', { projectId })
  await rehearsal.ask('startLive', { projectId })
  const { liveId } = await rehearsal.ask('stopLive', { projectId })
  const bodies: Partial<Record<OperationName, unknown>> = {
    createProject: { name: 'New', autoSynch: true },
    updateProject: { title: 'New' },
    createScene: { name: 'New', setActive: true },
    updateScene: { name: 'New' },
    verifyDestinations: { destinationIds },
  }
  const judged: string[] = []
  const judging = async (name: OperationName, asking: Parameters<Rehearsal['try']>[1], status: number) => {
    const reply = await rehearsal.try(name, asking)
    expect(reply.status, name).toBe(status)
    expect(judge.answer(name, status, reply.body), `${name} ${status}`).toBeNull()
    judged.push(`${name} ${status}`)
  }

  const inOrder = (name: OperationName) =>
    ['startLive', 'getLive', 'syncLive', 'stopLive', 'deleteScene'].indexOf(name)
  const names = (Object.keys(operations) as OperationName[]).toSorted((one, other) => inOrder(one) - inOrder(other))
  for (const name of names) {
    const isThere = Object.hasOwn(handlers, name)
    const ids = { projectId, sceneId: sceneIds[1], layerId: 'l', fileId: 'f', liveId }
    await judging(name, { ...ids, body: bodies[name] }, isThere ? operations[name].status : 501)
  }
  await judging('startLive', { projectId }, 201)
  await judging('startLive', { projectId }, 400)
  rehearsal.clock.advance(60_000)
  await judging('getLive', { projectId }, 200)
  await judging('listBroadcasts', { projectId }, 200)
  await judging('getProject', { projectId: 'nobody' }, 404)
  await judging('createProject', { body: {} }, 400)
  expect(judged.length).toBe(names.length + 6)
})
