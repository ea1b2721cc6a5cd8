import type { Reading, Touched } from '../../../shared/query/query.ts'
import type { UnsyncedChanges } from '../../../shared/query/unsynced.ts'
import { isRunning, isStale, type ProjectState } from '../../../shared/state.ts'
import { passOver } from '../../service/calls.ts'
import { sleep } from '../../util/time.ts'
import { recordKey } from '../commands/composed/kept.ts'
import type { Dependencies } from '../commands/context.ts'
import type { Revision } from '../state/store.ts'
import { compare, selected } from './compare.ts'
import { readContent, readOutlined, type Snapshot } from './content.ts'
import { createCounts, createFollowed, createOutlines } from './followed.ts'

/** How long nothing must have changed before a project is read for a snapshot, in ms. */
const QUIET_MS = 2_000

type Needs = Pick<Dependencies, 'clock' | 'store' | 'service' | 'kept' | 'serviceId'>
type Since = Pick<Snapshot, 'liveId' | 'at'>
export type UnsyncedReader = ReturnType<typeof watchUnsynced>

/**
 * Takes a snapshot of every followed project whenever its viewers are known to see all of it: after a start, a sync, or
 * when the service reports so. With auto-sync on there is nothing to compare, so none is taken.
 */
export function watchUnsynced(parts: Needs) {
  const { clock, store, kept } = parts
  /** Ends what is planned or being read, by project; any change of the project ends it. */
  const pending = new Map<string, () => void>()
  const countFell = createCounts()
  const outlines = createOutlines()
  /** The broadcasts whose viewers were known to see everything, by project. */
  const wholes = new Map<string, string | null>()
  const followed = createFollowed()

  function plan(projectId: string, liveId: string | null): void {
    pending.get(projectId)?.()
    pending.delete(projectId)
    if (liveId === null) return
    const at = clock.now()
    let stopped = false
    const cancel = clock.after(QUIET_MS, () => {
      take(projectId, { liveId, at }, () => stopped)
        .catch(passOver)
        .finally(() => {
          if (pending.get(projectId) === end) pending.delete(projectId)
        })
    })
    const end = () => {
      stopped = true
      cancel()
    }
    pending.set(projectId, end)
  }

  /** @param seen the broadcast, and the wall ms since when its viewers see everything */
  async function take(projectId: string, seen: Since, isOver: () => boolean): Promise<void> {
    // The poller reads scenes and settings anyway: this waits for them instead of another request.
    let outline = outlines.of(projectId, seen.at)
    for (; !isOver() && !outline; outline = outlines.of(projectId, seen.at)) await sleep(clock, QUIET_MS)
    if (isOver() || !outline) return
    const layers = await readOutlined(parts, projectId, outline, () => !isOver())
    const readAt = clock.now()
    // An edit made meanwhile in the studio shows only in the next reading of the live status.
    while (!isOver() && (store.get().projects[projectId]?.live?.readAt ?? 0) <= readAt) await sleep(clock, QUIET_MS)
    if (!isOver()) keep(projectId, { ...seen, content: { ...outline, layers } })
  }

  /** If the disk refuses the snapshot, nothing can be compared: what viewers see is then unknown. */
  function keep(projectId: string, snapshot: Snapshot | null): void {
    if (snapshot) followed.begin(projectId, store.get().projects[projectId])
    kept.snapshots.put(recordKey(parts, projectId), snapshot).catch(() => {})
  }

  const stopWatching = store.subscribe(({ patches }, { projects }) => {
    for (const projectId of changedProjects(patches)) {
      const project = projects[projectId]
      followed.read(projectId, project)
      if (!isTellingOf(projectId, patches)) continue
      if (project && countFell(project)) keep(projectId, null)
      const liveId = seenWhole(project)
      if (liveId !== (wholes.get(projectId) ?? null)) plan(projectId, liveId)
      wholes.set(projectId, liveId)
    }
  })

  return {
    outlined: outlines.tell,
    /** A project that changes while it is read is read again. `plan` adds to the map, so this iterates over a copy. */
    touched({ names, projectId }: Touched): void {
      if (!names.includes('getLayer')) return
      for (const id of [...pending.keys()])
        if (projectId === null || id === projectId) plan(id, wholes.get(id) ?? null)
    },
    /** What viewers do not see yet. */
    changes: (projectId: string) =>
      changesSince(kept.snapshots.of(recordKey(parts, projectId)), projectId, parts, followed.has),
    stop() {
      stopWatching()
      for (const cancel of pending.values()) cancel()
    },
  }
}

/** A followed project is reported as last read, with the age of that; without contact, nothing is certain. */
async function changesSince(
  seen: Snapshot | undefined,
  projectId: string,
  parts: Needs,
  isFollowed: (projectId: string) => boolean,
): Promise<Reading<UnsyncedChanges>> {
  const { store, service, clock } = parts
  const project = store.get().projects[projectId]
  const askedAt = clock.now()
  const live = project?.live ?? (await service.call('getLive', { params: { projectId } }, { lane: 'read' }))
  const readAt = project?.live?.readAt ?? askedAt
  const scheduledToo = (project?.settings?.scheduledLives ?? 0) > 0
  const nothing = { since: null, changes: [], notCompared: 0, scheduledToo }
  const answer = (state: UnsyncedChanges['state'], changes: UnsyncedChanges['changes'] = []) => ({
    value: { ...nothing, state, changes },
    readAt,
  })
  if (project && isStale(project, askedAt)) return answer('notKnown')
  if (!isRunning(live)) return answer('nothingRuns')
  if (project?.unsynced.some === false) return answer('none')
  if (!project || !seen || seen.liveId !== live.liveId) return answer('notKnown', project ? onlyScene(project) : [])
  const now = await readContent(parts, projectId, Object.keys(seen.content.layers))
  const state = project.unsynced.some === null || !isFollowed(projectId) ? 'notKnown' : 'some'
  return { value: { ...nothing, state, since: seen.at, ...compare(seen.content, now) }, readAt: askedAt }
}

/** Without a snapshot, the scene that viewers see may still be known. */
function onlyScene({ air, airUnread, scenes }: ProjectState) {
  const seen = air.sceneId === null || airUnread ? undefined : scenes?.find(({ id }) => id === air.sceneId)
  return seen
    ? selected(
        seen,
        scenes?.find(({ isActive }) => isActive),
      )
    : []
}

const changedProjects = (patches: Revision['patches']): Set<string> =>
  new Set(patches.flatMap(({ path }) => (path[0] === 'projects' ? [String(path[1])] : [])))

const isTellingOf = (projectId: string, patches: Revision['patches']): boolean =>
  patches.some(({ path }) => path[0] === 'projects' && path[1] === projectId && isTelling(path))

/** True for a change that affects whether viewers see all of the project. */
const isTelling = ([, , part, field]: readonly (string | number)[]): boolean =>
  part === undefined ||
  (part === 'live' ? field !== 'readAt' : ['unsynced', 'openEdits', 'scenes', 'settings'].includes(String(part)))

/** The broadcast whose viewers see all of the project while auto-sync is off; null: there is none. */
function seenWhole(project: ProjectState | undefined): string | null {
  if (!project?.live || !isRunning(project.live) || project.stale || project.openEdits > 0) return null
  return project.unsynced.some === false && project.settings?.autoSync === false ? project.live.liveId : null
}
