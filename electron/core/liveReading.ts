import type { Live } from '../../shared/contract/records.ts'
import { isRunning, type ProjectState } from '../../shared/state.ts'
import { changeProject } from './context.ts'
import { errorText, liveEvents } from './liveEvents.ts'
import type { ReaderParts } from './reader.ts'
import { applyLive, assumeAir } from './readings.ts'
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
  })
  tellStory(parts, before, settled, errorText(answer.error))
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
  project.pending = null
  if (settled === 'started' && isRunning(project.live) && project.air.basis === 'notKnown') assumeAir(project, now)
}

function tellStory(parts: ReaderParts, before: ProjectState, settled: Settled | null, error: string | null): void {
  const after = parts.store.get().projects[before.id]
  if (!after?.live) return
  if (settled && before.pending)
    parts.recorder.event(after, { event: 'settled', act: before.pending.act, as: settled })
  const events = liveEvents(before.live, after.live, before.pending, error)
  for (const event of events) parts.recorder.event(after, event)
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
