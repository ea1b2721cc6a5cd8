import { afterEach, beforeEach, expect } from 'vitest'
import type { z } from 'zod'
import { administer } from '../../electron/studio/administration/client.ts'
import type {
  AdministrationAnswer,
  AdministrationBody,
  AdministrationName,
  AdministrationParameters,
} from '../../electron/studio/administration/table.ts'
import type { MediaFile } from '../../electron/studio/rules/world/media.ts'
import { type Studio, type StudioOptions, startStudio } from '../../electron/studio/studio.ts'
import { systemClock } from '../../electron/util/time.ts'
import { type OperationName, operations, type WireAnswer } from '../../shared/contract/operations.ts'
import { type ActiveFault, RehearsalFault, type RehearsalFaultInput } from '../../shared/rehearsal/rehearsal.ts'
import { breathe, VirtualClock } from '../fakes/virtualClock.ts'

export const KEY = 'svc_test-key-of-this-run'
export const PREPARING_MS = 4_000

export interface Reply<Body = Record<string, unknown>> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

/**
 * The file that an id describes: `video-60` is one of 60 s, `audio-30-b` another one, `video-x` one of unknown length,
 * `video-60-broken` one that must be encoded first. All other ids are no file.
 */
export function mediaOf(id: string): MediaFile | undefined {
  const [, type, seconds, note] = /^(video|audio|image)-(\d+(?:\.\d+)?|x)(?:-(\w+))?$/.exec(id) ?? []
  if (!type) return undefined
  const errors = note === 'broken' ? ['unsupported_video_codec'] : []
  return {
    id,
    name: `${id}.mp4`,
    type: type as MediaFile['type'],
    durationSec: seconds === 'x' ? null : Number(seconds),
    errors,
  }
}

interface Asking {
  readonly query?: Record<string, string | number>
  readonly body?: unknown
  readonly [parameter: string]: unknown
}

/** A studio on any port, in memory, on a stopped clock; every response is checked on the way. */
export class Rehearsal {
  readonly studio: Studio
  readonly clock: VirtualClock

  constructor(studio: Studio, clock: VirtualClock) {
    this.studio = studio
    this.clock = clock
  }

  static async start(options: Partial<StudioOptions> = {}): Promise<Rehearsal> {
    const clock = (options.clock as VirtualClock) ?? new VirtualClock()
    const timings = { preparingMs: PREPARING_MS }
    const studio = await startStudio({
      port: 0,
      dataDir: null,
      demo: 'shows',
      timings,
      media: mediaOf,
      files: { allowPrivateLinks: true },
      keys: [KEY],
      ...options,
      clock,
    })
    return new Rehearsal(studio, clock)
  }

