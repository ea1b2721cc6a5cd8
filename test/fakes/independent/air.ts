import { Refusal } from './refusal.ts'
import { type PastRun, type Project, type Run, type Scene, type Schedule, sceneOf, type World } from './world.ts'

export type LiveStatus = 'OFFLINE' | 'SCHEDULED' | 'PREPARING' | 'LIVE'

/** The live status of a project. */
export function statusOf(project: Project): LiveStatus {
  if (project.run) return project.run.liveAt === null ? 'PREPARING' : 'LIVE'
  return project.schedules.length > 0 ? 'SCHEDULED' : 'OFFLINE'
}

/** Refuses a start that the service would not take. */
export function assertCanStart(world: World, project: Project): void {
  if (project.pluginMode) throw new Refusal('PLUGIN_MODE_NOT_SUPPORTED', 'Plugin mode starts in the studio only.')
  if (project.run) {
    const details = { liveId: project.run.liveId, status: statusOf(project) }
    throw new Refusal('PROJECT_ALREADY_LIVE', 'A broadcast of this project is running.', details)
  }
  if (project.outletIds.length === 0) throw new Refusal('NO_DESTINATIONS', 'The project has no destination.')
  const invalid = project.outletIds.filter((id) => !world.outlet(id)?.tokenValid)
  if (invalid.length > 0) {
    throw new Refusal('DESTINATION_TOKEN_INVALID', 'A destination must be reconnected.', { destinationIds: invalid })
  }
}

/** Begins a broadcast: it runs the copy taken here, whatever is edited later. */
export function begin(world: World, project: Project, liveId: string, at: number): Run {
  const run: Run = {
    ...{ liveId, preparingAt: at, readyAt: at + world.settings.preparingMs, liveAt: null, stopAt: null },
    ...{ plannedSeconds: project.plannedSeconds, copy: structuredClone(project.content), unsyncedEdits: 0 },
    ...{ outletIds: [...project.outletIds], outletErrors: {}, viewers: 0, peakViewers: 0 },
  }
  project.run = run
  world.begun.add(liveId)
  return run
}

/** Ends the running broadcast and files it under the past ones. */
export function end(project: Project, at: number, initiator: string, error: string | null = null): PastRun | null {
  const { run } = project
  if (!run) return null
  const past: PastRun = { run, endedAt: at, status: error === null ? 'COMPLETED' : 'ERROR', error, initiator }
  project.run = null
  project.past.unshift(past)
  return past
}

/** Brings the running copy up to the project. */
export function push(project: Project): void {
  if (!project.run) return
  project.run.copy = structuredClone(project.content)
  project.run.unsyncedEdits = 0
}

/** Notes an edit the audience could see; true when auto-sync carried it to a running broadcast. */
export function edited(project: Project): boolean {
  if (!project.run) return false
  if (project.autoSynch) push(project)
  else project.run.unsyncedEdits += 1
  return project.autoSynch
}

/** Whole seconds on air; null before LIVE. */
export function secondsLive(run: Run, now: number): number | null {
  return run.liveAt === null ? null : Math.max(0, Math.floor((now - run.liveAt) / 1000))
}

interface Due {
  at: number
  happen: () => void
}

/**
 * Lets everything happen that was due by now, in its order and at its own time.
 * State moves when somebody looks, so a test's clock may leap over a whole show.
 */
export function settle(world: World, project: Project): void {
  for (let due = firstDue(world, project); due && due.at <= world.now(); due = firstDue(world, project)) due.happen()
}

function firstDue(world: World, project: Project): Due | undefined {
  const due = [readyDue(project), stopDue(project), plannedEndDue(project), scheduleDue(world, project)]
  return due.filter((event) => event !== null).sort((one, other) => one.at - other.at)[0]
}

function readyDue(project: Project): Due | null {
  const { run } = project
  if (run?.liveAt !== null) return null
  return { at: run.readyAt, happen: () => comeOut(project, run) }
}

/** PREPARING ends, well or badly. A failure is used up by one broadcast. */
function comeOut(project: Project, run: Run): void {
  const { preparing } = project
  if (preparing.comes === 'error') {
    project.preparing = { comes: 'live' }
    end(project, run.readyAt, 'PLATFORM', preparing.error)
  } else {
    run.liveAt = run.readyAt
  }
}

function stopDue(project: Project): Due | null {
  const at = project.run?.stopAt ?? null
  return at === null ? null : { at, happen: () => void end(project, at, 'USER') }
}

function plannedEndDue(project: Project): Due | null {
  const { run } = project
  if (!run || run.liveAt === null || run.plannedSeconds === null) return null
  const at = run.liveAt + run.plannedSeconds * 1000
  return { at, happen: () => void end(project, at, 'DURATION') }
}

/** PREPARING begins early enough to be LIVE on the date; whatever still runs makes way. */
function scheduleDue(world: World, project: Project): Due | null {
  const next = project.schedules[0]
  if (!next) return null
  const at = next.startsAt - world.settings.preparingMs
  return { at, happen: () => startScheduled(world, project, next, at) }
}

function startScheduled(world: World, project: Project, next: Schedule, at: number): void {
  project.schedules.shift()
  end(project, at, 'SCHEDULE')
  const refused = refusalToStart(world, project)
  begin(world, project, next.liveId, at)
  if (refused) end(project, at, 'PLATFORM', refused)
}

function refusalToStart(world: World, project: Project): string | null {
  try {
    assertCanStart(world, project)
    return null
  } catch (refusal) {
    return refusal instanceof Refusal ? refusal.code : 'UNKNOWN_ERROR'
  }
}

const MOST_SCENES = 300

/** Adds a scene at the end. The first one of a project is its active scene: one always is. */
export function newScene(world: World, project: Project, name: string): Scene {
  const { content } = project
  if (content.scenes.length >= MOST_SCENES) {
    throw new Refusal('SCENE_LIMIT_REACHED', `A project has at most ${MOST_SCENES} scenes.`)
  }
  const scene: Scene = { id: world.newId('scn'), name, layers: [] }
  content.scenes.push(scene)
  content.activeSceneId ??= scene.id
  return scene
}

/** A layer whose chain led to a scene that is gone. */
export interface ClearedChain {
  layerId: string
  sceneId: string
  sceneName: string
}

/** Takes a scene out, and out of every chain. */
export function removeScene(project: Project, sceneId: string): ClearedChain[] {
  const { content } = project
  const scene = sceneOf(project, sceneId)
  if (content.scenes.length === 1) throw new Refusal('LAST_SCENE_DELETE', 'The last scene stays.')
  content.scenes = content.scenes.filter((other) => other !== scene)
  if (content.activeSceneId === sceneId) content.activeSceneId = content.scenes[0]?.id ?? null
  return clearChains(content.scenes, sceneId)
}

function clearChains(scenes: Scene[], target: string): ClearedChain[] {
  const cleared: ClearedChain[] = []
  for (const scene of scenes) {
    for (const layer of scene.layers.filter(({ nextScene }) => nextScene === target)) {
      layer.nextScene = null
      cleared.push({ layerId: layer.id, sceneId: scene.id, sceneName: scene.name })
    }
  }
  return cleared
}

/** Makes a scene the project's active one; true when that reached the air. */
export function activate(project: Project, sceneId: string): boolean {
  sceneOf(project, sceneId)
  // Activating what is active already changes nothing, so there is nothing to wait for a sync.
  if (project.content.activeSceneId === sceneId && !project.autoSynch) return false
  project.content.activeSceneId = sceneId
  return edited(project)
}
