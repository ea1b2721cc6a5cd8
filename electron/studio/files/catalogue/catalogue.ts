import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import * as z from 'zod'
import { PAGE } from '../../../../shared/contract/limits.ts'
import { parseJson } from '../../../../shared/util/json.ts'
import { type Paging, Refusal } from '../../rules/world/find.ts'
import type { MediaFile, MediaLookup } from '../../rules/world/media.ts'
import { emptyLog, together } from '../../storage/transaction.ts'
import { errorsOf, FolderDocument, MediaDocument } from './document.ts'

/** The criteria for a list of files. `folderId` null: those in no folder. */
export interface FileFilter extends Paging {
  readonly type?: string | undefined
  readonly folderId?: string | null | undefined
  /** Part of a name; case is ignored. */
  readonly search?: string | undefined
}

const Named = z.object({ id: z.string().max(100) })

/** A part of WHERE, and the values of its placeholders. */
type Condition = [sql: string, ...values: SQLInputValue[]]
/** The kind of work under way, as stored in the column `is_arriving`; 0: none. */
const UNDER_WAY = { link: 1, file: 2, loudness: 3 } as const

interface Found<T> {
  readonly items: T[]
  readonly total: number
  readonly offset: number
}

/**
 * The account's files and folders, in tables of the studio's database. When a method returns, its change is stored.
 * They are kept out of the world, which is read and compared as a whole: there may be 100,000 of these.
 */
export class Catalogue {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  readonly #log: (line: string) => void
  readonly #unreadable = new Set<string>()

  constructor(database: DatabaseSync, log: (line: string) => void = () => {}) {
    this.#database = database
    this.#log = log
  }

  /** Looks up a file for the rules. */
  readonly media: MediaLookup = (fileId) => {
    const file = this.find(fileId)
    return file && mediaFile(file)
  }

  find(fileId: string): MediaDocument | undefined {
    return this.#read(MediaDocument, 'SELECT body FROM files WHERE id = ?', fileId)[0]
  }

  /**
   * Returns the file with that id.
   * @throws Refusal if there is none
   */
  file(fileId: string): MediaDocument {
    const file = this.find(fileId)
    if (!file) throw new Refusal('FILE_NOT_FOUND', `There is no file ${fileId}.`, { fileId })
    return file
  }

