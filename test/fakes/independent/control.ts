import { randomBytes } from 'node:crypto'
import { assertCanStart, begin, edited, end, leadOn, push, settle, statusOf } from './air.ts'
import { libraryControls } from './elsewhere.ts'
import type { QuotaReading } from './headers.ts'
import type { Settings } from './options.ts'
import { activate, newScene } from './scenes.ts'
import { type Plan, type Project, type Run, sceneOf, type World } from './world.ts'

/** The truth, whatever the responses say. */
export interface Truth {
  status: string
  liveId: string | null
  onAirSceneId: string | null
  activeSceneId: string | null
  autoSynch: boolean
  unsyncedEdits: number
  viewers: number | null
  /** Every broadcast begun since the server started, oldest first: two of them are one too many. */
  begun: string[]
  /** Past broadcasts, newest first, seeded ones included. */
  past: { liveId: string; status: string; initiator: string; error: string | null }[]
}

/** Switches the listening socket off and on; the port stays the same. */
export interface Power {
  goDown(): Promise<void>
  comeBack(): Promise<void>
}

export type Control = ReturnType<typeof createControl>

/** What happens to the service without the client: the platform, the studio, another tool, the account holder. */
export function createControl(world: World, power: Power) {
  return {
    ...airControls(world),
    ...elsewhereControls(world),
    ...outletControls(world),
    ...accountControls(world),
    ...libraryControls(world),
    ...power,
    /** Changes settings from the next request on. */
    configure: (changes: Partial<Settings>): void => void Object.assign(world.settings, changes),
    /** The current truth. */
    truth: (projectId: string): Truth => truth(current(world, projectId), world),
  }
}

/** The project in its current state. */
function current(world: World, projectId: string): Project {
  const project = world.project(projectId)
  settle(world, project)
  return project
}

function running(world: World, projectId: string): Run {
  const { run } = current(world, projectId)
  if (!run) throw new Error(`nothing runs in ${projectId}`)
  return run
}

function airControls(world: World) {
  return {
    /** The platform ends it, with or without an error. */
    endBroadcast(projectId: string, { error = null }: { error?: string | null } = {}): void {
      running(world, projectId)
      end(world.project(projectId), world.now(), 'PLATFORM', error)
    },
    /** The present PREPARING, or else the next, ends OFFLINE with an error when it should become LIVE. */
    preparingFails(projectId: string, error = 'CONNECTION_ERROR'): void {
      current(world, projectId).preparing = { comes: 'error', error }
    },
    setViewers(projectId: string, viewers: number): void {
      const run = running(world, projectId)
      run.viewers = viewers
      run.peakViewers = Math.max(run.peakViewers, viewers)
    },
    /** A chain switches the scene at the end of a playlist: the broadcast first, and the project follows it. */
    chainSwitch(projectId: string, sceneId: string): void {
      const run = running(world, projectId)
      const project = world.project(projectId)
      leadOn(world, project, run, sceneOf(project, sceneId).id, world.now())
    },
  }
}

/** The same project, from the studio or another tool. None of this costs quota or is recorded. */
function elsewhereControls(world: World) {
  return {
    startElsewhere(projectId: string): string {
      const project = current(world, projectId)
      assertCanStart(world, project)
      return begin(world, project, world.newId('live'), world.now()).liveId
    },
    stopElsewhere(projectId: string): void {
      running(world, projectId)
      end(world.project(projectId), world.now(), 'STUDIO')
    },
    /** The project gets one date, which replaces those it had. */
    scheduleElsewhere(projectId: string, startsAt: number): void {
      const project = current(world, projectId)
      const copy = structuredClone(project.content)
      const [liveId, createdAt] = [world.newId('live'), world.now()]
      project.schedules = [{ liveId, startsAt, createdAt, copy, behind: false }]
    },
    cancelDatesElsewhere(projectId: string): void {
      current(world, projectId).schedules = []
    },
    syncElsewhere: (projectId: string): void => push(world, current(world, projectId)),
    /** Another scene becomes the project's active one; returns whether that reached the air. */
    activateElsewhere: (projectId: string, sceneId: string): boolean =>
      activate(world, current(world, projectId), sceneId),
    /** An edit that viewers could see, of the kind that waits for a sync. */
    editElsewhere(projectId: string, title = 'Edited elsewhere'): void {
      const project = current(world, projectId)
      project.content.title = title
      edited(world, project)
    },
    addScene(projectId: string, name: string): string {
      const project = current(world, projectId)
      const scene = newScene(world, project, name)
      edited(world, project)
      return scene.id
    },
    setAutoSynch(projectId: string, on: boolean): void {
      current(world, projectId).autoSynch = on
    },
    removeProject(projectId: string): void {
      const project = world.project(projectId)
      world.projects = world.projects.filter((other) => other !== project)
    },
  }
}

