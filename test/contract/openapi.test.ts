/** The OpenAPI document is valid, complete, and true of client and studio. */
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import Ajv from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { openapiDocument } from '../../shared/contract/openapi.ts'
import { type Operation, type OperationName, operations } from '../../shared/contract/operations.ts'
import { applyOverride, readOverride } from '../../shared/contract/override.ts'
import {
  expectHeaders,
  expectRefusal,
  type Rehearsal,
  rehearsal,
  rehearseEach,
  remaining,
} from '../studio/support.ts'
import { BODIES } from './bodies.ts'

type Document = Record<string, unknown> & { paths: Record<string, Record<string, Entry>> }
interface Entry {
  operationId: string
  responses: Record<string, { $ref?: string }>
  [more: string]: unknown
}

interface Judge {
  /** What the document finds wrong with a response; null if nothing. */
  answer(name: OperationName, status: number, body: unknown): string | null
  /** The same for the body of a request. */
  request(name: OperationName, body: unknown): string | null
}

/** Validates responses and requests against a document, with a public validator of JSON Schema. */
function judgeOf(document: Document): Judge {
  // The document's own extensions (x-…, $ref beside others) are no keywords of JSON Schema.
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema(document, 'document')

  const judge = (pointer: string, value: unknown): string | null => {
    const validate = ajv.getSchema(`document#${pointer}`)
    if (!validate) return `the document says nothing at ${pointer}`
    return validate(value) ? null : ajv.errorsText(validate.errors)
  }
  const json = '/content/application~1json/schema'
  return {
    answer(name, status, body) {
      const found = document.paths[operations[name].path]?.[operations[name].method.toLowerCase()]?.responses[status]
      const where = found?.$ref?.slice(1) ?? `${pointerTo(name)}/responses/${status}`
      return judge(where + json, body)
    },
    request: (name, body) => judge(`${pointerTo(name)}/requestBody${json}`, body),
  }
}

function pointerTo(name: OperationName): string {
  const { path, method } = operations[name]
  const escaped = path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')
  return `/paths/${escaped}/${method.toLowerCase()}`
}

const names = Object.keys(operations) as OperationName[]
const documentOf = (options: Partial<Parameters<typeof openapiDocument>[0]> = {}) =>
  // As a reader gets it: as JSON.
  JSON.parse(JSON.stringify(openapiDocument({ version: '1.2.3', ...options }))) as Document

const document = documentOf()
const rows: [OperationName, Entry][] = names.map((name) => {
  const { path, method } = operations[name]
  return [name, document.paths[path]?.[method.toLowerCase()] as Entry]
})

async function problemsOf(doc: Document): Promise<unknown> {
  const { valid, errors } = await new Validator().validate(doc)
  return valid ? null : errors
}

