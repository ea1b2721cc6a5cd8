/** Every kind of write in the studio, each stamped with a number in everything it touches. */
import { countOf, STUDIO_KEY, textOf } from '../values.ts'

/** What all of them write to; created once, before the first life. */
export interface Ground {
  readonly projectId: string
  readonly sceneId: string
  readonly layerId: string
  /** Files that are renamed, moved and played. */
  readonly fileIds: readonly string[]
  /** It is encoded again and again. */
  readonly encodedId: string
  readonly folderIds: readonly string[]
  /** A small video. */
  readonly link: string
}

type Answer = Record<string, unknown>
type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>

export interface Studio {
  readonly ask: Ask
  /** Sends a request to the administration. */
  readonly tell: Ask
}

/** Why a request was refused, by its code. */
export class Refused extends Error {
  readonly code: unknown

  constructor(told: string, code: unknown) {
    super(told)
    this.code = code
  }
}

/** Sends requests to a running studio; rejects with `Refused` if it refuses. */
export function asking({ baseUrl, admin }: { baseUrl: string; admin: { url: string; secret: string } }): Studio {
  const askAt = (base: string, bearer: string): Ask => {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
    return async (method, path, body) => {
      const text = body === undefined ? null : JSON.stringify(body)
      const response = await fetch(base + path, { method, headers, body: text })
      const answer = (await response.json()) as Answer
      if (response.ok) return answer
      throw new Refused(`${method} ${path}: ${JSON.stringify(answer)}`, answer.code)
    }
  }
  return { ask: askAt(baseUrl, STUDIO_KEY), tell: askAt(admin.url, admin.secret) }
}

export interface Write {
  /** Performs the `count`th write, in one request. */
  readonly write: (studio: Studio & Ground, count: number) => Promise<unknown>
  /** The current state: equal to `expected` of a count, or else it is lost or incomplete. */
  readonly found: (studio: Studio & Ground) => Promise<unknown>
  readonly expected: (count: number) => unknown
}

export const FILES = 6
export const FOLDERS = 3
const LONGEST_TEXT = 2_000
const DAY_MS = 86_400_000
const BATCH = 40
const isEven = (count: number) => count % 2 === 0
const stampsOf = (records: unknown, field = 'name') => [...new Set((records as Answer[]).map((one) => one[field]))]
const itemsOf = (count: number, { fileIds }: Ground) =>
  Array.from({ length: 1 + (count % BATCH) }, (_, at) => ({ fileId: fileIds[at % fileIds.length], name: `${count}` }))
const secondOf = (count: number) => count % 40_000
const runsOf = (count: number) => 2 + (count % 5)
const datesOf = (count: number) =>
  Array.from({ length: runsOf(count) }, (_, at) => {
    const day = (Math.ceil(Date.now() / DAY_MS) + 1 + at) * DAY_MS
    return new Date(day + secondOf(count) * 1_000).toISOString()
  })

/** Half of them write which objects exist; the others change existing ones. */
export const WRITES: Readonly<Record<string, Write>> = {
  project: {
    write: ({ ask, projectId }, count) =>
      ask('PATCH', `/projects/${projectId}`, { title: `${count}`, description: textOf(count, LONGEST_TEXT) }),
    async found({ ask, projectId }) {
      const { title, description } = await ask('GET', `/projects/${projectId}`)
      return [title, countOf(String(description), LONGEST_TEXT)]
    },
    expected: (count) => [`${count}`, count],
  },
  /** A scene with its playlist and its chain, and its deletion. */
  scene: {
    async write(studio, count) {
      const { ask, projectId } = studio
      if (isEven(count)) {
        const body = {
          sceneName: `${count}`,
          layerName: `${count}`,
          files: itemsOf(count, studio),
          previousSceneId: studio.sceneId,
        }
        return ask('POST', `/projects/${projectId}/scenes/workflow`, body)
      }
      const made = await madeScenes(studio)
      return ask('DELETE', `/projects/${projectId}/scenes/${made[0]?.id}`)
    },
    async found(studio) {
      const { ask, projectId } = studio
      const made = await madeScenes(studio)
      const layers = made.flatMap(({ layers: all }) => all as Answer[])
      const whole = await Promise.all(layers.map(({ id }) => ask('GET', `/projects/${projectId}/layers/${id}`)))
      const files = whole.flatMap(({ settings }) => (settings as { files: unknown[] }).files)
      return [made.map(({ name }) => name), stampsOf(whole), stampsOf(files), files.length]
    },
    expected(count) {
      const [made, items] = isEven(count) ? [[`${count}`], 1 + (count % BATCH)] : [[], 0]
      return [made, made, made, items]
    },
  },
  layer: {
    write: ({ ask, projectId, layerId }, count) =>
      ask('PATCH', `/projects/${projectId}/layers/${layerId}`, {
        ...{ name: `${count}`, hide: isEven(count), settings: { volume: count % 11, shuffle: isEven(count) } },
      }),
    async found({ ask, projectId, layerId }) {
      const { name, hide, settings } = await ask('GET', `/projects/${projectId}/layers/${layerId}`)
      const { volume, shuffle } = settings as Answer
      return [name, hide, volume, shuffle]
    },
    expected: (count) => [`${count}`, isEven(count), count % 11, isEven(count)],
  },
  playlist: {
    write: (studio, count) =>
      studio.ask('PUT', `/projects/${studio.projectId}/layers/${studio.layerId}/files`, {
        files: itemsOf(count, studio),
      }),
    async found({ ask, projectId, layerId }) {
      const { settings } = await ask('GET', `/projects/${projectId}/layers/${layerId}`)
      const { files } = settings as { files: unknown[] }
      return [stampsOf(files), files.length]
    },
    expected: (count) => [[`${count}`], 1 + (count % BATCH)],
  },
  schedule: {
    write: ({ ask, projectId }, count) =>
      isEven(count)
        ? ask('POST', `/projects/${projectId}/schedules`, { dates: datesOf(count) })
        : ask('DELETE', `/projects/${projectId}/schedules`),
    async found({ ask, projectId }) {
      const { schedules } = await ask('GET', `/projects/${projectId}/schedules`)
      return (schedules as Answer[]).map(({ scheduledDate }) => (Date.parse(String(scheduledDate)) % DAY_MS) / 1_000)
    },
    expected: (count) => (isEven(count) ? Array.from({ length: runsOf(count) }, () => secondOf(count)) : []),
  },
  names: {
    write: ({ ask, fileIds }, count) =>
      ask('PATCH', '/files', { renames: fileIds.map((id) => ({ id, name: `${count}` })) }),
    async found({ ask, fileIds }) {
      return stampsOf(await Promise.all(fileIds.map((id) => ask('GET', `/files/${id}`))))
    },
    expected: (count) => [`${count}`],
  },
  folder: {
    write: ({ tell, fileIds, folderIds }, count) =>
      tell('PATCH', '/files', { fileIds, folderId: folderIds[count % folderIds.length] }),
    async found({ ask, folderIds }) {
      const counts = await Promise.all(folderIds.map((folderId) => ask('GET', `/files?folderId=${folderId}`)))
      return counts.map(({ total }) => total)
    },
    expected: (count) => Array.from({ length: FOLDERS }, (_, at) => (count % FOLDERS === at ? FILES : 0)),
  },
}

async function madeScenes({ ask, projectId }: Studio & Ground): Promise<Answer[]> {
  const { scenes } = await ask('GET', `/projects/${projectId}/scenes?limit=100`)
  return (scenes as Answer[]).filter(({ name }) => /^\d+$/.test(String(name)))
}
