import { type FileHandle, open } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../../shared/util/clock.ts'
import { tellDiskError } from '../../../shared/words/disk.ts'
import { Refusal } from '../rules/find.ts'
import type { Moment } from '../rules/world.ts'
import { Arrivals, type Workshop } from './arrivals.ts'
import { Catalogue } from './catalogue.ts'
import type { FileType, FolderDocument, MediaDocument } from './document.ts'
import { Encodes } from './encodes.ts'
import { isPublicAddress, type Resolve, systemResolve } from './links.ts'
import { cleanName } from './names.ts'
import { type FreeBytes, MediaPlace, systemFreeBytes } from './place.ts'
import { Programs } from './programs.ts'
import { HEAD_BYTES, sniff } from './sniff.ts'

/** What can be set about files; the names of programs and of servers, and room on the disk, come from the system. */
export interface FileSettings {
  /** A developer's setting: links may lead to this machine and its network. */
  readonly allowPrivateLinks: boolean
  /** The largest file that is taken in, in bytes. */
  readonly sizeLimit: number
  /** Where ffmpeg and ffprobe are; null: on the PATH. */
  readonly ffmpegDir: string | null
  readonly resolve: Resolve
  readonly freeBytes: FreeBytes
}

const DEFAULTS: FileSettings = {
  allowPrivateLinks: false,
  sizeLimit: 50e9,
  ffmpegDir: null,
  resolve: systemResolve,
  freeBytes: systemFreeBytes,
}

interface Parts {
  readonly database: DatabaseSync
  /** Null keeps media only for as long as the studio runs. */
  readonly dataDir: string | null
  readonly settings: Partial<FileSettings> | undefined
  readonly clock: Clock
  readonly moment: () => Moment
  readonly isAtWork: Workshop['isAtWork']
  readonly log: (line: string) => void
}

/** The account's files: what there is, what is arriving, what is being encoded. */
export class Files {
  readonly catalogue: Catalogue
  readonly arrivals: Arrivals
  readonly encodes: Encodes
  readonly #place: MediaPlace
  readonly #moment: () => Moment

  /** Opens them, and goes on with what an earlier run had begun. */
  constructor({ database, dataDir, settings, ...parts }: Parts) {
    const all = { ...DEFAULTS, ...settings }
    this.catalogue = new Catalogue(database)
    this.#moment = parts.moment
    this.#place = new MediaPlace(dataDir, all.freeBytes)
    const programs = new Programs(all.ffmpegDir, parts.clock)
    const isAllowed = all.allowPrivateLinks ? () => true : isPublicAddress
    const shop: Workshop = { ...all, ...parts, isAllowed, catalogue: this.catalogue, place: this.#place, programs }
    this.arrivals = new Arrivals(shop)
    this.encodes = new Encodes(shop)
    const wanted = new Set(this.catalogue.arriving().map(({ id }) => this.#place.arriving(id)))
    this.#place.clear((path) => wanted.has(path))
    this.arrivals.resume()
    this.encodes.resume()
  }

  /** How far an encode is, in percent; null: it waits, or there is none. */
  encodeProgress = (file: MediaDocument): number | null => this.encodes.progressOf(file.id)

  /** Takes in a file of this machine: what it is, its beginning says. */
  async take(path: string, mode: 'copy' | 'link', folderId: string | null): Promise<MediaDocument> {
    const type = await typeOf(path)
    return this.arrivals.takeIn(path, type, mode === 'copy', folderId)
  }

  /** Renames a file, mending what would deceive; refused when nothing or too much of the name is left. */
  rename(fileId: string, wanted: string): MediaDocument {
    const name = cleanName(wanted, Number.POSITIVE_INFINITY)
    const length = [...name].length
    if (length < 1 || length > LONGEST_NAME) {
      const message = `name: 1 to ${LONGEST_NAME} characters, not ${length}`
      throw new Refusal('VALIDATION_ERROR', message, { field: 'name', fileId })
    }
    return this.catalogue.update(fileId, { name })
  }

  createFolder(wanted: string, type: FileType): FolderDocument & { fileCount: number } {
    const name = cleanName(wanted, LONGEST_NAME)
    if (name === '') throw new Refusal('VALIDATION_ERROR', 'name: nothing of it can be shown', { field: 'name' })
    const { now, newId } = this.#moment()
    const folder = { id: newId(), name, type, createdAt: now }
    this.catalogue.addFolder(folder)
    return { ...folder, fileCount: 0 }
  }

  /** Moves files into a folder, or out of all; all of them or, refused, none. */
  move(fileIds: readonly string[], folderId: string | null): number {
    this.catalogue.requireFolder(folderId)
    this.catalogue.together(() => {
      for (const fileId of fileIds) this.catalogue.update(fileId, { folderId })
    })
    return fileIds.length
  }

  async close(): Promise<void> {
    await Promise.all([this.arrivals.close(), this.encodes.close()])
    this.#place.close()
  }
}

const LONGEST_NAME = 255

async function typeOf(path: string): Promise<FileType> {
  if (!isAbsolute(path)) throw badPath('say where the file is from the top of the disk')
  const file = await open(path, 'r').catch((error: unknown) => {
    throw badPath(tellDiskError(error))
  })
  try {
    if (!(await file.stat()).isFile()) throw badPath('it is no ordinary file')
    const type = await sniff(await headOf(file))
    if (type) return type
    throw new Refusal('INVALID_FILE_TYPE', 'This is no video, audio file or image.', { field: 'path' })
  } finally {
    await file.close()
  }
}

async function headOf(file: FileHandle): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}

const badPath = (reason: string) => new Refusal('VALIDATION_ERROR', `path: ${reason}`, { field: 'path' })