function outletControls(world: World) {
  const outlet = (id: string) => {
    const found = world.outlet(id)
    if (!found) throw new Error(`no destination ${id}`)
    return found
  }
  return {
    /** Its token expires: verifying reports that, and a start is refused. */
    expireDestination(destinationId: string): void {
      outlet(destinationId).tokenValid = false
    },
    renewDestination(destinationId: string): void {
      outlet(destinationId).tokenValid = true
    },
    /** A destination of the running broadcast fails, or recovers (null). */
    destinationError(projectId: string, destinationId: string, error: string | null = 'STREAM_ERROR'): void {
      const run = running(world, projectId)
      if (error === null) delete run.outletErrors[destinationId]
      else run.outletErrors[outlet(destinationId).id] = error
    },
  }
}

function accountControls(world: World) {
  return {
    /** The key the server was started with. */
    revokeKey: (): void => void world.keys.delete(world.settings.key),
    restoreKey: (): void => void world.keys.add(world.settings.key),
    /** A further key of the same account: it shares the quota. */
    issueKey(): string {
      const key = `svc_independent_${randomBytes(9).toString('hex')}`
      world.keys.add(key)
      return key
    },
    setPlan(plan: Plan): void {
      world.plan = plan
    },
    /** The permissions of the account from now on: the log of played files, statistics, storage. */
    allow: (changes: Partial<World['may']>): void => void Object.assign(world.may, changes),
    /** Gives the account this many channels on the video platform. */
    setChannels(count: number): void {
      world.channels = Array.from({ length: count }, (_, index) => ({
        id: `channel-${index + 1}`,
        name: `No. ${index + 1}`,
      }))
    },
    /** The platform returns no statistics. */
    platformFails(fails: boolean): void {
      world.platformFails = fails
    },
    /** Refuses these of the next set of dates. */
    refuseDates(refuses: (index: number) => boolean): void {
      world.refusesDate = refuses
    },
    /** Another tool on the account sends this many requests now. */
    spendQuota: (count: number): void => world.quota.spend(count),
    /** The true quota left to the account. */
    quota: (): QuotaReading => world.quota.read(),
  }
}

function truth(project: Project, world: World): Truth {
  const { run, content } = project
  return {
    ...{ status: statusOf(project), liveId: run?.liveId ?? null, onAirSceneId: run?.copy.activeSceneId ?? null },
    ...{ activeSceneId: content.activeSceneId, autoSynch: project.autoSynch },
    ...{ unsyncedEdits: run?.unsyncedEdits ?? 0, viewers: run?.viewers ?? null, begun: begunOf(project, world) },
    past: project.past.map(({ run: { liveId }, status, initiator, error }) => ({ liveId, status, initiator, error })),
  }
}

function begunOf(project: Project, world: World): string[] {
  const runs = [...(project.run ? [project.run] : []), ...project.past.map(({ run }) => run)]
  return runs
    .map(({ liveId }) => liveId)
    .filter((liveId) => world.begun.has(liveId))
    .reverse()
}
