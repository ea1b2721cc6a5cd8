import type { DatabaseSync } from 'node:sqlite'
import { DOCUMENTS } from '../rules/documents.ts'
import type { Collection, World } from '../rules/world.ts'

/** One document as it shall stand from now on; null takes it away. */
export interface Change {
  readonly collection: Collection
  readonly id: string
  readonly document: unknown
}

/** Where the world is kept. What `write` has returned from survives the process. */
export interface Storage {
  /** Where the catalogue of files has tables of its own. */
  readonly database: DatabaseSync
  /** What is kept, or null when nothing ever was. */
  load(): World | null
  /** All of the changes or none. */
  write(changes: readonly Change[]): void
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

/** What is kept was written by a later version. It is left alone. */
export class NewerStorage extends Error {
  override readonly name = 'NewerStorage'
}

/** What was changed from one world to the next. Untouched documents are the very same objects, so a glance is enough. */
export function changesBetween(before: World | null, after: World): Change[] {
  const collections = Object.keys(DOCUMENTS) as Collection[]
  return collections.flatMap((collection) => changesIn(collection, before?.[collection] ?? {}, after[collection]))
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
