import type { Arm } from '../../../../shared/commands/arm.ts'
import type { Answer } from '../../../../shared/contract/operations.ts'
import { ServiceError } from '../../../../shared/failures.ts'
import type { Done, Outcome, Refusal } from '../../../../shared/outcome.ts'
import { isRunning, isStale, type Pending, type ProjectState, RUNNING } from '../../../../shared/state.ts'
import { CONTRADICTIONS } from '../../../../shared/words/outcomes/failures.ts'
import { passOver } from '../../../service/calls.ts'
import { sleep } from '../../../util/time.ts'
import { mayBeLate } from '../../polling/liveReducer.ts'
import { activeScene, applyStarted, applyStopped } from '../../state/reducers.ts'
import { changeProject } from '../../state/store.ts'
import { type Context, contradiction, projectNow, send } from '../context.ts'
import { isByPerson } from '../guard.ts'
import { Refused } from '../ports.ts'
import { makeOpening } from './opening.ts'
import { saysScheduled, scheduledInstead } from './scheduled.ts'

/** The outcome of a command that was carried out. */
export const finished = (done: Done): Outcome => ({ result: 'done', done })

/**
 * Starts the broadcast of a project. The request is sent once; if its response is lost, it is reconciled and never sent
 * again. A start missing from the journal would be forgotten after a crash: without a journal entry it is sent only
 * with `despiteFaults`, a decision of the user.
 */
export async function start(
  projectId: string,
  context: Context,
  { stands, despiteFaults }: StartOptions,
): Promise<Outcome> {
  await knowLive(projectId, context)
  const assertStartable = () => {
    const superseded = stands()
    if (superseded) throw new Refused(superseded)
    refuseStart(projectNow(projectId, context))
    return null
  }
  assertStartable()
  const opening = await makeOpening(projectId, context, assertStartable, despiteFaults)
  assertStartable()
  const project = projectNow(projectId, context)
  const liveId = project.live?.liveId ?? null
  const recheck = () => stands() ?? refuseSecond(projectNow(projectId, context))
  const sceneId = activeScene(project)?.id ?? null
  const air = { act: 'start', liveId } as const
  const answer = await carryOut(projectId, air, context, {
    async sendIt() {
      const input = { params: { projectId } }
      const started = await send(context, 'startLive', input, { air, recheck, orRefuse: !despiteFaults })
      if (!isRunning(started)) throw contradiction('startLive', input, CONTRADICTIONS.start)
      return started
    },
    apply: (draft, started, now) => applyStarted(draft, started, sceneId, now),
  }).catch((error) => {
    throw scheduledInstead(error, project) ?? error
  })
  const begins = opening === null ? {} : { opening }
  return finished({ what: 'started', liveId: answer.liveId, projectName: project.name, ...begins })
}

export interface StartOptions {
  /** Why the start is no longer wanted, checked after every wait; null if it still is. */
  stands: () => Refusal | null
  /** The user accepts the known faults. */
  despiteFaults: boolean
}

/** A start commanded longer ago than this, in ms, is not sent: the computer slept, or something hung. */
const LATE_MS = 60_000

/**
 * Returns a check whether a start commanded now is still wanted later: another target may have been chosen meanwhile,
 * or the computer may have slept. Both clocks are checked, since the monotonic one may stop in a sleep.
 */
export function standing(projectId: string, { store, clock, invocation }: Context): () => Refusal | null {
  const wasTarget = store.get().targetId === projectId
  return () => {
    const isLate = clock.now() - invocation.at > LATE_MS || clock.monotonic() - invocation.pressedAt > LATE_MS
    const isLeft = wasTarget && store.get().targetId !== projectId
    return isLate || isLeft ? { reason: 'superseded' } : null
  }
}

/** Refuses a project that cannot be started, as far as that is known before the request. @throws Refused */
export function refuseStart(project: ProjectState): void {
  if (project.pending?.phase === 'sending') throw new Refused({ reason: 'busy', act: project.pending.act })
  if (project.pending?.act === 'start') throw new Refused({ reason: 'unsettled' })
  const second = refuseSecond(project)
  if (second) throw new Refused(second)
  if (project.settings?.pluginMode) throw new Refused({ reason: 'pluginMode' })
}

