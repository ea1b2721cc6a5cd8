import type { DatabaseSync } from 'node:sqlite'
import { DOCUMENTS } from '../rules/world/documents.ts'
import type { Collection, Play, Show, World } from '../rules/world/world.ts'
import type { PastPlay } from './plays.ts'

/** The new version of a document, or of its scenes; null deletes it. */
export interface Change {
  readonly collection: Collection | ScenesOf
  readonly id: string
  readonly document: unknown
}

/** Stores the world. Once `write` has returned, its changes survive the end of the process. */
export interface Storage {
  /** The database, in which the catalogue of files has its own tables. */
  readonly database: DatabaseSync
  /** The stored world, or null if nothing was ever stored. */
  load(): World | null
  /**
   * Writes all of the changes and plays, or none.
   * @param at the studio's time, to be stored with them
   */
  write(changes: readonly Change[], plays: readonly PastPlay[], at?: number): void
  /** The stored time of the studio; minus infinity if there is none. */
  lastAt(): number
  /** The latest stored plays of a broadcast, the earliest of them first. */
  plays(liveId: string, most: number): readonly Play[]
  close(): void
}

/** The stored data cannot be read as a world. */
export class DamagedStorage extends Error {
  override readonly name = 'DamagedStorage'
}

/** SQLite's error codes: ERROR (an unexpected layout), CORRUPT, NOTADB. A full disk, for example, damages nothing. */
const DAMAGE = [1, 11, 26]

export const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && DAMAGE.includes(Number(error.errcode) & 0xff)

/** FULL; and IOERR_SHMSIZE, because on a full disk SQLite cannot even create the index of its log. */
const NO_ROOM = [13, 4_874]

export const isFull = (error: unknown): boolean =>
  error instanceof Error &&
  (('errcode' in error && NO_ROOM.includes(Number(error.errcode))) || ('code' in error && error.code === 'ENOSPC'))

/** The stored data was written by a later version. It is left unchanged. */
export class NewerStorage extends Error {
  override readonly name = 'NewerStorage'
}

/**
 * Collections whose documents contain a show, and in which field. The scenes are stored as a separate row: they are
 * most of the document, and a switch between scenes does not need to rewrite them.
 */
export const SHOW_OF = { projects: 'show', lives: 'onAir' } as const
type WithScenes = keyof typeof SHOW_OF
type ScenesOf = `${WithScenes}.scenes`
const hasScenes = (collection: Collection): collection is WithScenes => Object.hasOwn(SHOW_OF, collection)

/** What changed from one world to the next. Unchanged documents are identical objects, so references are compared. */
export function changesBetween(before: World | null, after: World): Change[] {
  const collections = Object.keys(DOCUMENTS) as Collection[]
  return collections.flatMap((collection) => {
    const from: Documents = before?.[collection] ?? {}
    const changes = changesIn(collection, from, after[collection])
    return hasScenes(collection) ? changes.flatMap((change) => inParts(collection, change, from[change.id])) : changes
  })
}

/** A document without its scenes and, if those changed, the scenes. */
function inParts(collection: WithScenes, change: Change, before: unknown): Change[] {
  const name = SHOW_OF[collection]
  const showIn = (document: unknown) => (document as Readonly<Record<string, Show>> | null | undefined)?.[name]
  const { scenes = null, ...rest } = showIn(change.document) ?? {}
  const head = { ...change, document: change.document && { ...change.document, [name]: rest } }
  if (scenes !== null && scenes === showIn(before)?.scenes) return [head]
  return [head, { collection: `${collection}.scenes`, id: change.id, document: scenes }]
}

type Documents = Readonly<Record<string, unknown>>

function changesIn(collection: Collection, before: Documents, after: Documents): Change[] {
  if (before === after) return []
  const written = Object.keys(after).filter((id) => after[id] !== before[id])
  const removed = Object.keys(before).filter((id) => !Object.hasOwn(after, id))
  return [
    ...written.map((id) => ({ collection, id, document: after[id] })),
    ...removed.map((id) => ({ collection, id, document: null })),
  ]
}
