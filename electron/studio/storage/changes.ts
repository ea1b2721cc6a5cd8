import { DOCUMENTS } from '../rules/documents.ts'
import type { Collection, World } from '../rules/world.ts'
import type { Change } from './storage.ts'

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
