import { isAbsolute } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { LONGEST_FILE_NAME } from '../../../shared/contract/limits.ts'
import { describeDiskError } from '../../../shared/words/outcomes/disk.ts'
import { Refusal } from '../rules/world/find.ts'
import { cleanName } from '../rules/world/names.ts'
import { isPublicAddress, type Resolve, systemResolve } from './bounds/links.ts'
import { createPrograms } from './bounds/programs.ts'
import { FileGone, openRegular } from './bounds/regular.ts'
import { sniff } from './bounds/sniff.ts'
import { Catalogue } from './catalogue/catalogue.ts'
import type { FileType, FolderDocument, MediaDocument } from './catalogue/document.ts'
import { createPlace, type FreeBytes, systemFreeBytes } from './catalogue/place.ts'
import { createCompositions } from './encoding/compositions.ts'
import { createEncodes } from './encoding/encodes.ts'
import type { FileContext } from './encoding/lane.ts'
import { createLoudness } from './encoding/loudness.ts'
import { createMixes } from './encoding/mixes.ts'
import { createPlayCopies } from './encoding/playCopies.ts'
import { createArrivals } from './importing/arrivals.ts'
import { lookForFiles } from './presence.ts'

/** Settings for files. The system provides program paths, name resolution and free disk space by default. */
export interface FileSettings {
  /** For developers: links may lead to this machine and its network. */
  readonly allowPrivateLinks: boolean
  /** The largest file that is taken in, in bytes. */
  readonly sizeLimit: number
  /** The folder of ffmpeg and ffprobe; null: found on the PATH. */
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

interface Ports extends Pick<FileContext, 'clock' | 'moment' | 'isAtWork' | 'log'> {
  readonly database: DatabaseSync
  /** Null stores media only for as long as the studio runs. */
  readonly dataDir: string | null
  readonly settings: Partial<FileSettings> | undefined
}

export type Files = ReturnType<typeof openFiles>

/** Opens the account's files: the catalogue, arrivals and encodes. Resumes what is incomplete. */
export function openFiles({ database, dataDir, settings, ...ports }: Ports) {
  const { freeBytes, ffmpegDir, allowPrivateLinks, ...rest } = { ...DEFAULTS, ...settings }
  const catalogue = new Catalogue(database, ports.log)
  const place = createPlace(dataDir, freeBytes, ports.log)
  const programs = createPrograms(ffmpegDir, ports.clock)
  const isAllowed = allowPrivateLinks ? () => true : isPublicAddress
  const context: FileContext = { ...rest, ...ports, isAllowed, catalogue, place, programs }
  let onPlayCopy = () => {}
  // The play copy of a file is made once it is known how loud it is.
  const loudness = createLoudness(context, () => onPlayCopy())
  const arrivals = createArrivals(context, loudness.wake)
  // A file that was encoded has another copy.
  const encodes = createEncodes(context, () => onPlayCopy())
  const playCopies = createPlayCopies(context, () => onPlayCopy())
  const mixes = createMixes(context, () => onPlayCopy())
  const compositions = createCompositions(context, () => onPlayCopy())
  place.clear((fileId, attempt) => {
    const file = catalogue.find(fileId)
    return attempt === null ? file?.status === 'in_progress' : file?.made?.attempt === attempt
  })
  arrivals.resume()
  encodes.resume()
  loudness.wake()

  return {
    ...{ catalogue, arrivals, encodes },
    ...{ playCopies, mixes, compositions },

    /** Bytes left on the disk of the media, if it is nearly full; null: it is not. */
    nearlyFull: place.nearlyFull,

    /** Calls back when a play copy, a mix or a composition was made, or could not be, or may be made now. */
    onPlayCopy(callback: () => void): void {
      onPlayCopy = callback
    },

    /** Takes in a file of this machine; its type is determined from its first bytes. */
    async take(path: string, mode: 'copy' | 'link', folderId: string | null): Promise<MediaDocument> {
      const type = await typeOf(path)
      return arrivals.takeIn(path, type, mode === 'copy', folderId)
    },

    /** Looks whether files are still on the disk, and returns the ids of those that are gone. */
    look: (fileIds: readonly string[]) => lookForFiles(context, fileIds),

    /** Renames a file, removing misleading characters; refused when the name is then empty or too long. */
    rename(fileId: string, wanted: string): MediaDocument {
      const name = cleanName(wanted)
      const { length } = [...name]
      if (length >= 1 && length <= LONGEST_FILE_NAME) return catalogue.update(fileId, { name })
      const message = `name: 1 to ${LONGEST_FILE_NAME} characters, not ${length}`
      throw new Refusal('VALIDATION_ERROR', message, { field: 'name', fileId })
    },

    createFolder(wanted: string, type: FileType): FolderDocument {
      const name = cleanName(wanted, LONGEST_FILE_NAME)
      if (name === '') throw new Refusal('VALIDATION_ERROR', 'name: nothing of it can be shown', { field: 'name' })
      const { now, newId } = ports.moment()
      const folder = { id: newId(), name, type, createdAt: now }
      catalogue.addFolder(folder)
      return folder
    },

    /** Moves files into a folder, or out of any folder: all of them or, if refused, none. */
    move(fileIds: readonly string[], folderId: string | null): number {
      catalogue.requireFolder(folderId)
      catalogue.together(() => {
        for (const fileId of fileIds) catalogue.update(fileId, { folderId })
      })
      return fileIds.length
    },

    async close(): Promise<void> {
      const works = [arrivals, encodes, loudness, playCopies, mixes, compositions]
      await Promise.all(works.map((work) => work.close()))
      place.close()
    },
  }
}

async function typeOf(path: string): Promise<FileType> {
  if (!isAbsolute(path)) throw badPath('say where the file is from the top of the disk')
  const file = await openRegular(path).catch((error: unknown) => {
    throw error instanceof FileGone ? badPath('there is no such file') : error
  })
  try {
    // Files that the system generates on reading (/proc) have no size, and may fail only when they are read.
    if ((await file.stat()).size === 0) throw badPath('it is empty')
    const type = await sniff(file).catch((error: unknown) => {
      throw badPath(describeDiskError(error))
    })
    if (type) return type
    throw new Refusal('INVALID_FILE_TYPE', 'This is no video, audio file or image.', { field: 'path' })
  } finally {
    await file.close()
  }
}

const badPath = (reason: string) => new Refusal('VALIDATION_ERROR', `path: ${reason}`, { field: 'path' })
