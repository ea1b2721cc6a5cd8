import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { clearTempFiles } from '../../util/tempFiles.ts'
import { readTextIfAny } from '../../util/textFile.ts'

/** A disk that does not respond is waited for no longer than this, in ms. */
export const DISK_PATIENCE_MS = 10_000

/** The files of a data dir as records need them; tests replace it with one that fills up or dies on request. */
export interface Disk {
  /** The names of the files in a folder; none if the folder does not exist. */
  names(folder: string): string[]
  /** The text of a file, or null if it does not exist. */
  read(name: string): string | null
  /** Writes a file whole or not at all. Rejects if the system refuses. */
  write(name: string, text: string): Promise<void>
  /** Deletes a file, if it exists. */
  remove(name: string): Promise<void>
  /** Renames a file; works on a full disk, too. */
  rename(name: string, to: string): Promise<void>
}

/** @param dir the data dir; folders below it are created when something is written there */
export function openDisk(dir: string): Disk {
  const pathOf = (name: string) => join(dir, name)
  return {
    names(folder) {
      try {
        const found = readdirSync(pathOf(folder))
        const isLeftover = (name: string) => /\.\d+$/.test(name)
        for (const name of found.filter(isLeftover)) rmSync(pathOf(join(folder, name)), { force: true })
        return found.filter((name) => !isLeftover(name))
      } catch {
        return []
      }
    },
    read(name) {
      const path = pathOf(name)
      if (dirname(name) === '.') clearTempFiles(path)
      return readTextIfAny(path)
    },
    async write(name, text) {
      if (dirname(name) !== '.') mkdirSync(dirname(pathOf(name)), { recursive: true })
      await writeFileAtomic(pathOf(name), text, { mode: 0o600 })
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    rename: (name, to) => rename(pathOf(name), pathOf(to)),
  }
}
