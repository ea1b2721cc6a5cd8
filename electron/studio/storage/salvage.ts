/** What is still readable in a damaged database: intact pages keep their rows, whatever happened to others. */
import type { DatabaseSync } from 'node:sqlite'
import { parseJson } from '../../../shared/util/json.ts'
import { readingIfAny } from '../../util/textFile.ts'
import { Catalogue } from '../files/catalogue/catalogue.ts'
import { FolderDocument, MediaDocument } from '../files/catalogue/document.ts'
import { Play } from '../rules/world/documents.ts'
import type { World } from '../rules/world/world.ts'
import { rowsOnPages } from './pages.ts'
import type { PastPlay } from './plays.ts'
import { worldOf } from './reading.ts'
import { changesBetween, type Storage } from './storage.ts'
import { together } from './transaction.ts'

/** The readable content of a database, in the order in which it was written. */
interface Readable {
  readonly documents: Record<'collection' | 'id' | 'body', string>[]
  readonly files: (readonly [number, MediaDocument])[]
  readonly folders: (readonly [number, FolderDocument])[]
  readonly plays: (readonly [number, PastPlay])[]
}

/**
 * Copies what is readable in a damaged database to a new one, except documents whose project is lost. The damaged one
 * is only read. If no project is readable, the world starts anew, but files and folders are kept.
 *
 * @returns a description of what was kept
 */
export function salvage(damaged: string, into: DatabaseSync, storage: Storage, onProgress: () => void): string {
  const { documents, files, folders, plays } = readingIfAny(damaged, (file) => readableIn(file, onProgress)) ?? {
    documents: [],
    files: [],
    folders: [],
    plays: [],
  }
  const catalogue = new Catalogue(into)
  together(into, () => {
    for (const folder of latestById(folders)) catalogue.addFolder(folder)
    for (const file of latestById(files)) {
      catalogue.add(file)
      onProgress()
    }
  })
  const world = worldOf(documents, () => {})
  const projects = Object.keys(world?.projects ?? {}).length
  if (world && projects > 0) {
    const kept = withoutOrphans(world)
    const inOrder = plays.sort(byNumber).map(([, play]) => play)
    storage.write(
      changesBetween(null, kept),
      inOrder.filter(({ liveId }) => Object.hasOwn(kept.played, liveId)),
    )
  }
  return `${projects || 'the example'} projects, ${files.length} files and ${folders.length} folders`
}

const byNumber = ([one]: readonly [number, unknown], [other]: readonly [number, unknown]) => one - other

/** In the order of their rows. A page that was not written may still have an earlier row of the same id. */
function latestById<T extends { readonly id: string }>(numbered: (readonly [number, T])[]): Iterable<T> {
  return new Map(numbered.sort(byNumber).map(([, one]) => [one.id, one])).values()
}

/** Sorts rows by their columns: no two tables, and none of the indexes, have the same. */
function readableIn(file: number, onProgress: () => void): Readable {
  const readable: Readable = { documents: [], files: [], folders: [], plays: [] }
  for (const { number, texts } of rowsOnPages(file)) {
    onProgress()
    const [first = null, second = null, third = null, fourth = null] = texts
    if (number === null) {
      if (texts.length === 3 && first !== null && second !== null && third !== null)
        readable.documents.push({ collection: first, id: second, body: third })
    } else if (texts.length === 9) {
      const media = MediaDocument.safeParse(parseJson(texts[8] ?? '')).data
      if (media) readable.files.push([number, media])
    } else if (texts.length === 4 && first !== null) {
      const folder = FolderDocument.safeParse(parseJson(fourth ?? '')).data
      if (folder) readable.folders.push([number, folder])
    } else if (texts.length === 4 && second !== null) {
      const play = Play.safeParse(parseJson(fourth ?? '')).data
      if (play) readable.plays.push([number, { liveId: second, play }])
    }
  }
  return readable
}

/** Removes documents whose project is lost: a broadcast without a project would keep all others from proceeding. */
function withoutOrphans(world: World): World {
  const { projects, destinations } = world
  const owned = <T extends { readonly projectId: string }>(documents: Readonly<Record<string, T>>) =>
    only(documents, ({ projectId }) => Object.hasOwn(projects, projectId))
  const lives = owned(world.lives)
  const broadcasts = owned(world.broadcasts)
  const liveIds = new Set([...Object.keys(broadcasts), ...Object.values(lives).map(({ liveId }) => liveId)])
  const played = only(world.played, (_, liveId) => liveIds.has(liveId))
  const connected = Object.entries(projects).map(([id, project]) => {
    const destinationIds = project.destinationIds.filter((one) => Object.hasOwn(destinations, one))
    return [id, { ...project, destinationIds }]
  })
  return {
    ...world,
    projects: Object.fromEntries(connected),
    lives,
    broadcasts,
    played,
    schedules: owned(world.schedules),
  }
}

function only<T>(documents: Readonly<Record<string, T>>, isKept: (document: T, id: string) => boolean) {
  return Object.fromEntries(Object.entries(documents).filter(([id, document]) => isKept(document, id)))
}
