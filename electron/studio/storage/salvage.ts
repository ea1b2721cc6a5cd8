/** What is still readable in a damaged database: intact pages keep their rows, whatever happened to others. */
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { parseJson } from '../../../shared/util/json.ts'
import { Catalogue } from '../files/catalogue/catalogue.ts'
import { FolderDocument, MediaDocument } from '../files/catalogue/document.ts'
import { Play } from '../rules/world/documents.ts'
import type { World } from '../rules/world/world.ts'
import type { PastPlay } from './plays.ts'
import { worldOf } from './reading.ts'
import { changesBetween, isDamage, type Storage } from './storage.ts'
import { together } from './transaction.ts'

type Row = Readonly<Record<string, SQLOutputValue>>

/**
 * Copies what is readable in a damaged database to a new one, except documents whose project is lost. The damaged one
 * is only read. If no project is readable, the world starts anew, but files and folders are kept.
 *
 * @returns a description of what was kept
 */
export function salvage(damaged: string, into: DatabaseSync, storage: Storage): string {
  const from = new DatabaseSync(damaged, { readOnly: true })
  try {
    const catalogue = new Catalogue(into)
    const files = bodiesOf(from, 'files', 'number').flatMap((body) => MediaDocument.safeParse(body).data ?? [])
    const folders = bodiesOf(from, 'folders', 'rowid').flatMap((body) => FolderDocument.safeParse(body).data ?? [])
    together(into, () => {
      for (const folder of folders) catalogue.addFolder(folder)
      for (const file of files) catalogue.add(file)
    })
    const world = worldOf(rowsOf(from, 'documents', ['collection', 'id']), () => {})
    const projects = Object.keys(world?.projects ?? {}).length
    if (world && projects > 0) {
      const kept = withoutOrphans(world)
      const plays = rowsOf(from, 'plays', ['number', 'live_id']).flatMap(readPlay)
      storage.write(
        changesBetween(null, kept),
        plays.filter(({ liveId }) => Object.hasOwn(kept.played, liveId)),
      )
    }
    return `${projects || 'the example'} projects, ${files.length} files and ${folders.length} folders`
  } finally {
    from.close()
  }
}

function readPlay({ live_id, body }: Row): PastPlay[] {
  const play = Play.safeParse(parseJson(String(body))).data
  return play ? [{ liveId: String(live_id), play }] : []
}

const bodiesOf = (from: DatabaseSync, table: string, key: string) =>
  rowsOf(from, table, [key]).map(({ body }) => parseJson(String(body)))

/** Every readable row of a table: from its beginning up to a damaged page, and from its end back to that page. */
function rowsOf(from: DatabaseSync, table: string, key: readonly string[]): Row[] {
  const upwards = rowsAlong(from, table, key, 'ASC')
  const downwards = upwards.isAll ? [] : rowsAlong(from, table, key, 'DESC').rows.reverse()
  const byKey = [...upwards.rows, ...downwards].map(
    (row) => [JSON.stringify(key.map((one) => row[one])), row] as const,
  )
  return [...new Map(byKey).values()]
}

/** Rows in one direction, as far as keys are readable. Skips a row whose body continues on a damaged page. */
function rowsAlong(from: DatabaseSync, table: string, key: readonly string[], order: 'ASC' | 'DESC') {
  const sorted = `FROM ${table} NOT INDEXED ORDER BY ${key.map((one) => `${one} ${order}`).join(', ')}`
  const keys = read(from, `SELECT ${key} ${sorted}`)
  const rows: Row[] = []
  for (let at = 0; at < keys.rows.length; ) {
    const some = read(from, `SELECT ${key}, body ${sorted} LIMIT ${keys.rows.length - at} OFFSET ${at}`)
    rows.push(...some.rows)
    at += some.rows.length + 1
  }
  return { rows, isAll: keys.isAll }
}

/** Rows up to the first unreadable one. */
function read(from: DatabaseSync, sql: string): { rows: Row[]; isAll: boolean } {
  const rows: Row[] = []
  try {
    for (const row of from.prepare(sql).iterate()) rows.push(row)
    return { rows, isAll: true }
  } catch (error) {
    if (!isDamage(error)) throw error
    return { rows, isAll: false }
  }
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
