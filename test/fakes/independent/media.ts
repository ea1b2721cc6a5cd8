/** The files of an account, as the service knows them. */

/** What is known of a file, or of what a link leads to. */
export interface Facts {
  name: string
  /** Its length; null when it is not known. */
  seconds: number | null
  sizeBytes: number
  /** What keeps it out of playlists. */
  errors: string[]
  warnings: string[]
  /** Its import ends with this error, when so many percent have arrived. */
  fails?: { atPercent: number; error: string }
  /** The link leads to several videos of these names. */
  group?: string[]
}

/** A file on its way. Its progress is what the clock says, until it ended. */
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
  /** Null for a file that has always been here. */
  transfer: Transfer | null
  /** An identifier of an import that is no file: it became a folder. */
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
