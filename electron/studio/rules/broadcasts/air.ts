/**
 * What reaches the air. A broadcast runs the COPY of the show it was started with; edits change only the project. They
 * reach the copy through a sync, or at once with auto-sync. The next scheduled run gets them without a sync.
 */
import { isDeepStrictEqual } from 'node:util'
import { current, isDraft } from 'immer'
import {
  asIs,
  type LiveDraft,
  meaningsOf,
  type Project,
  type ProjectDraft,
  type Show,
  type ShowDraft,
  type World,
  type WorldDraft,
} from '../world/world.ts'
import { endRuns, putOnAir } from './playing.ts'
import { isOver } from './runs.ts'

/**
 * Makes an edit to a project's show, and returns whether it reached a running broadcast.
 *
 * With auto-sync, every such edit pushes the whole show, including earlier edits that are not synced yet, even if the
 * edit itself changes nothing: activating the scene that is active already must bring it on air.
 */
export function editShow(
  world: WorldDraft,
  project: ProjectDraft,
  now: number,
  edit: (show: ShowDraft) => void,
): boolean {
  const before = copyOf(project.show)
  edit(project.show)
  const live = world.lives[project.id]
  if (!live) {
    const schedule = world.schedules[project.id]
    if (schedule && meaningsOf(world).scheduledContent === 'nextRun') schedule.nextShow = copyOf(project.show)
    return false
  }
  followChoice(live, before, project.show)
  if (project.autoSync) push(world, project, live, now)
  else countEdit(live, before, copyOf(project.show))
  return project.autoSync
}

/**
 * An edit of the active scene is a person's choice. If the chosen one is deleted, what became active replaces it, and
 * waits for nothing.
 */
function followChoice(live: LiveDraft, before: Show, { activeSceneId, scenes }: Show): void {
  const isThere = (sceneId: string | null) => scenes.some(({ id }) => id === sceneId)
  const isOther = activeSceneId !== before.activeSceneId
  if (isOther && isThere(before.activeSceneId)) chooseScene(live, activeSceneId)
  else if (!isThere(live.chosenSceneId)) {
    live.chosenSceneId = activeSceneId
    live.isChoiceWaiting = false
  }
}

/** A person made a scene active: until it is on air, chains do not lead the project away from it. */
export function chooseScene(live: LiveDraft, sceneId: string | null): void {
  live.chosenSceneId = sceneId
  live.isChoiceWaiting = sceneId !== live.onAir.activeSceneId
}

/**
 * The project's show as the next start takes it: it begins with the scene a person chose, not where a chain led, and
 * plays what was stopped in the running broadcast.
 */
export function showToStart(world: World, { id, show }: Project): Show {
  return playAll({ ...asIs(show), activeSceneId: world.lives[id]?.chosenSceneId ?? show.activeSceneId })
}

/** A show with nothing stopped: the same one, if nothing is. */
export function playAll(show: Show): Show {
  if (show.scenes.every(({ layers }) => layers.every(({ isPlaying }) => isPlaying))) return show
  const scenes = show.scenes.map((scene) => ({
    ...scene,
    layers: scene.layers.map((layer) => ({ ...layer, isPlaying: true })),
  }))
  return { ...show, scenes }
}

/** Brings the running broadcast to the project's current state. */
export function push(world: WorldDraft, project: ProjectDraft, live: LiveDraft, now: number): void {
  putOnAir(world, live, copyOf(project.show), now)
  live.unsyncedEdits = 0
  live.isChoiceWaiting = false
}

/** Switches the air to another scene of the running copy, and changes nothing else. */
export function switchOnAir(world: WorldDraft, live: LiveDraft, sceneId: string, at: number): boolean {
  if (!live.onAir.scenes.some(({ id }) => id === sceneId)) return false
  putOnAir(world, live, { ...asIs(live.onAir), activeSceneId: sceneId }, at)
  return true
}

/** Starts the lists of the scene on air that are over once more: a person chose this scene again. */
export function playAgain(world: WorldDraft, live: LiveDraft, now: number): void {
  endRuns(world, live, now, (layer, run) => isOver(layer, run, now))
  putOnAir(world, live, copyOf(live.onAir), now)
}

/** The current show, independent of the draft it is edited in. */
export function copyOf(show: ShowDraft): ShowDraft {
  return isDraft(show) ? current(show) : structuredClone(show)
}

/** Undoing an edit by another one leaves nothing to sync: the count is 0 exactly when project and air agree. */
function countEdit(live: LiveDraft, before: Show, after: Show): void {
  if (looksSame(before, after)) return
  live.unsyncedEdits += 1
  recount(live, after)
}

/** Corrects the count: 0 when project and air show the same, at least 1 when they do not. */
export function recount(live: LiveDraft, show: Show): void {
  live.unsyncedEdits = looksSame(show, asIs(live.onAir)) ? 0 : Math.max(1, live.unsyncedEdits)
}

/** Returns whether an audience would see the same. The names of scenes and layers are for the crew only. */
export function looksSame(one: Show, other: Show): boolean {
  return one.activeSceneId === other.activeSceneId && isDeepStrictEqual(visible(one), visible(other))
}

function visible(show: Show): unknown {
  const scenes = show.scenes.map(({ id, layers }) => ({
    id,
    layers: layers.map((layer) => ({ ...layer, name: null })),
  }))
  return { ...show, scenes }
}