describe('the document', () => {
  it('is OpenAPI 3.1, as a public validator says', async () => {
    expect(await problemsOf(document)).toBeNull()
    expect(document.openapi).toMatch(/^3\.1\./)
    const broken = documentOf()
    broken.paths['/projects'] = { get: { ...rows[0]?.[1], responses: 5 } as unknown as Entry }
    expect(await problemsOf(broken)).not.toBeNull()
  })

  it('has every operation once, with its own sentence', () => {
    expect(rows.map(([, entry]) => entry.operationId)).toEqual(names)
    expect(Object.values(document.paths).flatMap((methods) => Object.keys(methods))).toHaveLength(names.length)
    const summaries = rows.map(([, entry]) => String(entry.summary))
    for (const summary of summaries) expect(summary).toMatch(/^[A-Z][^.]{15,}\.$/)
    expect(new Set(summaries).size).toBe(names.length)
  })

  it.each(rows)('describes for %s how urgent, repeatable and visible it is, and how we know', (name, entry) => {
    const { class: lane, repeat, air, sources, status } = operations[name]
    expect(entry).toMatchObject({ 'x-class': lane, 'x-repeat': repeat, 'x-air': air, 'x-sources': sources })
    const errors = ['400', '401', '403', '404', '409', '429', '500', '501', '502']
    expect(Object.keys(entry.responses)).toEqual([String(status), ...errors].toSorted())
    const parameters = (entry.parameters ?? []) as { name: string; in: string; required?: boolean; schema: object }[]
    const inPath = parameters.filter((one) => one.in === 'path')
    expect(inPath.map((one) => `{${one.name}}`)).toEqual(operations[name].path.match(/\{\w+\}/g) ?? [])
    expect(inPath.every((one) => one.required)).toBe(true)
    const inQuery = parameters.filter((one) => one.in === 'query').map((one) => one.name)
    const { query, body } = operations[name] as Operation
    expect(inQuery).toEqual(query instanceof z.ZodObject ? Object.keys(query.shape) : [])
    expect(Boolean(entry.requestBody)).toBe(body !== null)
  })

  it('has only references that resolve', () => {
    const text = JSON.stringify(document)
    const references = new Set([...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? ''))
    expect(references.size).toBeGreaterThan(30)
    for (const one of references) {
      const found = one.split('/').reduce<unknown>((held, key) => (held as Record<string, unknown>)?.[key], document)
      expect(found, one).toBeTypeOf('object')
    }
  })

  it('requires a key, and describes when and where to come back', () => {
    const { components } = document as unknown as {
      components: Record<string, Record<string, Record<string, unknown>>>
    }
    expect(document.security).toEqual([{ key: [] }])
    expect(components.securitySchemes?.key).toMatchObject({ type: 'http', scheme: 'bearer' })
    expect(components.responses?.Error429?.headers).toHaveProperty('Retry-After')
    expect(document.servers).toMatchObject([{ url: '/v1/external' }])
    expect(documentOf({ serverUrl: 'https://x.example/v1/external' }).servers).toEqual([
      { url: 'https://x.example/v1/external' },
    ])
    expect(document.info).toMatchObject({ version: '1.2.3' })
  })

  it('shows what is sent on the wire, by the names used there', () => {
    const text = JSON.stringify(document)
    for (const wire of ['autoSynch', 'unsyncedLive']) expect(text).toContain(`"${wire}":`)
    for (const internal of ['"autoSync":', '"unsynced":']) expect(text).not.toContain(internal)
    const judge = judgeOf(document)
    const project = { id: 'p', name: 'Show', autoSynch: true, duration: { manual: true }, liveStatus: 'OFFLINE' }
    expect(judge.answer('getProject', 200, project)).toBeNull()
    expect(
      judge.answer('getProject', 200, { ...project, later: 1, liveStatus: 'A_NEW_ONE', viewers: null }),
    ).toBeNull()
    expect(judge.answer('getProject', 200, { ...project, autoSynch: undefined, autoSync: true })).toContain(
      'autoSynch',
    )
    expect(judge.answer('getProject', 200, { ...project, viewers: -1 })).toContain('viewers')
    expect(judge.answer('listProjects', 200, { projects: [{ ...project, id: 5 }], total: 1 })).toContain(
      '/projects/0/id',
    )
    expect(judge.answer('startLive', 201, { status: 'PREPARING' })).toContain('liveId')
  })

  it('lists the known values, and closes no list that may grow', () => {
    const { schemas } = document.components as { schemas: Record<string, unknown> }
    const known = { LiveStatus: 'PREPARING', Provider: 'youtube', DestinationError: 'AUTH_ERROR' }
    for (const [name, value] of Object.entries(known)) {
      expect(schemas[name]).toMatchObject({ type: 'string', examples: expect.arrayContaining([value]) })
      expect(schemas[name]).not.toHaveProperty('enum')
    }
  })

  it('accepts the bodies that the client sends, and no others', () => {
    const judge = judgeOf(document)
    const body = z.encode(operations.createProject.body, {
      name: 'Show',
      autoSync: false,
      duration: { manual: true },
    })
    expect(judge.request('createProject', body)).toBeNull()
    expect(judge.request('createProject', { ...body, name: '' })).toContain('name')
    expect(judge.request('createProject', { ...body, duration: { manual: false } })).toContain('planned')
    expect(judge.request('setPlayback', { action: 'pause' })).toContain('action')
  })
})

