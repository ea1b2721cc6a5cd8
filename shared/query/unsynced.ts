/** One difference between what viewers see and what the project holds now. */
export interface UnsyncedChange {
  what: 'activeScene' | 'scene' | 'layer' | 'playlist' | 'settings'
  how: 'added' | 'removed' | 'moved' | 'changed'
  sceneId: string | null
  layerId: string | null
  /** What of it is otherwise, by the contract's names. */
  fields: string[]
  /** In words. */
  about: string
}

/** What viewers do not see yet, as a list. */
export interface UnsyncedChanges {
  /** `none`: viewers see everything. `notKnown`: another hand may have synced, or nothing was there to compare with but the scene. */
  state: 'nothingRuns' | 'none' | 'some' | 'notKnown'
  /** When viewers were last known to see everything, which is what is compared with; wall ms. */
  since: number | null
  changes: UnsyncedChange[]
  /** Layers of which it is not known what viewers see. */
  notCompared: number
  /** A broadcast is scheduled as well, which gets today's content with the next sync or start. */
  scheduledToo: boolean
}
