/**
 * What reaches the air. A broadcast runs the COPY of the show it was started with; edits change the project only.
 * They reach the copy by a sync, or at once when auto-sync is on.
 */
import { isDeepStrictEqual } from 'node:util'
import { current, isDraft } from 'immer'
import type { LiveDraft, ProjectDraft, Show, ShowDraft, WorldDraft } from './world.ts'

/**
 * Makes an edit to a project's show, and answers whether it reached a running broadcast.
 *
 * With auto-sync on, every such write pushes the whole show, edits still waiting from before included, even when it
 * changes nothing itself: asking for the scene that is active already must bring it on air.
 */
export function editShow(world: WorldDraft, project: ProjectDraft, edit: (show: ShowDraft) => void): boolean {
  const before = copyOf(project.show)
  edit(project.show)
  const live = world.lives[project.id]
  if (!live) return false
  if (project.autoSync) push(project, live)
  else countEdit(live, before, copyOf(project.show))
  return project.autoSync
}

/** Brings the running broadcast to the project as it stands. */
export function push(project: ProjectDraft, live: LiveDraft): void {
  live.onAir = copyOf(project.show)
  live.unsyncedEdits = 0
}

/** The show as it stands, apart from the draft it is edited in. */
export function copyOf(show: ShowDraft): ShowDraft {
  return isDraft(show) ? current(show) : structuredClone(show)
}

/** An edit that was undone by hand waits for nothing: the count is 0 exactly when project and air agree. */
function countEdit(live: LiveDraft, before: Show, after: Show): void {
  if (looksSame(before, after)) return
  live.unsyncedEdits = looksSame(after, copyOf(live.onAir)) ? 0 : live.unsyncedEdits + 1
}

/** Would an audience see the same? A scene's name is for the crew only. */
function looksSame(one: Show, other: Show): boolean {
  return isDeepStrictEqual(visible(one), visible(other))
}

function visible(show: Show): unknown {
  return { ...show, scenes: show.scenes.map(({ id, layers }) => ({ id, layers })) }
}
