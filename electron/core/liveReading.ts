import type { Live } from '../../shared/contract/records.ts'
import { isRunning, type ProjectState } from '../../shared/state.ts'
import { changeProject } from './context.ts'
import { errorText, liveEvents } from './liveEvents.ts'
import type { ReaderParts } from './reader.ts'
import { applyLive, assumeStartedWith } from './readings.ts'
import { type Settled, settle, unwatched } from './settling.ts'

/** Takes in what the service says runs: the state, the settling of a lost start or stop, and the story of it. */
export function takeLive(parts: ReaderParts, projectId: string, answer: Live): void {
  const { store, clock } = parts
  const before = store.get().projects[projectId]
  if (!before) return
  const settled = settledBy(parts, before, answer)
  changeProject(store, projectId, (project) => {
    applyLive(project, answer, clock.now())
    if (settled) applySettled(project, settled, clock.now())
    if (isOver(project)) project.pending = null
  })
  tellStory(parts, before, settled, errorText(answer.error))
}

/** A lost stop did not stop it, and it has ended since by another hand. */
function isOver({ pending, live }: ProjectState): boolean {
  return pending?.phase === 'stillRunning' && !(isRunning(live) && live?.liveId === pending.liveId)
}

function settledBy({ store, clock, watches }: ReaderParts, project: ProjectState, answer: Live): Settled | null {
  const { id, pending } = project
  if (pending?.phase !== 'checking') return null
  const { watch, settled } = settle(pending, watches.get(id) ?? unwatched, answer, clock.monotonic())
  if (settled) watches.delete(id)
  else watches.set(id, watch)
  changeProject(store, id, (draft) => {
    if (draft.pending) draft.pending.offReadings = watch.off.count
  })
  return settled
}

function applySettled(project: ProjectState, settled: Settled, now: number): void {
  if (settled === 'stillRunning') {
    if (project.pending) project.pending.phase = 'stillRunning'
    return
  }
  const sceneId = project.pending?.sceneId ?? null
  project.pending = null
  if (settled === 'started' && isRunning(project.live) && project.air.basis === 'notKnown') {
    const { unsynced } = project
    assumeStartedWith(project, sceneId, now)
    // What the service itself just said of waiting edits stands.
    if (unsynced.basis === 'service') project.unsynced = unsynced
  }
}

function tellStory(parts: ReaderParts, before: ProjectState, settled: Settled | null, error: string | null): void {
  const after = parts.store.get().projects[before.id]
  if (!after?.live) return
  if (settled && before.pending)
    parts.recorder.event(after, { event: 'settled', act: before.pending.act, as: settled }, before.pending.commandId)
  const onItsWay = before.pending?.phase === 'stillRunning' ? null : before.pending
  const events = liveEvents(before.live, after.live, onItsWay, error)
  // What ended is told with what was last known of it: this reading knows of nothing that runs.
  for (const event of events) parts.recorder.event(event.event === 'ended' ? before : after, event)
  const over = !isRunning(after.live) && (settled === 'started' || events.some((event) => event.event === 'ended'))
  if (after.live.status === 'ERROR' || (over && error !== null)) keepError(parts, after, error ?? 'no reason given')
}

/** Keeps why a broadcast ended until a person puts it away; told once for each broadcast. */
function keepError({ store, clock }: ReaderParts, project: ProjectState, message: string): void {
  if (project.lastError) return
  changeProject(store, project.id, (draft) => {
    draft.lastError = { liveId: project.live?.liveId ?? null, message, at: clock.now() }
  })
}
