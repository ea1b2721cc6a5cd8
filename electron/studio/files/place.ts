import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MediaDocument } from './document.ts'
import { Mishap } from './mishap.ts'

/** What is left to the system and to everything else on this disk, in bytes. */
export const KEPT_FREE = 1_000_000_000

export type FreeBytes = (dir: string) => Promise<number>

export const systemFreeBytes: FreeBytes = async (dir) => {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}

/**
 * Where media lie: a file under its id once it is whole, and below `incoming` while it arrives or is encoded. No name
 * from outside is ever part of a path.
 */
export class MediaPlace {
  readonly #dataDir: string | null
  readonly #freeBytes: FreeBytes
  #made: string | null = null

  /** @param dataDir null: a folder of its own, for as long as the studio runs */
  constructor(dataDir: string | null, freeBytes: FreeBytes) {
    this.#dataDir = dataDir
    this.#freeBytes = freeBytes
  }

  /** Made when first needed: most studios never import anything. */
  #dir(): string {
    if (this.#made !== null) return this.#made
    this.#made = this.#dataDir === null ? mkdtempSync(join(tmpdir(), 'studio-media-')) : join(this.#dataDir, 'media')
    mkdirSync(join(this.#made, 'incoming'), { recursive: true, mode: 0o700 })
    return this.#made
  }

  /** Where a file that has arrived is read. */
  pathOf({ id, linkedPath }: MediaDocument): string {
    return linkedPath ?? this.whole(id)
  }

  whole(fileId: string): string {
    return join(this.#dir(), fileId)
  }

  arriving(fileId: string): string {
    return join(this.#dir(), 'incoming', `${fileId}.part`)
  }

  /** @param attempt a new one each time: what a dead studio left running may still write to its own */
  encoding(fileId: string, attempt: string): string {
    return join(this.#dir(), 'incoming', `${fileId}.${attempt}.encode.part`)
  }

  /** Refuses work that would leave the disk without room for anything else. */
  async requireRoom(bytes: number): Promise<void> {
    if ((await this.#freeBytes(this.#dir())) - bytes >= KEPT_FREE) return
    throw new Mishap('IMPORT_FAILED', 'The disk of this machine is full: 1 GB is kept free. Make room and try again.')
  }

  /** Takes away what was left half done, but for what is gone on with. */
  clear(isWanted: (path: string) => boolean): void {
    if (this.#dataDir === null || !existsSync(join(this.#dataDir, 'media'))) return
    const incoming = join(this.#dir(), 'incoming')
    for (const name of readdirSync(incoming)) {
      if (!isWanted(join(incoming, name))) rmSync(join(incoming, name), { force: true })
    }
  }

  /** Without a data dir, nothing is kept. */
  close(): void {
    if (this.#dataDir === null && this.#made !== null) rmSync(this.#made, { recursive: true, force: true })
  }
}
