import { ServiceError } from '../../../shared/failures.ts'
import type { Done, Outcome, Refusal } from '../../../shared/outcome.ts'
import { isRunning, type Pending, type ProjectState } from '../../../shared/state.ts'
import { type Context, changeProject, projectNow, Refused, send } from '../context.ts'
import { activeScene, applyStarted, applyStopped } from '../readings.ts'

/** Every ending that reached the service and was answered well. */
export const finished = (done: Done): Outcome => ({ result: 'done', done })

/** Starts the broadcast of a project: sent once, and if its answer is lost, found out and never sent again. */
export async function start(projectId: string, context: Context): Promise<Outcome> {
  await knowLive(projectId, context)
  const project = projectNow(projectId, context)
  refuseStart(project)
  const liveId = project.live?.liveId ?? null
  const holds = () => (isRunning(projectNow(projectId, context).live) ? ({ reason: 'alreadyLive' } as const) : null)
  const sceneId = activeScene(project)?.id ?? null
  const answer = await carryOut(projectId, { act: 'start', liveId, sceneId }, context, {
    sendIt: () => send(context, 'startLive', { params: { projectId } }, { air: { act: 'start', liveId }, holds }),
    apply: (draft, started, now) => applyStarted(draft, started, sceneId, now),
  })
  return finished({ what: 'started', liveId: answer.liveId, projectName: project.name })
}

/** Why a project cannot be started, as far as that can be told before asking. */
export function refuseStart(project: ProjectState): void {
  if (project.pending?.phase === 'sending') throw new Refused({ reason: 'busy', act: project.pending.act })
  if (project.pending?.act === 'start') throw new Refused({ reason: 'unsettled' })
  if (isRunning(project.live)) throw new Refused({ reason: 'alreadyLive' })
  if (project.settings?.pluginMode) throw new Refused({ reason: 'pluginMode' })
}

/** Stops one broadcast and no other. */
export async function stop(projectId: string, liveId: string, context: Context): Promise<Outcome> {
  await knowLive(projectId, context, { orAct: true })
  const holds = () => refuseStop(projectNow(projectId, context), liveId)
  refuseDoubling(projectNow(projectId, context).pending)
  const refusal = holds()
  if (refusal) throw new Refused(refusal)
  try {
    await carryOut(projectId, { act: 'stop', liveId, sceneId: null }, context, {
      sendIt: () => send(context, 'stopLive', { params: { projectId } }, { air: { act: 'stop', liveId }, holds }),
      apply: applyStopped,
    })
  } catch (error) {
    if (!saysNothingRuns(error)) throw error
    return finished({ what: 'wasOff' })
  }
  return finished({ what: 'stopped', liveId })
}

/** A stop may follow a start whose answer is still to come, when a reading shows that it runs; nothing else waits. */
function refuseDoubling(pending: Pending | null): void {
  if (!pending || pending.phase === 'stillRunning') return
  if (pending.act === 'start' && pending.phase === 'sending') return
  throw new Refused({ reason: 'busy', act: pending.act })
}

/** Is the broadcast that is meant the one that runs? */
export function refuseStop(project: ProjectState, liveId: string): Refusal | null {
  if (!isRunning(project.live)) return { reason: 'notLive' }
  const running = project.live?.liveId ?? null
  return running === liveId ? null : { reason: 'otherLive', meant: liveId, running }
}

/** The service's two ways of saying that there was nothing to stop or sync. */
export function saysNothingRuns(error: unknown): boolean {
  const code = error instanceof ServiceError ? error.failure.code : undefined
  return code === 'NO_ACTIVE_STREAM' || code === 'NO_ACTIVE_LIVE'
}

/**
 * Keeps the books of a start or stop: on its way, answered, or lost and being checked. Whatever was read before its
 * end is not believed afterwards.
 */
async function carryOut<T>(
  projectId: string,
  mark: Pick<Pending, 'act' | 'liveId' | 'sceneId'>,
  context: Context,
  { sendIt, apply }: { sendIt: () => Promise<T>; apply: (draft: ProjectState, answer: T, now: number) => void },
): Promise<T> {
  const { store, feed, clock, press } = context
  const { id, name } = projectNow(projectId, context)
  press.meant = { id, name }
  const sentAt = clock.now()
  const sending: Pending = { ...mark, commandId: press.id, phase: 'sending', sentAt, offReadings: 0, failure: null }
  const change = (recipe: (draft: ProjectState) => void) => changeProject(store, projectId, recipe)
  /** A stop that came after it knows better than the late answer to a start. */
  const end = (recipe: (draft: ProjectState) => void) =>
    change((draft) => {
      if (draft.pending?.commandId === press.id) recipe(draft)
    })
  change((draft) => {
    draft.pending = sending
    draft.lastError = null
  })
  feed.sending(projectId)
  try {
    const answer = await sendIt()
    end((draft) => {
      draft.pending = null
      apply(draft, answer, clock.now())
    })
    return answer
  } catch (error) {
    const lost = error instanceof ServiceError && error.failure.mayHaveHappened
    end((draft) => {
      draft.pending = lost ? { ...sending, phase: 'checking', failure: error.failure } : null
      if (mark.act === 'stop' && saysNothingRuns(error)) applyStopped(draft, null, clock.now())
    })
    throw error
  } finally {
    feed.written(projectId)
  }
}

/**
 * Never act blind: when what runs is not known, or was read too long ago, it is read first. A stop goes on without,
 * for a broadcast that cannot be stopped is worse; a start is refused.
 */
async function knowLive(projectId: string, context: Context, { orAct = false } = {}): Promise<void> {
  const project = projectNow(projectId, context)
  if (project.live && context.clock.now() - project.live.readAt <= project.staleAfterMs) return
  try {
    await context.feed.read(projectId, ['live'], 'show')
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (!orAct) throw new Refused({ reason: 'notKnown' })
  }
}
