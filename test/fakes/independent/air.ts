import { nextChain, play } from './player.ts'
import { Refusal } from './refusal.ts'
import type { Content, PastRun, Project, Run, Schedule, World } from './world.ts'

export type LiveStatus = 'OFFLINE' | 'SCHEDULED' | 'PREPARING' | 'LIVE'

/** The live status of a project. */
export function statusOf(project: Project): LiveStatus {
  if (project.run) return project.run.liveAt === null ? 'PREPARING' : 'LIVE'
  return project.schedules.length > 0 ? 'SCHEDULED' : 'OFFLINE'
}

/** Refuses a requested start of a project with a date: it has to wait for the date. */
export function assertCanStart(world: World, project: Project): void {
  const [next] = project.schedules
  if (next && !project.run) {
    const details = { liveId: next.liveId, status: 'SCHEDULED', scheduledFor: new Date(next.startsAt).toISOString() }
    throw new Refusal('PROJECT_ALREADY_LIVE', 'The project has a date.', details)
  }
  assertFree(project)
  assertWithin(world, 1)
  assertCanBegin(world, project)
}

/** Refuses what cannot be done while a broadcast runs. */
export function assertFree(project: Project): void {
  if (!project.run) return
  const details = { liveId: project.run.liveId, status: statusOf(project) }
  throw new Refusal('PROJECT_ALREADY_LIVE', 'A broadcast of this project is running.', details)
}

/** Refuses more broadcasts and dates than the account may have at once. */
export function assertWithin(world: World, more: number): void {
  const count = world.projects.reduce((sum, { run, schedules }) => sum + (run ? 1 : 0) + schedules.length, more)
  if (count > world.settings.mostBroadcasts) throw new Refusal('LIMIT_REACHED', 'Too many broadcasts at once.')
}

function assertCanBegin(world: World, project: Project): void {
  if (project.pluginMode) throw new Refusal('PLUGIN_MODE_NOT_SUPPORTED', 'Plugin mode starts in the studio only.')
  if (project.outletIds.length === 0) throw new Refusal('NO_DESTINATIONS', 'The project has no destination.')
  const invalid = project.outletIds.filter((id) => !world.outlet(id)?.tokenValid)
  if (invalid.length === 0) return
  throw new Refusal('DESTINATION_TOKEN_INVALID', 'A destination must be reconnected.', { destinationIds: invalid })
}

/** Begins a broadcast: it runs the copy taken here, whatever is edited later. The active scene is the one it begins with. */
export function begin(world: World, project: Project, liveId: string, at: number, copy = project.content): Run {
  const run: Run = {
    ...{ liveId, preparingAt: at, readyAt: at + world.settings.preparingMs, liveAt: null, stopAt: null },
    ...{ plannedSeconds: project.plannedSeconds, copy: structuredClone(copy), unsyncedEdits: 0 },
    ...{ outletIds: [...project.outletIds], outletErrors: {}, viewers: 0, peakViewers: 0 },
    ...{ stints: [], pushedAt: at, led: null, adrift: false },
  }
  setActive(project, run.copy.activeSceneId)
  playEverything(run.copy)
  project.run = run
  world.begun.add(liveId)
  return run
}

/** Ends the running broadcast and files it under the past ones. */
export function end(project: Project, at: number, initiator: string, error: string | null = null): PastRun | null {
  const { run } = project
  if (!run) return null
  const past: PastRun = { run, endedAt: at, status: error === null ? 'COMPLETED' : 'ERROR', error, initiator }
  // The next start does not begin where chains have led.
  if (run.led && run.led.to === project.content.activeSceneId) setActive(project, run.led.from)
  playEverything(project.content)
  project.run = null
  project.past.unshift(past)
  return past
}

/** What a client stopped was stopped in one broadcast only. */
function playEverything({ scenes }: Content): void {
  for (const layer of scenes.flatMap(({ layers }) => layers)) layer.isPlaying = true
}

/** Makes a scene of the project its active one, unless it was deleted. */
function setActive({ content }: Project, sceneId: string | null): void {
  if (content.scenes.some(({ id }) => id === sceneId)) content.activeSceneId = sceneId
}

/** Updates the running copy from the project. */
export function push(world: World, project: Project): void {
  const { run } = project
  if (!run) return
  run.copy = structuredClone(project.content)
  run.unsyncedEdits = 0
  run.pushedAt = world.now()
  if (run.liveAt !== null) play(world, run, world.now())
}

/** Notes an edit that viewers could see; true when auto-sync carried it to a running broadcast. */
export function edited(world: World, project: Project): boolean {
  const { run } = project
  reachDates(world, project)
  if (!run) return false
  if (project.autoSynch) push(world, project)
  else run.unsyncedEdits += 1
  return project.autoSynch
}

