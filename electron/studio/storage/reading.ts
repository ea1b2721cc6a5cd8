import type { z } from 'zod'
import { DOCUMENTS } from '../rules/world/documents.ts'
import { type Collection, emptyWorld, type World, type WorldDraft } from '../rules/world/world.ts'
import { DamagedStorage, SHOW_OF } from './storage.ts'

type Row = Readonly<Record<string, unknown>>

/**
 * Builds the world from stored documents; null: there are none.
 * @throws DamagedStorage when one of them cannot be read
 */
export function readWorld(rows: readonly Row[]): World | null {
  return worldOf(rows, (problem) => {
    throw problem
  })
}

/** Builds the world from the readable documents, and reports each of the others to `onUnreadable`. */
export function worldOf(rows: readonly Row[], onUnreadable: (problem: DamagedStorage) => void): World | null {
  if (rows.length === 0) return null
  // Starts from an empty world, so that collections that did not exist yet when it was stored are there.
  const world: Record<Collection, Record<string, unknown>> = structuredClone(emptyWorld()) as WorldDraft
  const isPart = ({ collection }: Row) => PARTS.includes(String(collection))
  const parts = rows.filter(isPart).map(({ collection, id, body }) => [`${collection} ${id}`, String(body)] as const)
  const scenes = new Map(parts)
  for (const { collection, id, body } of rows.filter((row) => !isPart(row))) {
    try {
      if (!isCollection(collection)) throw new DamagedStorage(`An unknown kind of document: ${collection}`)
      const itsScenes = scenes.get(`${collection}.scenes ${id}`)
      world[collection][String(id)] = readDocument(collection, String(id), String(body), itsScenes)
    } catch (error) {
      if (!(error instanceof DamagedStorage)) throw error
      onUnreadable(error)
    }
  }
  return world as World
}

function isCollection(name: unknown): name is Collection {
  return typeof name === 'string' && Object.hasOwn(DOCUMENTS, name)
}

const PARTS = Object.keys(SHOW_OF).map((collection) => `${collection}.scenes`)

/** @param scenes of its show; undefined: an earlier version stored them within the document */
function readDocument(collection: Collection, id: string, body: string, scenes: string | undefined): unknown {
  const schema: z.ZodType = DOCUMENTS[collection]
  try {
    const document = JSON.parse(body)
    if (scenes !== undefined) document[SHOW_OF[collection as keyof typeof SHOW_OF]].scenes = JSON.parse(scenes)
    return schema.parse(document)
  } catch (error) {
    throw new DamagedStorage(`The stored ${collection} document ${id} cannot be read`, { cause: error })
  }
}