/** A project has one broadcast at a time. */
function refuseSecond(project: ProjectState): Refusal | null {
  const { live } = project
  return isRunning(live) ? { reason: 'alreadyLive', preparing: live?.status === 'PREPARING' } : saysScheduled(project)
}

/** Stops one broadcast and no other. @param armed its id; null: the running one, which the service may name by now */
export async function stop(projectId: string, armed: string | null, context: Context): Promise<Outcome> {
  await lookOnce(projectId, context)
  const liveId = armed ?? projectNow(projectId, context).live?.liveId ?? null
  const recheck = () => refuseStop(projectNow(projectId, context), liveId)
  refuseDoubling(projectNow(projectId, context).pending)
  const refusal = recheck()
  if (refusal) throw new Refused(refusal)
  // Shows the user until when the request is held up.
  const onHeld = (ms: number) =>
    changeProject(context.store, projectId, ({ pending }) => {
      if (pending?.commandId === context.invocation.id) pending.heldUntil = context.clock.now() + ms
    })
  const options = { air: { act: 'stop', liveId }, recheck, onHeld } as const
  try {
    const answer = await carryOut(projectId, { act: 'stop', liveId }, context, {
      async sendIt() {
        const input = { params: { projectId } }
        const stopped = await send(context, 'stopLive', input, options)
        const detail = unconfirmed(stopped)
        if (detail !== null) throw contradiction('stopLive', input, detail)
        return stopped
      },
      apply(draft, stopped, now) {
        draft.stopped = { liveId }
        applyStopped(draft, stopped, now)
      },
    })
    const ended = answer.liveId ?? liveId
    return finished({
      what: 'stopped',
      liveId: ended,
      ...(liveId === null || ended === liveId ? {} : { meant: liveId }),
    })
  } catch (error) {
    if (!saysNothingRuns(error)) throw error
    return finished({ what: 'wasOff' })
  }
}

/** Why the response does not confirm that the broadcast ended; null if it does. */
function unconfirmed({ success, error, status, liveId }: Answer<'stopLive'>): string | null {
  if (status !== null && RUNNING.includes(status)) return CONTRADICTIONS.stop
  const isEnded = status === null ? success === true && liveId !== null : status !== 'UNKNOWN'
  return isEnded && success !== false && !error ? null : CONTRADICTIONS.notEnded
}

/**
 * A stop may follow a start without a response if a reading shows it running; any other unsettled request prevents it.
 */
function refuseDoubling(pending: Pending | null): void {
  if (!pending || pending.phase === 'stillRunning') return
  if (pending.act === 'start' && pending.phase === 'sending') return
  throw new Refused({ reason: 'busy', act: pending.act })
}

/** Is the intended broadcast the one that is running? @returns the refusal; null if it is */
export function refuseStop(project: ProjectState, liveId: string | null): Refusal | null {
  if (!isRunning(project.live)) return { reason: 'notLive' }
  const running = project.live?.liveId ?? null
  return running === liveId ? null : { reason: 'otherLive', meant: liveId, running }
}

/** The two codes with which the service reports that there was nothing to stop or sync. */
export function saysNothingRuns(error: unknown): boolean {
  const code = error instanceof ServiceError ? error.failure.code : undefined
  return code === 'NO_ACTIVE_STREAM' || code === 'NO_ACTIVE_LIVE'
}

/**
 * Keeps the pending record of a start or stop: in progress, answered, or lost and being checked. Readings made before
 * its end are not used.
 */