/** Passes an edit on to the dates that get it. */
export function reachDates(world: World, project: Project): void {
  const { scheduledContent } = world.settings.meanings
  for (const [place, schedule] of project.schedules.entries()) {
    const reaches = scheduledContent === 'nextRun' && !project.run && place === 0
    if (reaches) schedule.copy = structuredClone(project.content)
    schedule.behind = scheduledContent !== 'allRuns' && !reaches
  }
}

/** Whether the project differs from what viewers see, or will see next. */
export const isUnsynced = ({ run, schedules }: Project): boolean =>
  (run?.unsyncedEdits ?? 0) > 0 || schedules[0]?.behind === true

/** A sync while only dates exist: the next one gets the project's current state, if the service works that way. */
export function pushToDate(world: World, project: Project): Schedule | null {
  const [next] = project.schedules
  const { scheduledContent, syncReachesDate } = world.settings.meanings
  if (!next || scheduledContent === 'asScheduled' || syncReachesDate === 'no') return null
  next.copy = structuredClone(project.content)
  next.behind = false
  return next
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
 * Lets everything happen that was due by now, in order and at its own time. State only moves when it is read, so a
 * test's clock may leap over a whole show.
 */
export function settle(world: World, project: Project): void {
  for (let due = firstDue(world, project); due && due.at <= world.now(); due = firstDue(world, project)) due.happen()
}

function firstDue(world: World, project: Project): Due | undefined {
  const due = [
    ...[readyDue(world, project), stopDue(project), plannedEndDue(world, project)],
    ...[chainDue(world, project), scheduleDue(world, project)],
  ]
  return due.filter((event) => event !== null).sort((one, other) => one.at - other.at)[0]
}

function readyDue(world: World, project: Project): Due | null {
  const { run } = project
  if (run?.liveAt !== null) return null
  return { at: run.readyAt, happen: () => comeOut(world, project, run) }
}

/** PREPARING ends, with or without success. A failure affects one broadcast. */
function comeOut(world: World, project: Project, run: Run): void {
  const { preparing } = project
  if (preparing.comes === 'error') {
    project.preparing = { comes: 'live' }
    end(project, run.readyAt, 'PLATFORM', preparing.error)
  } else {
    run.liveAt = run.readyAt
    play(world, run, run.liveAt)
  }
}

function stopDue(project: Project): Due | null {
  const at = project.run?.stopAt ?? null
  return at === null ? null : { at, happen: () => void end(project, at, 'USER') }
}

/** If a service ends what runs until stopped, it does so even though the duration is manual. */
function plannedEndDue(world: World, project: Project): Due | null {
  const { run } = project
  const seconds = run?.plannedSeconds ?? world.settings.meanings.manualEnds
  if (!run || run.liveAt === null || seconds === null) return null
  const at = run.liveAt + seconds * 1000
  return { at, happen: () => void end(project, at, 'DURATION') }
}

/** A list has ended that leads to another scene. */
function chainDue(world: World, project: Project): Due | null {
  const { run } = project
  const chain = run && run.liveAt !== null ? nextChain(run) : null
  return run && chain && { at: chain.at, happen: () => leadOn(world, project, run, chain.sceneId, chain.at) }
}

/** The broadcast moves to another scene on its own, and the project follows, unless an activation waits for a sync. */
export function leadOn(world: World, project: Project, run: Run, sceneId: string, at: number): void {
  const { content } = project
  const waitsForSync = content.activeSceneId !== run.copy.activeSceneId && !run.adrift
  run.copy.activeSceneId = sceneId
  if (!waitsForSync) {
    run.led = { from: run.led?.from ?? content.activeSceneId, to: sceneId }
    setActive(project, sceneId)
  }
  play(world, run, at)
}

/** PREPARING begins early enough to be LIVE on the date; a running broadcast is ended for it. */
function scheduleDue(world: World, project: Project): Due | null {
  const next = project.schedules[0]
  if (!next) return null
  const at = next.startsAt - world.settings.preparingMs
  return { at, happen: () => startScheduled(world, project, next, at) }
}

function startScheduled(world: World, project: Project, next: Schedule, at: number): void {
  project.schedules.shift()
  end(project, at, 'SCHEDULE')
  const refused = refusalToBegin(world, project)
  begin(world, project, next.liveId, at, contentOf(world, project, next))
  if (refused) end(project, at, 'PLATFORM', refused)
}

/** If one copy serves all dates, it is the project's state when the date comes. */
function contentOf(world: World, project: Project, { copy }: Schedule): Content {
  return world.settings.meanings.scheduledContent === 'allRuns' ? project.content : copy
}

function refusalToBegin(world: World, project: Project): string | null {
  try {
    assertCanBegin(world, project)
    return null
  } catch (refusal) {
    return refusal instanceof Refusal ? refusal.code : 'UNKNOWN_ERROR'
  }
}
