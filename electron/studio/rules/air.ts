/**
 * What reaches the air. A broadcast runs the COPY of the show it was started with; edits change the project only.
 * They reach the copy by a sync, or at once when auto-sync is on. What is scheduled next has them without a sync.
 */
import { isDeepStrictEqual } from 'node:util'
import { current, isDraft } from 'immer'
import { putOnAir } from './playing.ts'
import {
  asIs,
  type LiveDraft,
  meaningsOf,
  type ProjectDraft,
  type Show,
  type ShowDraft,
  type WorldDraft,
} from './world.ts'

/**
 * Makes an edit to a project's show, and answers whether it reached a running broadcast.
 *
 * With auto-sync on, every such write pushes the whole show, edits still waiting from before included, even when it
 * changes nothing itself: asking for the scene that is active already must bring it on air.
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
  if (project.autoSync) push(world, project, live, now)
  else countEdit(live, before, copyOf(project.show))
  return project.autoSync
}

/** Brings the running broadcast to the project as it stands. */
export function push(world: WorldDraft, project: ProjectDraft, live: LiveDraft, now: number): void {
  putOnAir(world, live, copyOf(project.show), now)
  live.unsyncedEdits = 0
}

/** Switches what is on air to another scene of the copy that runs, and nothing else. */
export function switchOnAir(world: WorldDraft, live: LiveDraft, sceneId: string, at: number): boolean {
  if (!live.onAir.scenes.some(({ id }) => id === sceneId)) return false
  putOnAir(world, live, { ...asIs(live.onAir), activeSceneId: sceneId }, at)
  return true
}

/** The show as it stands, apart from the draft it is edited in. */
export function copyOf(show: ShowDraft): ShowDraft {
  return isDraft(show) ? current(show) : structuredClone(show)
}

/** An edit that was undone by hand waits for nothing: the count is 0 exactly when project and air agree. */
function countEdit(live: LiveDraft, before: Show, after: Show): void {
  if (looksSame(before, after)) return
  live.unsyncedEdits += 1
  recount(live, after)
}

/** Nothing waits where project and air show the same, and something does where they do not. */
export function recount(live: LiveDraft, show: Show): void {
  live.unsyncedEdits = looksSame(show, asIs(live.onAir)) ? 0 : Math.max(1, live.unsyncedEdits)
}

/** Would an audience see the same? The name of a scene or of a layer is for the crew only. */
export function looksSame(one: Show, other: Show): boolean {
  return isDeepStrictEqual(visible(one), visible(other))
}

function visible(show: Show): unknown {
  const scenes = show.scenes.map(({ id, layers }) => ({
    id,
    layers: layers.map((layer) => ({ ...layer, name: null })),
  }))
  return { ...show, scenes }
}
