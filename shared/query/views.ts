/** Views of the whole account, or of a whole project, that the interface has no request for: put together of many reads. */
import type { Answer } from '../contract/operations.ts'
import type { UnsyncedChanges } from './unsynced.ts'

/** How much of a view has been read: its parts come one by one, within the budget. */
export interface Progress {
  read: number
  of: number
  /** Why the rest is not read just now, in words; null: it is on its way, or all is there. */
  problem: string | null
}

type Project = Answer<'listProjects'>['projects'][number]
type File = Answer<'listFiles'>['files'][number]
type Schedule = Answer<'listSchedules'>['schedules'][number]

/** A planned broadcast of any project. */
export type AccountSchedule = Schedule & { projectId: string; projectName: string }

/** A broadcast that is being prepared, or on air. */
export interface RunningBroadcast {
  liveId: string | null
  projectId: string
  projectName: string
  status: Project['liveStatus']
  elapsedSeconds: number | null
  /** Null: until stopped, or the service does not say. */
  remainingSeconds: number | null
  viewers: number | null
  unsynced: boolean | null
  destinations: Project['destinations']
}

/** `durationSec` null: it has none, or is not read yet. */
export type TimedFile = File & { durationSec: number | null }

type Scene = Answer<'listScenes'>['scenes'][number]
type SceneLayer = NonNullable<Scene['layers']>[number]
export interface SceneContent extends Omit<Scene, 'layers'> {
  /** `content` null: not read; `getLayer` reads it. */
  layers: (SceneLayer & { content: Answer<'getLayer'> | null })[]
}

export interface ViewAnswers {
  /** What viewers do not see yet. */
  unsyncedChanges: UnsyncedChanges
  /** Every date of every project, the next one first. */
  allSchedules: { schedules: AccountSchedule[]; total: number; progress: Progress }
  runningBroadcasts: { broadcasts: RunningBroadcast[]; total: number }
  filesWithDurations: { files: TimedFile[]; total: number; offset: number; progress: Progress }
  /** All scenes; of one of them, the one that is looked at, the layers with all that is in them. */
  projectContent: { scenes: SceneContent[]; total: number; sceneId: string | null; progress: Progress }
}
