import type { DatabaseSync } from 'node:sqlite'
import { DOCUMENTS } from '../rules/documents.ts'
import type { Collection, Play, Show, World } from '../rules/world.ts'
import type { PastPlay } from './plays.ts'

/** One document, or the scenes of one, as it shall stand from now on; null takes it away. */
export interface Change {
  readonly collection: Collection | ScenesOf
  readonly id: string
  readonly document: unknown
}

/** Where the world is kept. What `write` has returned from survives the process. */
export interface Storage {
  /** Where the catalogue of files has tables of its own. */
  readonly database: DatabaseSync
  /** What is kept, or null when nothing ever was. */
  load(): World | null
  /** All of the changes and plays or none. @param at the time of the studio, where it is kept with them */
  write(changes: readonly Change[], plays: readonly PastPlay[], at?: number): void
  /** The time of the last write; minus infinity where that was not kept. */
  lastAt(): number
  /** The latest plays that were written of a broadcast, the earliest of them first. */
  plays(liveId: string, most: number): readonly Play[]
  close(): void
}

/** What is kept cannot be read as a world. */
export class DamagedStorage extends Error {
  override readonly name = 'DamagedStorage'
}

/** As SQLite numbers them: ERROR (its layout is another), CORRUPT, NOTADB. A full disk, say, damages nothing. */
const DAMAGE = [1, 11, 26]

export const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && DAMAGE.includes(Number(error.errcode) & 0xff)

/** FULL; and IOERR_SHMSIZE, for on a full disk SQLite cannot even make the index of its log. */
const NO_ROOM = [13, 4_874]

export const isFull = (error: unknown): boolean =>
  error instanceof Error &&
  (('errcode' in error && NO_ROOM.includes(Number(error.errcode))) || ('code' in error && error.code === 'ENOSPC'))

/** What is kept was written by a later version. It is left alone. */
export class NewerStorage extends Error {
  override readonly name = 'NewerStorage'
}

/**
 * Documents that hold a show, and where. Its scenes are a row of their own: they are most of it, and no switch from one to another
 * needs to write them again.
 */
export const SHOW_OF = { projects: 'show', lives: 'onAir' } as const
type WithScenes = keyof typeof SHOW_OF
type ScenesOf = `${WithScenes}.scenes`
const hasScenes = (collection: Collection): collection is WithScenes => Object.hasOwn(SHOW_OF, collection)

/** What was changed from one world to the next. Untouched documents are the very same objects, so a glance is enough. */
export function changesBetween(before: World | null, after: World): Change[] {
  const collections = Object.keys(DOCUMENTS) as Collection[]
  return collections.flatMap((collection) => {
    const from: Documents = before?.[collection] ?? {}
    const changes = changesIn(collection, from, after[collection])
    return hasScenes(collection) ? changes.flatMap((change) => inParts(collection, change, from[change.id])) : changes
  })
}

/** A document without its scenes and, where they are others than before, these. */
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
