/** The files of an account, as the service knows them. */

/** What is known about a file, or about what a link leads to. */
export interface Facts {
  name: string
  /** Its length; null when it is unknown. */
  seconds: number | null
  sizeBytes: number
  /** Why it cannot be in playlists. */
  errors: string[]
  warnings: string[]
  /** Its import ends with this error, at this percentage. */
  fails?: { atPercent: number; error: string }
  /** The link leads to several videos of these names. */
  group?: string[]
}

/** A file being imported. Its progress follows the clock until it ends. */
export interface Transfer {
  startedAt: number
  status: 'in_progress' | 'completed' | 'error' | 'stopped'
  /** Percent, once it ended. */
  progress: number
  error: string | null
}

export interface MediaFile {
  id: string
  type: string
  folderId: string | null
  createdAt: number
  facts: Facts
  /** Null for a file that was never imported. */
  transfer: Transfer | null
  /** An import identifier without a file: it became a folder. */
  isGroup: boolean
}

export interface Folder {
  id: string
  name: string
  type: string
  createdAt: number
}

/** A file in the queue of encodes; the first one runs. */
export interface Encode {
  fileId: string
  /** Null while it waits. */
  startedAt: number | null
}