async function carryOut<T>(
  projectId: string,
  mark: Pick<Pending, 'act' | 'liveId'>,
  context: Context,
  { sendIt, apply }: { sendIt: () => Promise<T>; apply: (draft: ProjectState, answer: T, now: number) => void },
): Promise<T> {
  const { store, poller, clock, invocation } = context
  const { id, name } = projectNow(projectId, context)
  invocation.meant = { id, name }
  const sentAt = clock.now()
  const sending: Pending = {
    ...mark,
    commandId: invocation.id,
    phase: 'sending',
    sentAt,
    offReadings: 0,
    failure: null,
  }
  const change = (recipe: (draft: ProjectState) => void) => changeProject(store, projectId, recipe)
  /** A stop sent after a start takes precedence over the late response to that start. */
  const end = (recipe: (draft: ProjectState) => void) =>
    change((draft) => {
      if (draft.pending?.commandId === invocation.id) recipe(draft)
    })
  const isReplaced = () => store.get().projects[projectId]?.pending?.commandId !== invocation.id
  const { pending } = projectNow(projectId, context)
  if (pending?.act === 'start') mayBeLate(context, projectId, 'start')
  try {
    change((draft) => {
      draft.pending = sending
    })
    poller.sending(projectId)
    const answer = await sendIt()
    end((draft) => {
      draft.pending = null
      // How the previous broadcast ended is shown until the next one has certainly started.
      draft.lastError = null
      draft.lastEnd = null
      apply(draft, answer, clock.now())
    })
    return answer
  } catch (error) {
    const lost = error instanceof ServiceError && error.failure.mayHaveHappened
    if (lost && isReplaced()) mayBeLate(context, projectId, mark.act)
    end((draft) => {
      draft.pending = lost ? { ...sending, phase: 'checking', failure: error.failure, lostAt: clock.now() } : null
      // Only a reading shows whether the start used the scene active then, or the one active at its arrival.
      if (lost && mark.act === 'start') draft.scenesReadAt = null
      if (mark.act === 'stop' && saysNothingRuns(error)) applyStopped(draft, null, clock.now())
    })
    throw error
  } finally {
    poller.written(projectId, 'air')
  }
}

/** Uses an arm up. @throws Refused */
export function taken(armId: string, act: Arm['act'], context: Context): Arm {
  const arm = context.arms.take(armId, act, isByPerson(context.invocation))
  if ('reason' in arm) throw new Refused(arm)
  // Its agent may look at any moment, and must not read that nobody allowed it.
  if (arm.proposed) context.recorder.began(context.invocation)
  return arm
}

/** Uses up an arm for a stop; returns what it stops. `liveId` null: whatever is running, as the service gives no id. */
export const takenStop = (armId: string, context: Context): Pick<Arm, 'projectId' | 'liveId'> =>
  taken(armId, 'stop', context)

/** Nothing is started blindly: if it is unknown what is running, or the last reading is stale, it is read first. */
async function knowLive(projectId: string, context: Context): Promise<void> {
  const project = projectNow(projectId, context)
  if (project.live && !isStale(project, context.clock.now())) return
  try {
    await context.poller.read(projectId, ['live'], { lane: 'air' })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    throw new Refused({ reason: 'notKnown' })
  }
}

/** A reading younger than this, in ms, is not repeated right before a stop. */
const YOUNG_MS = 1_500
/** A stop waits this long for its last reading, in ms: a broadcast that cannot be stopped is worse. */
const LOOK_MS = 1_000
/** The number of requests that must remain for this reading: the stop itself comes first. */
const LEFT_FOR_LOOK = 3

/**
 * Another client may have restarted the broadcast since the last reading: it is read again right before a stop, if the
 * budget allows both.
 */
async function lookOnce(projectId: string, { store, clock, poller }: Context): Promise<void> {
  const { projects, budget } = store.get()
  const project = projects[projectId]
  const age = clock.now() - (project?.live?.readAt ?? Number.NEGATIVE_INFINITY)
  const isYoung = project !== undefined && !isStale(project, clock.now()) && age >= 0 && age < YOUNG_MS
  if (isYoung || budget.remaining < LEFT_FOR_LOOK) return
  const over = new AbortController()
  const options = { lane: 'stop', deadlineMs: 0, timeoutMs: LOOK_MS } as const
  const look = poller.read(projectId, ['live'], options).catch(passOver)
  await Promise.race([look.finally(() => over.abort()), sleep(clock, LOOK_MS, over.signal).catch(() => {})])
}
