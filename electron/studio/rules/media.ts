/** What the rules must know of the account's files. The catalogue (`files/`) holds them; rules only ask. */
export interface MediaFile {
  readonly id: string
  readonly name: string
  readonly type: 'video' | 'audio' | 'image'
  /** Seconds; null: not known. */
  readonly durationSec: number | null
  /** Why it cannot enter a playlist (contract notes, "File", errors); empty: it can. */
  readonly errors: readonly string[]
}

/** The file of an id, or undefined. */
export type MediaLookup = (fileId: string) => MediaFile | undefined
