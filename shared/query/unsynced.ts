/** One difference between what viewers see and what the project contains now. */
export interface UnsyncedChange {
  what: 'activeScene' | 'scene' | 'layer' | 'playlist' | 'settings'
  how: 'added' | 'removed' | 'moved' | 'changed'
  sceneId: string | null
  layerId: string | null
  /** The fields that differ, by the contract's names. */
  fields: string[]
  /** In words. */
  about: string
}

/** The changes viewers do not see yet, as a list. */
export interface UnsyncedChanges {
  /** `none`: viewers see everything. `notKnown`: another client may have synced, or only the scene was comparable. */
  state: 'nothingRuns' | 'none' | 'some' | 'notKnown'
  /** When viewers were last known to see everything, which is the basis of the comparison; wall ms. */
  since: number | null
  changes: UnsyncedChange[]
  /** How many layers could not be compared, because it is unknown what viewers see of them. */
  notCompared: number
  /** A broadcast is scheduled as well, and gets today's content with the next sync or start. */
  scheduledToo: boolean
}
