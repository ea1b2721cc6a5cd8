/** What the shared suite requires of a server, and how it sends requests. */
import { beforeAll, expect } from 'vitest'
import type { z } from 'zod'
import { type ServiceCode, statusOf } from '../../../shared/contract/errors.ts'
import { type Meanings, OUR_MEANINGS } from '../../../shared/contract/meanings.ts'
import { type OperationName, operations, type WireAnswer } from '../../../shared/contract/operations.ts'
import type { AccountKind } from '../../../shared/rehearsal/rehearsalKinds.ts'
import { VirtualClock } from '../../fakes/virtualClock.ts'

export const KEY = 'svc_of-both-servers'
export const PREPARING_MS = 4_000
/** The planned length of the newest project, in seconds. */
export const PLANNED_S = 7_200

/** Options of a test for its server, in addition to what every server is. */
export interface Wishes {
  readonly meanings?: Partial<Meanings>
  /** Links to private addresses are refused, as they are outside development. */
  readonly publicLinksOnly?: true
  readonly fullDisk?: true
  /** One of the projects is an overlay of broadcasting software. */
  readonly pluginProject?: true
  /** There is a past broadcast that viewers watched, over midnight. */
  readonly watched?: true
  /** Replaces `PREPARING_MS`. */
  readonly preparingMs?: number
}

/** A server whose newest project has three destinations and at least four scenes, and syncs on request. */
export interface Server {
  readonly baseUrl: string
  /** Two usable videos of a minute, a sound, and a video that must be encoded first. */
  readonly files: { readonly videos: readonly [string, string]; readonly sound: string; readonly broken: string }
  /** Links to a good video, to one that must be encoded, and to one that never arrives. */
  readonly links: { readonly good: string; readonly broken: string; readonly held: string }
  /** A link that fails at once, if the options say so. */
  readonly unreachable: string
  expire(destinationId: string, expired: boolean): unknown
  become(account: AccountKind): unknown
  /** Makes this fail from now on: every second date, statistics, the next encode, imports at 60 %. */
  fault(kind: 'datesPartlyTaken' | 'statisticsRefused' | 'encodeVanishes' | 'importFails'): unknown
  /** Another client changes the order of a playlist. */
  anotherHand(projectId: string, layerId: string): unknown
  /** A file that is complete is encoded once more, and not finished in this test. */
  encodeAgain(fileId: string): unknown
  /** Adds a new good video of this length in seconds; null: of unknown length. */
  addVideo(seconds: number | null): string
  addFolder(name: string): Promise<string>
  /** The user stops an import. */
  stopImport(fileId: string): unknown
  /** Waits until an import, or every encode, has ended. */
  arrived(fileId: string): Promise<unknown>
  encoded(): Promise<unknown>
}

export type Open = (clock: VirtualClock, wishes: Wishes) => Promise<Server>

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

/** What the tests have seen of the server whose suite is running. */
export const seen = {
  operations: new Set<OperationName>(),
  codes: new Set<ServiceCode>(),
  /** `name value`, for each meaning a service was opened with. */
  meanings: new Set<string>(),
}

/** Each server is counted alone: a worker may run the suites of both, and keeps this module between them. */
export function countFromZero(): void {
  beforeAll(() => {
    for (const set of Object.values(seen)) set.clear()
  })
}

export interface Asking {
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: unknown
  /** The exact text of the body, instead of JSON. */
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly [parameter: string]: unknown
}

/** A refusal in the form of the contract. */
export function refusal(code: ServiceCode, more: object = {}) {
  const [error, message] = [expect.any(String), expect.stringMatching(/.{6}/)]
  return { status: statusOf(code), body: { error, code, message, ...more } }
}

export type Opened = Awaited<ReturnType<typeof opened>>

/** A new server, and its newest project. */
export async function opened(open: Open, wishes: Wishes = {}) {
  const clock = new VirtualClock()
  const server = await open(clock, wishes)
  for (const [name, value] of Object.entries({ ...OUR_MEANINGS, ...wishes.meanings }))
    seen.meanings.add(`${name} ${value}`)
  const fetched = (method: string, path: string, { body, text, headers }: Asking = {}) =>
    fetch(server.baseUrl + path, {
      ...{ method, headers: { authorization: `Bearer ${KEY}`, ...headers } },
      body: text ?? (body === undefined ? null : JSON.stringify(body)),
    })
  const call = async (method: string, path: string, asking: Asking = {}): Promise<Reply> => {
    const response = await fetched(method, path, asking)
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  /** Sends a request that must succeed, with the status and the fields in the contract. */
  const ask = async <Name extends OperationName>(name: Name, asking: Asking = {}): Promise<WireAnswer<Name>> => {
    const { status, body } = await call(operations[name].method, pathOf(name, asking), asking)
    expect(status, JSON.stringify(body)).toBe(operations[name].status)
    const schema: z.ZodType = operations[name].response
    schema.parse(body)
    seen.operations.add(name)
    return body as WireAnswer<Name>
  }
  /** Sends a request that must be refused. */
  const refused = async (
    name: OperationName,
    asking: Asking,
    code: ServiceCode,
    more: object = {},
  ): Promise<Reply> => {
    const reply = await call(operations[name].method, pathOf(name, asking), asking)
    expect(reply).toMatchObject(refusal(code, more))
    seen.codes.add(code)
    return reply
  }
  const [show] = (await ask('listProjects')).projects
  const projectId = show?.id ?? ''
  const listScenes = async () => (await ask('listScenes', { projectId, query: { limit: 100 } })).scenes
  const scenes = (await listScenes()).map(({ id }) => id)
  return {
    ...{ clock, server, call, fetched, ask, refused, projectId, scenes, listScenes },
    live: () => ask('getLive', { projectId }),
    change: (body: object) => ask('updateProject', { projectId, body }),
    activate: (place: number) => ask('activateScene', { projectId, sceneId: scenes[place] }),
    async goLive(): Promise<string> {
      const { liveId } = await ask('startLive', { projectId })
      clock.advance(PREPARING_MS)
      return liveId
    },
    /** A new empty scene, after all others. */
    scene: async () => (await ask('createScene', { projectId, body: { name: 'Empty' } })).id,
    /** A playlist of the files in a scene. */
    async playlist(scene: number | string, fileIds: readonly string[], settings: object = {}) {
      const files = fileIds.map((fileId) => ({ fileId }))
      const body = { type: 'videoPlaylist', settings: { files, loop: false, ...settings } }
      return (await ask('addLayer', { projectId, sceneId: typeof scene === 'number' ? scenes[scene] : scene, body }))
        .id
    },
  }
}

/** The path of an operation with its query. */
export function pathOf(name: OperationName, { query = {}, ...params }: Asking): string {
  const path = operations[name].path.replace(/\{(\w+)\}/g, (_, part: string) =>
    encodeURIComponent(String(params[part])),
  )
  const search = new URLSearchParams(Object.entries(query).map(([field, value]) => [field, String(value)]))
  return `${path}?${search}`
}