  add(file: MediaDocument): void {
    this.#run(
      `INSERT INTO files (folded, type, folder_id, created_at, is_arriving, encode_order, body, id)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...columnsOf(file),
    )
  }

  /** Changes fields of the stored file, and returns the result. */
  update(fileId: string, fields: Partial<MediaDocument>): MediaDocument {
    const before = this.file(fileId)
    const file = { ...before, ...fields }
    this.#run(
      `UPDATE files SET folded = ?, type = ?, folder_id = ?, created_at = ?, is_arriving = ?, encode_order = ?, body = ?
        WHERE id = ?`,
      ...columnsOf(file),
    )
    // A link may contain a secret: overwritten data stays in the log until it is emptied.
    if (before.source?.kind === 'link' && !file.source) emptyLog(this.#database)
    return file
  }

  /** Runs several changes as one: all of them or, if it throws, none. */
  together = <T>(changes: () => T): T => together(this.#database, changes)

  /** Files newest first, then by id. */
  list({ type, folderId, search, limit = PAGE.default, offset = 0 }: FileFilter): Found<MediaDocument> {
    const conditions: Condition[] = []
    if (type !== undefined) conditions.push(['type = ?', type])
    if (folderId === null) conditions.push(['folder_id IS NULL'])
    else if (folderId !== undefined) conditions.push(['folder_id = ?', folderId])
    if (search !== undefined) conditions.push(['instr(folded, ?) > 0', folded(search)])
    const where = conditions.map(([sql], at) => `${at === 0 ? 'WHERE' : 'AND'} ${sql}`).join(' ')
    const values = conditions.flatMap(([, ...given]) => given)
    const isLookedThrough = search !== undefined && folderId === undefined
    const files = `files ${isLookedThrough ? 'INDEXED BY files_newest' : ''} ${where}`
    const total = this.#count(files, ...values)
    const page = `SELECT number FROM ${files} ORDER BY created_at DESC, id LIMIT ? OFFSET ?`
    const sql = `SELECT body FROM files WHERE number IN (${page}) ORDER BY created_at DESC, id`
    // Asking for more rows than match would make SQLite scan all the others.
    const wanted = Math.max(0, Math.min(limit, total - offset))
    const items = wanted === 0 ? [] : this.#read(MediaDocument, sql, ...values, wanted, offset)
    return { items, total, offset }
  }

  /** The first file that is arriving from a link or from this machine, or whose loudness is to be measured. */
  nextUnderWay(what: keyof typeof UNDER_WAY): MediaDocument | undefined {
    // The second condition is the one of the index: without it, SQLite would scan every row.
    const sql = 'SELECT body FROM files WHERE is_arriving = ? AND is_arriving > 0 ORDER BY number LIMIT 20'
    return this.#read(MediaDocument, sql, UNDER_WAY[what])[0]
  }

  /** The queue of encodes, the next one first. */
  encodes({ limit = PAGE.default, offset = 0 }: Paging): Found<MediaDocument> {
    const queue = 'files WHERE encode_order IS NOT NULL'
    const sql = `SELECT body FROM ${queue} ORDER BY encode_order LIMIT ? OFFSET ?`
    return { items: this.#read(MediaDocument, sql, limit, offset), total: this.#count(queue), offset }
  }

  /** The next encode. An unreadable entry is removed, because all behind it would wait forever. */
  nextEncode(): MediaDocument | undefined {
    const first = 'SELECT number, body FROM files WHERE encode_order IS NOT NULL ORDER BY encode_order LIMIT 1'
    for (;;) {
      const row = this.#prepare(first).get()
      const file = row && this.#parsed(MediaDocument, String(row.body))
      if (!row || file) return file ?? undefined
      this.#run('UPDATE files SET encode_order = NULL WHERE number = ?', Number(row.number))
    }
  }

  /** The place at the end of the queue of encodes. */
  nextEncodeOrder(): number {
    const sql = 'SELECT max(encode_order) AS last FROM files WHERE encode_order IS NOT NULL'
    return Number(this.#prepare(sql).get()?.last ?? 0) + 1
  }

  addFolder(folder: FolderDocument): void {
    const { id, type, createdAt } = folder
    this.#run('INSERT INTO folders VALUES (?, ?, ?, ?)', id, type, createdAt, JSON.stringify(folder))
  }

  /** Refuses a folder that does not exist. Null, meaning no folder, is always accepted. */
  requireFolder(folderId: string | null | undefined): void {
    if (folderId === null || folderId === undefined) return
    if (this.#count('folders WHERE id = ?', folderId) > 0) return
    throw new Refusal('FOLDER_NOT_FOUND', `There is no folder ${folderId}.`, { folderId })
  }

  /** Folders newest first, each with the number of files in it. */
  folders({ type, limit = PAGE.default, offset = 0 }: FileFilter): Found<FolderDocument & { fileCount: number }> {
    const [where, values] = type === undefined ? ['', []] : ['WHERE type = ?', [type]]
    const sql = `SELECT body FROM folders ${where} ORDER BY created_at DESC, id LIMIT ? OFFSET ?`
    const items = this.#read(FolderDocument, sql, ...values, limit, offset).map((folder) => {
      return { ...folder, fileCount: this.#count('files WHERE folder_id = ?', folder.id) }
    })
    return { items, total: this.#count(`folders ${where}`, ...values), offset }
  }

  #read<T>(schema: z.ZodType<T>, sql: string, ...values: SQLInputValue[]): T[] {
    const rows = this.#prepare(sql).all(...values)
    return rows.flatMap(({ body }) => this.#parsed(schema, String(body)) ?? [])
  }

  /** An unreadable entry is skipped and logged once, so that it does not make all others unreadable. */
  #parsed<T>(schema: z.ZodType<T>, body: string): T | null {
    const value = parseJson(body)
    const { data, error } = schema.safeParse(value)
    if (data) return data
    // Never log the row itself: it may contain a link with a secret.
    const { id } = Named.catch({ id: 'without an id' }).parse(value)
    if (!this.#unreadable.has(id))
      this.#log(`A file or folder in the catalogue cannot be read: ${id}, ${error?.issues[0]?.path.join('.')}`)
    this.#unreadable.add(id)
    return null
  }

  #count(from: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepare(`SELECT count(*) AS total FROM ${from}`).get(...values)?.total)
  }

  #run(sql: string, ...values: SQLInputValue[]): void {
    this.#prepare(sql).run(...values)
  }

  #prepare(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}

function columnsOf(file: MediaDocument): SQLInputValue[] {
  const { id, name, type, folderId, createdAt, encodeOrder } = file
  return [folded(name), type, folderId, createdAt, underWay(file), encodeOrder, JSON.stringify(file), id]
}

/** Names as they are searched: in lower case, and in one Unicode normal form, whichever system wrote them. */
const folded = (name: string) => name.normalize().toLowerCase()

function underWay({ status, source, isLoudnessAwaited }: MediaDocument): number {
  if (status === 'in_progress' && source) return UNDER_WAY[source.kind]
  return isLoudnessAwaited ? UNDER_WAY.loudness : 0
}

function mediaFile(file: MediaDocument): MediaFile {
  const { id, name, type, metadata } = file
  return { id, name, type, durationSec: metadata?.durationSec ?? null, errors: errorsOf(file) }
}