it('the document of a deployment that differs is valid too, and shows its methods and paths', async () => {
  const read = readOverride({
    version: 1,
    operations: {
      stopLive: { method: 'PUT', path: '/shows/{projectId}/broadcast:end' },
      // OpenAPI would treat this path as a duplicate of the one above if the two were not merged.
      getStatistics: { path: '/shows/{liveId}/broadcast:end' },
    },
  })
  if ('invalid' in read) throw new Error(read.invalid.message)
  const moved = documentOf({ operations: applyOverride(read.override).operations })
  expect(await problemsOf(moved)).toBeNull()
  const methods = moved.paths['/shows/{projectId}/broadcast:end']
  expect(methods).toMatchObject({ put: { operationId: 'stopLive' }, get: { operationId: 'getStatistics' } })
  const inPath = expect.objectContaining({ name: 'projectId', in: 'path' })
  expect(methods?.get?.parameters).toContainEqual(inPath)
  expect(Object.values(moved.paths).flatMap((held) => Object.keys(held))).toHaveLength(names.length)
  expect(moved.paths).not.toHaveProperty(operations.stopLive.path)
})

/** Any file that a show could use. */
const PICTURE = join(import.meta.dirname, '../../build/icons/app.png')
const originOf = () => new URL(rehearsal.studio.baseUrl).origin

describe('the local studio serves its document', () => {
  rehearseEach()

  it.each(['/openapi.json', '/v1/external/openapi.json'])(
    'at %s, without a key and without using the budget',
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

  it('for reading only, and for this machine only', async () => {
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

  it('the studio’s responses match its document, for every operation it has', async () => {
    const document = (await (await fetch(`${originOf()}/openapi.json`)).json()) as Document
    const judge = judgeOf(document)
    const projectId = await rehearsal.fridayNight()
    const sceneIds = await rehearsal.sceneIds(projectId)
    const { destinationIds } = await rehearsal.ask('getProject', { projectId })
    await rehearsal.ask('startLive', { projectId })
    const { liveId } = await rehearsal.ask('stopLive', { projectId })
    const adding = { type: 'videoPlaylist', settings: { files: [{ fileId: 'video-60' }] } }
    const { id: layerId } = await rehearsal.ask('addLayer', { projectId, sceneId: sceneIds[0], body: adding })
    const { fileId } = await rehearsal.told('takeFile', { path: PICTURE, mode: 'link' })
    const date = new Date(rehearsal.clock.now() + 3_600_000).toISOString()
    const own = {
      importFile: { url: 'http://127.0.0.1:9/nobody.mp4', type: 'video' },
      createProject: { name: 'New', autoSynch: true },
      verifyDestinations: { destinationIds },
      addLayer: adding,
      createSceneWithPlaylist: { sceneName: 'New', files: [{ fileId: 'video-60' }], previousSceneId: sceneIds[0] },
      scheduleLive: { dates: [date] },
    }
    const bodies = { ...BODIES, ...own }
    const judged: string[] = []
    const judging = async (name: OperationName, asking: Parameters<Rehearsal['try']>[1], status: number) => {
      const reply = await rehearsal.try(name, asking)
      expect(reply.status, name).toBe(status)
      expect(judge.answer(name, status, reply.body), `${name} ${status}`).toBeNull()
      judged.push(`${name} ${status}`)
    }

    const last = ['scheduleLive', 'listSchedules', 'cancelSchedule', 'cancelSchedules']
    last.push('startLive', 'getLive', 'setPlayback', 'syncLive', 'stopLive', 'deleteScene')
    const inOrder = (name: OperationName) => last.indexOf(name)
    const names = (Object.keys(operations) as OperationName[]).toSorted((one, other) => inOrder(one) - inOrder(other))
    for (const name of names) {
      const [scheduled] = (await rehearsal.ask('listSchedules', { projectId })).schedules
      const ids = { projectId, sceneId: sceneIds[1], layerId, fileId, liveId: scheduled?.liveId ?? liveId }
      await judging(name, { ...ids, body: bodies[name] }, operations[name].status)
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
})
