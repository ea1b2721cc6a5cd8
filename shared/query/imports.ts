/** One link of the import queue, identical on every surface. */
export interface ImportEntry {
  id: string
  /** The file and host of its link. */
  name: string
  type: 'video' | 'audio' | 'image'
  /** `notKnown`: the response was lost, and the import was not found. */
  state: 'waiting' | 'sending' | 'running' | 'done' | 'failed' | 'notKnown'
  fileId: string | null
  /** Percent. */
  progress: number | null
  /** Why it failed, in words. */
  error: string | null
  /** It failed because the file is of another kind. */
  isOtherKind: boolean
}
