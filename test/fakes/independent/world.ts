import { Quota } from './headers.ts'
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

export interface Layer {
  id: string
  name: string
  type: string
  pinned: boolean
  nextScene: string | null
}

export interface Scene {
  id: string
  name: string
  layers: Layer[]
}

/** The part of a project that the audience can see: what a broadcast takes a copy of. */
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
}

/** A broadcast that is over. */
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
}

/** What the next (or present) PREPARING comes to; `fails` is used up by one broadcast. */
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

/** Everything the service knows. */
export class World {
  readonly settings: ResolvedOptions
  readonly quota: Quota
  readonly keys = new Set<string>()
  /** The broadcasts that began since the server started. */
  readonly begun = new Set<string>()
  plan: 'free' | 'pro' = 'pro'
  outlets: Outlet[] = []
  projects: Project[] = []
  #ids = 0

  constructor(settings: ResolvedOptions) {
    this.settings = settings
    this.keys.add(settings.key)
    this.quota = new Quota(settings.limit, settings.window, this.now)
  }

  /** The service's own idea of the time. */
  now = (): number => this.settings.clock.now() + this.settings.skewMs

  /** The time as answers tell it. */
  told = (): number => this.now() + this.settings.toldSkewMs

  /** An id never given before. */
  newId(kind: string): string {
    this.#ids += 1
    const tail = this.settings.oddIds ? ' /?#%é' : ''
    return `${kind}-${this.#ids.toString(36).padStart(5, '0')}${tail}`
  }

  /** The project, or the refusal the contract names. */
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

/** The scene of a project, or the refusal the contract names. */
export function sceneOf(project: Project, id: string): Scene {
  const found = project.content.scenes.find((scene) => scene.id === id)
  if (!found) throw new Refusal('SCENE_NOT_FOUND', `The project has no scene ${id}.`)
  return found
}
