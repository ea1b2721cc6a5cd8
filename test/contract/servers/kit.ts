/** What the one suite needs of a server, and how it asks it. */
import { expect } from 'vitest'
import type { z } from 'zod'
import { type ServiceCode, statusOf } from '../../../shared/contract/errors.ts'
import { type Meanings, OUR_MEANINGS } from '../../../shared/contract/meanings.ts'
import { type OperationName, operations, type WireAnswer } from '../../../shared/contract/operations.ts'
import type { AccountKind } from '../../../shared/rehearsal/rehearsalKinds.ts'
import { VirtualClock } from '../../fakes/virtualClock.ts'

export const KEY = 'svc_of-both-servers'
export const PREPARING_MS = 4_000
/** What the newest project is planned to. */
export const PLANNED_S = 7_200

/** What a test wants of the server it gets, beside what every server is. */
export interface Wishes {
  readonly meanings?: Partial<Meanings>
  /** Links to private addresses are refused, as they are where nobody develops. */
  readonly publicLinksOnly?: true
  readonly fullDisk?: true
  /** One of the projects is an overlay of broadcasting software. */
  readonly pluginProject?: true
  /** There is a past broadcast that people watched, over midnight. */
  readonly watched?: true
  /** In place of `PREPARING_MS`. */
  readonly preparingMs?: number
}

/** A server whose newest project has three destinations and at least four scenes, and syncs when told. */
export interface Server {
  readonly baseUrl: string
  /** Two videos of a minute that can be used, a sound, and a video that must be encoded first. */
  readonly files: { readonly videos: readonly [string, string]; readonly sound: string; readonly broken: string }
  /** To a good video, to one that must be encoded, and to one that never arrives. */
  readonly links: { readonly good: string; readonly broken: string; readonly held: string }
  /** A link that cannot be had at once, where the wishes say so. */
  readonly unreachable: string
  expire(destinationId: string, expired: boolean): unknown
  become(account: AccountKind): unknown
  /** Goes wrong from now on: every second date, statistics, the next encode, imports at 60 %. */
  fault(kind: 'datesPartlyTaken' | 'statisticsRefused' | 'encodeVanishes' | 'importFails'): unknown
  /** Another hand changes the order of a playlist. */
  anotherHand(projectId: string, layerId: string): unknown
  /** A good video of so many seconds, each time another one; null: nobody knows how long it is. */
  addVideo(seconds: number | null): string
  addFolder(name: string): Promise<string>
  /** A person ends an import. */
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

/** What has been seen of the server, over all tests. */
export const seen = {
  operations: new Set<OperationName>(),
  codes: new Set<ServiceCode>(),
  /** `name value`, of a service that means it so. */
  meanings: new Set<string>(),
}

export interface Asking {
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: unknown
  /** In place of a body: what stands in it, letter for letter. */
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly [parameter: string]: unknown
}

/** A refusal as the contract wants it. */
export function refusal(code: ServiceCode, more: object = {}) {
  const [error, message] = [expect.any(String), expect.stringMatching(/.{6}/)]
  return { status: statusOf(code), body: { error, code, message, ...more } }
}

export type Opened = Awaited<ReturnType<typeof opened>>

/** A server of its own, and its newest project. */
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
  /** Asks what must succeed, with the status and the fields the contract names. */
  const ask = async <Name extends OperationName>(name: Name, asking: Asking = {}): Promise<WireAnswer<Name>> => {
    const { status, body } = await call(operations[name].method, pathOf(name, asking), asking)
    expect(status, JSON.stringify(body)).toBe(operations[name].status)
    const schema: z.ZodType = operations[name].response
    schema.parse(body)
    seen.operations.add(name)
    return body as WireAnswer<Name>
  }
  /** Asks what must be refused. */
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
    /** A new scene, last of all and with nothing in it. */
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
