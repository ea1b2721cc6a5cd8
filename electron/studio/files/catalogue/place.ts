import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from '../../../../shared/util/once.ts'
import { Refusal } from '../../rules/world/find.ts'
import type { MediaDocument } from './document.ts'

/** Disk space left to the system and other programs, in bytes. */
const KEPT_FREE = 1_000_000_000

export type FreeBytes = (dir: string) => Promise<number>

export const systemFreeBytes: FreeBytes = async (dir) => {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}

/** The names in a folder. One that is not there yet, or that a user removed, has none. */
export function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}

export type MediaPlace = ReturnType<typeof createPlace>

/**
 * Where media are stored: a file under its id once it is complete, below `incoming` while it arrives or is encoded, and
 * its copies for broadcasting below `play`. Names from outside are never part of a path.
 *
 * @param dataDir null: a temporary folder, for as long as the studio runs
 */
export function createPlace(dataDir: string | null, freeBytes: FreeBytes, log: (line: string) => void) {
  const kept = dataDir === null ? null : join(dataDir, 'media')
  let made: string | null = null
  // Created when first needed: most studios never import anything.
  const dir = once(() => {
    made = kept ?? mkdtempSync(join(tmpdir(), 'studio-media-'))
    mkdirSync(join(made, 'incoming'), { recursive: true, mode: 0o700 })
    mkdirSync(join(made, 'play'), { recursive: true, mode: 0o700 })
    closeToOthers(made, log)
    return made
  })
  const incoming = (name: string) => join(dir(), 'incoming', name)
  const whole = (fileId: string) => join(dir(), fileId)

  return {
    whole,
    /** The path of a file that has arrived. */
    pathOf: ({ id, linkedPath }: MediaDocument) => linkedPath ?? whole(id),
    arriving: (fileId: string) => incoming(`${fileId}.part`),
    /** @param attempt a new one each time: a process left by a dead studio may still be writing to its own */
    encoding: (fileId: string, attempt: string) => incoming(`${fileId}.${attempt}.encode.part`),

    /** The path of a play copy, or of a slate. */
    playCopy: (name: string) => join(dir(), 'play', name),

    /** The path of a piece of a mix of sounds. */
    mix: (name: string) => join(dir(), 'mix', name),
    /** The path of a piece of composed pictures. */
    composed: (name: string) => join(dir(), 'composed', name),
    /** Bytes that are left on the disk; null: enough. Nothing new is taken in where only `KEPT_FREE` is left. */
    async nearlyFull(): Promise<number | null> {
      const left = await freeBytes(dir())
      return left < 2 * KEPT_FREE ? left : null
    },

    /** Refuses work that would leave too little free disk space. */
    async requireRoom(bytes: number): Promise<void> {
      if ((await freeBytes(dir())) - bytes >= KEPT_FREE) return
      throw new Refusal(
        'IMPORT_FAILED',
        'The disk of this machine is full: 1 GB is kept free. Make room and try again.',
      )
    },

    /** Removes a file that is no longer needed. A file that cannot be removed does no harm. */
    discard(path: string): void {
      try {
        rmSync(path, { force: true, recursive: true })
      } catch (error) {
        log(`A leftover could not be removed: ${String(error)}`)
      }
    },

    /**
     * Removes incomplete files that are no longer needed.
     *
     * @param isWanted called with a file id, and with the attempt of its encode or null while it arrives; returns
     *   whether the incomplete file is still needed
     */
    clear(isWanted: (fileId: string, attempt: string | null) => boolean): void {
      if (kept === null || !existsSync(join(kept, 'incoming'))) return
      for (const name of readdirSync(incoming(''))) {
        const [, fileId, attempt = null] = /^(\w+)(?:\.(\w+)\.encode)?\.part$/.exec(name) ?? []
        if (fileId === undefined || !isWanted(fileId, attempt)) this.discard(incoming(name))
      }
    },

    /** Without a data dir, the media are deleted. */
    close(): void {
      if (kept === null && made !== null) rmSync(made, { recursive: true, force: true })
    },
  }
}

/** The folder may come from an earlier version; the file system may not support permissions. */
function closeToOthers(dir: string, log: (line: string) => void): void {
  try {
    chmodSync(dir, 0o700)
  } catch (error) {
    log(`Other users may see the media: ${String(error)}`)
  }
}
