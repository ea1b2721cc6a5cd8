import { Quota } from './headers.ts'
import type { Encode, Facts, Folder, MediaFile } from './media.ts'
import type { ResolvedOptions } from './options.ts'
import { Refusal } from './refusal.ts'

/** A platform connected to the account. */
export interface Outlet {
  id: string
  name: string | null
  provider: string
  type: string
  tokenValid: boolean
}

/** An item of a playlist. `more` contains unknown fields that a client wrote: they are kept. */
export interface Item {
  id: string
  fileId: string
  name: string
  adPoints?: { timestamp: number; duration: number }[]
  more: Record<string, unknown>
}

export interface Layer {
  id: string
  name: string
  type: string
  hide: boolean
  pinned: boolean
  locked: boolean
  position: { x: number; y: number; width: number; height: number }
  loop: boolean
  shuffle: boolean
  volume: number
  nextScene: string | null
  isPlaying: boolean
  items: Item[]
  /** Of a single video. */
  fileId: string | null
  more: Record<string, unknown>
}

export interface Scene {
  id: string
  name: string
  layers: Layer[]
}

/** The part of a project that viewers can see: a broadcast takes a copy of it. */
export interface Content {
  title: string
  description: string
  scenes: Scene[]
  activeSceneId: string | null
}

/** One broadcast. All its times are in ms. */
export interface Run {
  liveId: string
  preparingAt: number
  readyAt: number
  /** When it became LIVE; null before. */
  liveAt: number | null
  /** Set by an accepted stop: the moment from which it no longer runs. */
  stopAt: number | null
  plannedSeconds: number | null
  copy: Content
  unsyncedEdits: number
  outletIds: string[]
  outletErrors: Record<string, string>
  viewers: number
  peakViewers: number
  stints: Stint[]
  /** When it was last updated from the project. */
  pushedAt: number
  /** Chains led the project's active scene from one scene to another, and no client has chosen one since. */
  led: { from: string | null; to: string } | null
  /** The project's active scene is what a deletion left, not what a client chose. */
  adrift: boolean
}

/** One list playing in one layer without a break. Times in ms; an item of unknown length never ends. */
export interface Stint {
  layerId: string
  sceneName: string
  items: { id: string; fileId: string; name: string; ms: number }[]
  /** The layer as it was when the list began, or was written again without a change that is heard or seen. */
  written: Layer
  from: number
  /** Parts before this moment were not played: the list started in the middle. */
  since: number
  /** When a list that does not repeat has ended; null when it repeats. */
  endsAt: number | null
  /** When something else replaced it; null while nothing has. */
  until: number | null
}

/** A past broadcast. */
export interface PastRun {
  run: Run
  endedAt: number
  status: 'COMPLETED' | 'ERROR'
  error: string | null
  initiator: string
}

export interface Schedule {
  liveId: string
  startsAt: number
  createdAt: number
  /** What it will show, unless one copy serves all dates. */
  copy: Content
  /** The project was edited, and this date has not received the edit. */
  behind: boolean
}

/** The result of the next (or present) PREPARING; a failure affects one broadcast. */
export type Preparing = { comes: 'live' } | { comes: 'error'; error: string }

export interface Project {
  id: string
  name: string
  content: Content
  format: string
  audioQuality: string
  autoSynch: boolean
  /** Null: runs until stopped. */
  plannedSeconds: number | null
  outletIds: string[]
  createdAt: number
  pluginMode: boolean
  run: Run | null
  /** Newest first. */
  past: PastRun[]
  schedules: Schedule[]
  preparing: Preparing
}

/** `free` has no API access, `starter` no 2160p. */
export type Plan = 'free' | 'starter' | 'pro'

/** Everything the service knows. */
export class World {
  readonly settings: ResolvedOptions
  readonly quota: Quota
  readonly keys = new Set<string>()
  /** The broadcasts that began since the server started. */
  readonly begun = new Set<string>()
  plan: Plan = 'pro'
  outlets: Outlet[] = []
  projects: Project[] = []
  files: MediaFile[] = []
  folders: Folder[] = []
  encodes: Encode[] = []
  /** The links that lead to something other than a good video of one minute. */
  readonly links = new Map<string, Partial<Facts>>()
  /** The permissions of the account. */
  readonly may = { playedFileLog: true, statistics: true, storage: true }
  /** Video platform accounts of the account: if there are several, statistics are requested for one. */
  channels: { id: string; name: string }[] = [{ id: 'channel-1', name: 'Evening Channel' }]
  /** Set: the next set of dates is only partly accepted, and the dates for which it returns true are refused. */
  refusesDate: ((index: number) => boolean) | null = null
  /** The platform returns no statistics. */
  platformFails = false
  #ids = 0

  constructor(settings: ResolvedOptions) {
    this.settings = settings
    this.keys.add(settings.key)
    this.quota = new Quota(settings.limit, settings.window, this.now)
  }

  /** The service's own time. */
  now = (): number => this.settings.clock.now() + this.settings.skewMs

  /** The time in responses. */
  told = (): number => this.now() + this.settings.toldSkewMs

  /** An id never used before. */
  newId(kind: string): string {
    this.#ids += 1
    const tail = this.settings.oddIds ? ' /?#%é' : ''
    return `${kind}-${this.#ids.toString(36).padStart(5, '0')}${tail}`
  }

  /** The project, or the refusal that the contract names. */
  project(id: string): Project {
    const found = this.projects.find((project) => project.id === id)
    if (!found) throw new Refusal('PROJECT_NOT_FOUND', `There is no project ${id}.`)
    return found
  }

  /** The connected destination, or undefined. */
  outlet(id: string): Outlet | undefined {
    return this.outlets.find((outlet) => outlet.id === id)
  }
}

/** The layer of a project with its scene, or the refusal that the contract names. */
export function layerOf(project: Project, id: string): { scene: Scene; layer: Layer } {
  for (const scene of project.content.scenes) {
    const layer = scene.layers.find((one) => one.id === id)
    if (layer) return { scene, layer }
  }
  throw new Refusal('LAYER_NOT_FOUND', `The project has no layer ${id}.`)
}

/** The scene of a project, or the refusal that the contract names. */
export function sceneOf(project: Project, id: string): Scene {
  const found = project.content.scenes.find((scene) => scene.id === id)
  if (!found) throw new Refusal('SCENE_NOT_FOUND', `The project has no scene ${id}.`)
  return found
}
