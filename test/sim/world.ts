/**
 * A model of the service, as small as the workflows need it: one project with its dates, its broadcast and auto-sync,
 * scenes and one playlist. Every response is as the client would have parsed it. Written from the contract notes.
 */
import { SCHEDULING } from '../../shared/contract/limits.ts'
import { type Failure, ServiceError } from '../../shared/failures.ts'
import type { VirtualClock } from '../fakes/virtualClock.ts'

export const PROJECT = 'project'
/** How long a scheduled broadcast runs, in ms. */
const RUNS_MS = 4 * 60_000

export interface Scheduled {
  id: string
  at: number
}

export type World = ReturnType<typeof createWorld>
export type Call = (params: Record<string, string>, body: Record<string, unknown>) => unknown

/** Thrown by an operation that the service refuses. */
export const says = (operation: string, code: string, status = 400): ServiceError =>
  new ServiceError({ ...asked(operation), kind: 'refused', status, code, detail: code, mayHaveHappened: false })

export const asked = (operation: string): Pick<Failure, 'operation' | 'method' | 'path'> => ({
  ...{ operation, path: `/${operation}` },
  method: /^(get|list)/.test(operation) ? 'GET' : 'POST',
})

export function createWorld(clock: VirtualClock) {
  let ids = 0
  const id = (of: string) => `${of}-${++ids}`
  const world = {
    dates: [] as Scheduled[],
    live: null as { liveId: string; since: number; endsAt: number | null } | null,
    /** Every broadcast that began, by its id. */
    begun: [] as string[],
    autoSync: true,
    /** Another client prepares something for later, with auto-sync off. */
    isPrepared: false,
    title: 'Tonight',
    scenes: [{ id: 'scene-0', name: 'Opening', isActive: true, madeIn: null as string | null }],
    /** Changed in the project and not seen by viewers. */
    unsynced: [] as string[],
    /** Each update that viewers saw: the changes that came with it. */
    aired: [] as string[][],
    id,
    /** Applies everything that happens automatically up to now. */
    tick(): void {
      const now = clock.now()
      const { live } = world
      if (live?.endsAt && live.endsAt <= now) world.live = null
      const due = world.dates.filter(({ at }) => at <= now)
      world.dates = world.dates.filter(({ at }) => at > now)
      const [first] = due
      if (first && !world.live) world.start(first.at + RUNS_MS)
    },
    start(endsAt: number | null): void {
      world.live = { liveId: id('live'), since: clock.now(), endsAt }
      world.begun.push(world.live.liveId)
      world.unsynced = []
    },
    /** Someone changes something that viewers could see. @returns whether it reached them */
    edited(what: string): boolean {
      if (!world.live) return false
      world.unsynced.push(what)
      if (world.autoSync) world.push()
      return world.autoSync
    },
    push(): void {
      if (world.unsynced.length > 0) world.aired.push(world.unsynced)
      world.unsynced = []
    },
    schedule(dates: readonly number[]): Scheduled[] {
      const made = dates.map((at) => ({ id: id('date'), at }))
      world.dates.push(...made)
      return made
    },
  }
  const status = () => (world.live ? 'LIVE' : world.dates.length > 0 ? 'SCHEDULED' : 'OFFLINE')
  const ofDate = ({ id: liveId, at }: Scheduled) => ({
    ...{ liveId, status: 'SCHEDULED', createdAt: null, destinations: null },
    scheduledDate: new Date(at).toISOString(),
  })

  const project = () => ({
    ...{ id: PROJECT, name: 'The show', title: world.title, description: null, format: null, audioQuality: null },
    ...{
      maxFps: null,
      autoSync: world.autoSync,
      unsynced: world.unsynced.length > 0,
      viewers: null,
      peakViewers: null,
    },
    duration: { manual: false, planned: 3_600, elapsed: null, remaining: null },
    ...{ liveStatus: status(), activeLiveId: world.live?.liveId ?? null, scheduledLivesCount: world.dates.length },
    ...{ destinationIds: null, destinations: [], createdAt: null, pluginMode: false },
  })
  const live = () => ({
    ...{ liveId: world.live?.liveId ?? null, status: status(), destinations: [], elapsedSeconds: null },
    ...{ remainingSeconds: null, viewers: null, peakViewers: null, unsynced: world.unsynced.length > 0 },
    ...{ onAirSceneId: null, unsyncedEdits: world.unsynced.length, preparingStartedAt: null, error: null },
    ...{ stopInitiator: null, onAir: null },
  })

  const operations: Record<string, Call> = {
    listProjects: () => ({ projects: [project()], total: 1, offset: 0 }),
    getProject: project,
    getLive: live,
    listScenes: () => ({
      scenes: world.scenes.map(({ madeIn: _, ...scene }) => ({ ...scene, layers: [] })),
      total: world.scenes.length,
      offset: 0,
    }),
    listSchedules: () => ({ schedules: world.dates.map(ofDate), total: world.dates.length }),
    verifyDestinations: () => ({ results: [] }),
    updateProject(_, body) {
      if ('autoSync' in body) world.autoSync = body.autoSync as boolean
      if ('title' in body) {
        world.title = body.title as string
        world.edited(`title ${body.title}`)
      }
      return project()
    },
    syncLive() {
      if (!world.live) throw says('syncLive', 'NO_ACTIVE_LIVE')
      world.push()
      return { success: true, message: null, liveId: world.live.liveId }
    },
    createScene(_, { name }) {
      const scene = { id: id('scene'), name: String(name), isActive: false, madeIn: world.live?.liveId ?? null }
      world.scenes.push(scene)
      return { id: scene.id, name: scene.name, isActive: false, layers: [], synced: world.edited(`scene ${name}`) }
    },
    activateScene({ sceneId = '' }) {
      for (const scene of world.scenes) scene.isActive = scene.id === sceneId
      return { activeSceneId: sceneId, synced: world.edited(`active ${sceneId}`) }
    },
    scheduleLive(_, body) {
      if (world.live) throw says('scheduleLive', 'PROJECT_ALREADY_LIVE')
      if (world.dates.length > 0) throw says('scheduleLive', 'ACTIVE_SCHEDULES_EXIST')
      const dates = (body.dates as string[]).map((date) => Date.parse(date))
      if (dates.some((at) => at < clock.now() + SCHEDULING.leastAheadMs))
        throw says('scheduleLive', 'VALIDATION_ERROR')
      const scheduled = world.schedule(dates).map(ofDate)
      return { scheduled, count: scheduled.length }
    },
    cancelSchedules() {
      const cancelled = world.dates.length
      world.dates = []
      return { cancelled, failed: 0, message: null }
    },
  }
  return Object.assign(world, { operations })
}
