import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import * as z from 'zod'
import { PAGE } from '../../../shared/contract/limits.ts'
import { parseJson } from '../../../shared/util/json.ts'
import { type Paging, Refusal } from '../rules/find.ts'
import type { MediaFile, MediaLookup } from '../rules/media.ts'
import { emptyLog, together } from '../storage/transaction.ts'
import { errorsOf, FolderDocument, MediaDocument } from './document.ts'

/** What a list of files is asked for. `folderId` null: those in no folder. */
export interface FileFilter extends Paging {
  readonly type?: string | undefined
  readonly folderId?: string | null | undefined
  /** Part of a name, in any case. */
  readonly search?: string | undefined
}

const Named = z.object({ id: z.string().max(100) })

/** A part of WHERE, and the values its marks stand for. */
type Condition = [sql: string, ...values: SQLInputValue[]]
/** What is under way, as it is kept in the column `is_arriving`; 0: nothing is. */
const UNDER_WAY = { link: 1, file: 2, loudness: 3 } as const

interface Found<T> {
  readonly items: T[]
  readonly total: number
  readonly offset: number
}

/**
 * The account's files and folders, in tables of the studio's database. What a function has returned from is stored. A
 * world of documents would be read and compared as a whole: there may be 100,000 of these.
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

  /** What the rules ask. */
  readonly media: MediaLookup = (fileId) => {
    const file = this.find(fileId)
    return file && mediaFile(file)
  }

  find(fileId: string): MediaDocument | undefined {
    return this.#read(MediaDocument, 'SELECT body FROM files WHERE id = ?', fileId)[0]
  }

  /** The file of that id, or it is refused. */
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

  /** Changes fields of a file as it stands now, and answers what it then is. */
  update(fileId: string, fields: Partial<MediaDocument>): MediaDocument {
    const before = this.file(fileId)
    const file = { ...before, ...fields }
    this.#run(
      `UPDATE files SET folded = ?, type = ?, folder_id = ?, created_at = ?, is_arriving = ?, encode_order = ?, body = ?
        WHERE id = ?`,
      ...columnsOf(file),
    )
    // A link may hold a secret: what was written over stays in the log until that begins anew.
    if (before.source?.kind === 'link' && !file.source) emptyLog(this.#database)
    return file
  }

  /** Runs several changes as one: all of them or, when it throws, none. */
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
    // Whoever looks for no more than there are need not look through the rest.
    const wanted = Math.max(0, Math.min(limit, total - offset))
    const items = wanted === 0 ? [] : this.#read(MediaDocument, sql, ...values, wanted, offset)
    return { items, total, offset }
  }

  /** The first of what arrives from links or from this machine, or waits for its loudness to be measured. */
  nextUnderWay(what: keyof typeof UNDER_WAY): MediaDocument | undefined {
    // The second condition is what the index has: without it every row would be looked through.
    const sql = 'SELECT body FROM files WHERE is_arriving = ? AND is_arriving > 0 ORDER BY number LIMIT 20'
    return this.#read(MediaDocument, sql, UNDER_WAY[what])[0]
  }

  /** The queue of encodes, the next one first. */
  encodes({ limit = PAGE.default, offset = 0 }: Paging): Found<MediaDocument> {
    const queue = 'files WHERE encode_order IS NOT NULL'
    const sql = `SELECT body FROM ${queue} ORDER BY encode_order LIMIT ? OFFSET ?`
    return { items: this.#read(MediaDocument, sql, limit, offset), total: this.#count(queue), offset }
  }

  /** The next of them. One that cannot be read is taken out: all behind it would wait for ever. */
  nextEncode(): MediaDocument | undefined {
    const first = 'SELECT number, body FROM files WHERE encode_order IS NOT NULL ORDER BY encode_order LIMIT 1'
    for (;;) {
      const row = this.#prepare(first).get()
      const file = row && this.#parsed(MediaDocument, String(row.body))
      if (!row || file) return file ?? undefined
      this.#run('UPDATE files SET encode_order = NULL WHERE number = ?', Number(row.number))
    }
  }

  /** A place behind all who wait for an encode. */
  nextEncodeOrder(): number {
    const sql = 'SELECT max(encode_order) AS last FROM files WHERE encode_order IS NOT NULL'
    return Number(this.#prepare(sql).get()?.last ?? 0) + 1
  }

  addFolder(folder: FolderDocument): void {
    const { id, type, createdAt } = folder
    this.#run('INSERT INTO folders VALUES (?, ?, ?, ?)', id, type, createdAt, JSON.stringify(folder))
  }

  /** Refuses a folder that is not there. Null, no folder, always is. */
  requireFolder(folderId: string | null | undefined): void {
    if (folderId === null || folderId === undefined) return
    if (this.#count('folders WHERE id = ?', folderId) > 0) return
    throw new Refusal('FOLDER_NOT_FOUND', `There is no folder ${folderId}.`, { folderId })
  }

  /** Folders newest first, each with how many files are in it. */
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

  /** One that cannot be read is left out, and said once: it must not take all others with it. */
  #parsed<T>(schema: z.ZodType<T>, body: string): T | null {
    const value = parseJson(body)
    const { data, error } = schema.safeParse(value)
    if (data) return data
    // Never the row itself: it may hold a link with a secret.
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

/** As names are looked for: in small letters, each composed in one way, whichever system wrote it. */
const folded = (name: string) => name.normalize().toLowerCase()

function underWay({ status, source, isLoudnessAwaited }: MediaDocument): number {
  if (status === 'in_progress' && source) return UNDER_WAY[source.kind]
  return isLoudnessAwaited ? UNDER_WAY.loudness : 0
}

function mediaFile(file: MediaDocument): MediaFile {
  const { id, name, type, metadata } = file
  return { id, name, type, durationSec: metadata?.durationSec ?? null, errors: errorsOf(file) }
}
