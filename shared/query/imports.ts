/** One link of the import queue, as every surface shows it. */
export interface ImportEntry {
  id: string
  /** The file and host of its link. */
  name: string
  type: 'video' | 'audio' | 'image'
  /** `notKnown`: its answer was lost, and it was not found. */
  state: 'waiting' | 'sending' | 'running' | 'done' | 'failed' | 'notKnown'
  fileId: string | null
  /** Percent. */
  progress: number | null
  /** Why it failed, in words. */
  error: string | null
  /** It failed because it is of another kind. */
  isOtherKind: boolean
}
