/** What the rules need to know about the account's files, which they look up in the catalogue (`files/`). */
export interface MediaFile {
  readonly id: string
  readonly name: string
  readonly type: 'video' | 'audio' | 'image'
  /** Seconds; null: unknown. */
  readonly durationSec: number | null
  /** Why it cannot enter a playlist (contract notes, "File", errors); empty: it can. */
  readonly errors: readonly string[]
}

/** Returns the file with an id, or undefined. */
export type MediaLookup = (fileId: string) => MediaFile | undefined
