import type { Collection, World } from '../rules/world.ts'

/** One document as it shall stand from now on; null takes it away. */
export interface Change {
  readonly collection: Collection
  readonly id: string
  readonly document: unknown
}

/** Where the world is kept. What `write` has returned from survives the process. */
export interface Storage {
  /** What is kept, or null when nothing ever was. */
  load(): World | null
  /** All of the changes or none. */
  write(changes: readonly Change[]): void
  close(): void
}

/** What is kept cannot be read as a world. */
export class DamagedStorage extends Error {
  override readonly name = 'DamagedStorage'
}

/** What is kept was written by a later version. It is left alone. */
export class NewerStorage extends Error {
  override readonly name = 'NewerStorage'
}
