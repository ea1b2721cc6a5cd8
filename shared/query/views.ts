/** Views of the whole account or a whole project that the service offers no request for: composed of many reads. */
import type { Answer } from '../contract/operations.ts'
import type { PlayedEnd, PlayedItem } from '../timeline/whatPlays.ts'
import type { UnsyncedChanges } from './unsynced.ts'

/** How much of a view has been read: its parts are read one by one, within the budget. */
export interface Progress {
  read: number
  of: number
  /** Why the rest is not being read, in words; null: it is being read, or complete. */
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
  /** Null: until stopped, or the service does not report it. */
  remainingSeconds: number | null
  /** How long the project runs, this time and at its next dates. */
  duration: Pick<Project['duration'], 'manual' | 'planned'>
  viewers: number | null
  unsynced: boolean | null
  destinations: Project['destinations']
}

/** A broadcast that is over, of any project. */
export type LastShow = Answer<'listBroadcasts'>['broadcasts'][number] & { projectId: string; projectName: string }

/** `durationSec` null: it has none, or was not read yet. `loudnessLufs` null: not measured. */
export type TimedFile = File & { durationSec: number | null; loudnessLufs: number | null }

type Scene = Answer<'listScenes'>['scenes'][number]
type SceneLayer = NonNullable<Scene['layers']>[number]
export interface SceneContent extends Omit<Scene, 'layers'> {
  /** `content` null: not read; `getLayer` reads it. `canUndo`: its list was saved here, and that save can be undone. */
  layers: (SceneLayer & { content: Answer<'getLayer'> | null; canUndo: boolean })[]
}

/** Times in UTC. `name` and `fileId` null: a shuffled list plays one round, in an unknown order. */
export interface ForecastItem extends Pick<PlayedItem, 'sceneId' | 'layerId' | 'isKnown' | 'isSeam'> {
  at: string
  /** Null: its length is unknown. */
  until: string | null
  name: string | null
  fileId: string | null
  playlistItemId: string | null
  sceneName: string | null
  layerName: string | null
}

export interface ForecastLayer {
  id: string
  type: string
  /** 0 to 10; null: the service does not report it. */
  volume: number | null
}

export interface ViewAnswers {
  /** What viewers do not see yet. */
  unsyncedChanges: UnsyncedChanges
  /** Every date of every project, the next one first. */
  allSchedules: { schedules: AccountSchedule[]; total: number; progress: Progress }
  runningBroadcasts: { broadcasts: RunningBroadcast[]; total: number }
  /** Of the first projects of the list; `projects`: the number of projects. */
  lastShows: { broadcasts: LastShow[]; total: number; projects: number; progress: Progress }
  filesWithDurations: { files: TimedFile[]; total: number; offset: number; progress: Progress }
  /** The forecast of what runs, or would run if started; `end` null: it goes on beyond these hours. */
  whatPlays: {
    isRunning: boolean
    from: string
    items: ForecastItem[]
    total: number
    /** The layers that play in these hours. */
    layers: ForecastLayer[]
    end: { why: PlayedEnd['why']; at: string; sceneId?: string } | null
    /** Of the scenes that follow each other. */
    progress: Progress
  }
  /** All scenes; and for one of them, the scene being viewed, the layers with their full content. */
  projectContent: { scenes: SceneContent[]; total: number; sceneId: string | null; progress: Progress }
}