  /** Calls an operation that must succeed, with its status and a body that its schema accepts. */
  async ask<Name extends OperationName>(name: Name, asking: Asking = {}): Promise<WireAnswer<Name>> {
    const reply = await this.try(name, asking)
    expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: operations[name].status })
    const schema: z.ZodType = operations[name].response
    schema.parse(reply.body)
    return reply.body as WireAnswer<Name>
  }

  /** Calls an operation, whatever the response. */
  try(name: OperationName, asking: Asking = {}): Promise<Reply> {
    const { method } = operations[name]
    return this.fetch(pathOf(name, asking), method === 'GET' ? { method } : { method, body: asking.body })
  }

  /** Calls an operation and checks nothing: rejects when the connection breaks. */
  send(name: OperationName, asking: Asking = {}, init: RequestInit = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${KEY}`, ...init.headers }
    const body = asking.body === undefined ? null : JSON.stringify(asking.body)
    const { method } = operations[name]
    return fetch(this.studio.baseUrl + pathOf(name, asking), { method, body, ...init, headers })
  }

  /** Calls the administration as the app does. */
  told<Name extends AdministrationName>(
    name: Name,
    body: AdministrationBody<Name>,
    ...params: AdministrationParameters<Name>
  ): Promise<AdministrationAnswer<Name>> {
    const { url: adminUrl, secret: adminSecret } = this.studio.admin
    return administer({ adminUrl, adminSecret }, name, body, systemClock, ...params)
  }

  /** Sets a fault. */
  setFault(fault: RehearsalFaultInput): Promise<ActiveFault> {
    return this.told('setFault', RehearsalFault.parse(fault))
  }

  /** Sends any request; `key` null sends none. */
  async fetch(path: string, { method = 'GET', body, key = KEY }: Sent = {}): Promise<Reply> {
    const reply = await replyTo(this.studio.baseUrl + path, method, body, key)
    expectHeaders(reply.headers)
    return reply
  }

  /** Calls the administration. */
  async administer(method: string, path: string, body?: unknown, secret = this.studio.admin.secret): Promise<Reply> {
    const reply = await replyTo(this.studio.admin.url + path, method, body, secret)
    expect(reply.headers.get('cuelight-rehearsal')).toBe('1')
    return reply
  }

  /** The demo project that is planned to two hours and has auto-sync off. */
  async fridayNight(): Promise<string> {
    const { projects } = await this.ask('listProjects')
    return projects.find((project) => project.name === 'Friday Night')?.id ?? ''
  }

  async sceneIds(projectId: string): Promise<string[]> {
    return (await this.ask('listScenes', { projectId, query: { limit: 100 } })).scenes.map((scene) => scene.id)
  }

  /** Starts the project and waits until it is LIVE. */
  async goLive(projectId: string): Promise<string> {
    const { liveId } = await this.ask('startLive', { projectId })
    this.clock.advance(PREPARING_MS)
    return liveId
  }
}

/** Any body but a string is sent as JSON. */
async function replyTo(url: string, method: string, body: unknown, bearer: string | null): Promise<Reply> {
  const headers: Record<string, string> = bearer === null ? {} : { authorization: `Bearer ${bearer}` }
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  const response = await fetch(url, { method, headers, body: text ?? null })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Reply['body'] }
}

function pathOf(name: OperationName, { query = {}, body: _, ...params }: Asking): string {
  const path = operations[name].path.replace(/\{(\w+)\}/g, (_, part: string) =>
    encodeURIComponent(String(params[part])),
  )
  const search = new URLSearchParams(Object.entries(query).map(([field, value]) => [field, String(value)]))
  return `${path}?${search}`
}

/** Lets sockets work until the condition is true. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let looked = 0; looked < 10_000; looked += 1) {
    if (await isSo()) return
    await breathe()
  }
  throw new Error('it never came to be so')
}

interface Sent {
  readonly method?: string
  readonly body?: unknown
  readonly key?: string | null
}

/** Every response has the budget and the mark of a rehearsal. */
export function expectHeaders(headers: Headers): void {
  expect(headers.get('cuelight-rehearsal')).toBe('1')
  expect(headers.get('ratelimit-policy')).toBe('"account";q=150;w=60')
  expect(headers.get('ratelimit')).toMatch(/^"account";r=\d+;t=\d+$/)
}

/** The account's remaining requests, from the response. */
export function remaining({ headers }: Reply): number {
  return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
}

/** A refusal in the form of the contract: status, code, words, details. */
export function expectRefusal(
  reply: Reply,
  status: number,
  code: string,
  details: Record<string, unknown> = {},
): void {
  expect(reply.body).toMatchObject({ code, ...details })
  expect(reply.status).toBe(status)
  expect(reply.body.error).toBeTypeOf('string')
  expect(String(reply.body.message).length).toBeGreaterThan(5)
}

/** The studio of the current test, and its show "Friday Night", for tests that call `rehearseEach`. */
export let rehearsal: Rehearsal
export let projectId = ''
export let scenes: string[] = []

/** Each test has its own studio; unless a show is named, it has had no requests. */
export function rehearseEach(what?: 'theShow'): void {
  beforeEach(async () => {
    rehearsal = await Rehearsal.start()
    if (!what) return
    projectId = await rehearsal.fridayNight()
    scenes = await rehearsal.sceneIds(projectId)
  })
  afterEach(() => rehearsal.studio.close())
}
