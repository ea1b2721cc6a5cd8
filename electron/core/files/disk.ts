import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { clearTempFiles } from '../../util/tempFiles.ts'
import { readTextIfAny } from '../../util/textFile.ts'

/** The files of a data dir as records need them: a test puts one in its place that fills up, or dies, when it says so. */
export interface Disk {
  /** The names of the files in a folder; none where there is no such folder. */
  names(folder: string): string[]
  /** The text of a file, or null where there is none. */
  read(name: string): string | null
  /** Writes a file whole or not at all. Rejects where the system does not take it. */
  write(name: string, text: string): Promise<void>
  /** Takes a file away; one that is not there is fine. */
  remove(name: string): Promise<void>
  /** Gives a file another name, also where there is no room for anything new. */
  rename(name: string, to: string): Promise<void>
}

/** @param dir the data dir; folders below it are made when something is written there */
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
