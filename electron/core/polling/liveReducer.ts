import type { Live } from '../../../shared/contract/records.ts'
import type { LiveEvent } from '../../../shared/outcome.ts'
import {
  type DestinationState,
  isRunning,
  type LiveState,
  type Pending,
  type ProjectState,
} from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { Recorder } from '../journal/recorder.ts'
import { ARRIVES_WITHIN_MS } from '../query/ownWrites.ts'
import { type Settled, settle, type Watches } from '../state/lostAnswers.ts'
import { applyLive, forgetLive, keepExpired } from '../state/reducers.ts'
import { changeProject, type Store } from '../state/store.ts'
import type { DueIn } from './dueDates.ts'

/** What is needed to process a reading. */
export interface ReadingDependencies {
  clock: Clock
  store: Store
  recorder: Recorder
  watches: Watches
  /** Ms until a scheduled broadcast of the project is expected; 0: it is now; null: none is scheduled. */
  dueIn: DueIn
}

/**
 * What happened between two readings and was not requested through Cuelight. Pure.
 *
 * @param pending a request in progress: its own outcome, or its settling, reports what it did
 * @param isDue a date of the project has come: it caused any start seen now
 * @param late requests of ours that got no reply, and may be what ended or started it
 */
export function liveEvents(
  before: LiveState | null,
  after: LiveState,
  pending: Pending | null,
  error: string | null,
  isDue = false,
  late: ReadonlySet<Pending['act']> = new Set(),
): LiveEvent[] {
  if (!before) return []
  const [ran, runs] = [isRunning(before), isRunning(after)]
  const same = before.liveId === after.liveId
  const events: LiveEvent[] = []
  if (ran && !(runs && same) && pending?.act !== 'stop')
    events.push({ event: 'ended', error, ...(late.has('stop') ? { late: true } : {}) })
  if (runs && !(ran && same) && pending?.act !== 'start')
    events.push({
      event: 'startedElsewhere',
      ...(isDue ? { byDate: true } : late.has('start') ? { late: true } : {}),
    })
  if (after.status === 'LIVE' && !(same && before.status === 'LIVE')) events.push({ event: 'onAir' })
  return ran && runs && same ? [...events, ...destinationEvents(before, after)] : events
}

/** Which destinations of one broadcast began to fail, and which work again. */
function destinationEvents(before: LiveState, after: LiveState): LiveEvent[] {
  const known = new Map(before.destinations.map((one) => [keyOf(one), one]))
  return after.destinations.flatMap((one): LiveEvent[] => {
    const { name, error } = one
    const had = known.get(keyOf(one))?.error ?? null
    if (error !== null && error !== had) return [{ event: 'destinationFailed', name, error }]
    return error === null && had !== null ? [{ event: 'destinationRecovered', name }] : []
  })
}

const keyOf = ({ id, provider, name }: DestinationState) => id ?? `${provider} ${name}`

/** An error as the service returns it: a text, or an object that contains one. */
export function errorText(error: unknown): string | null {
  if (typeof error === 'string') return error
  if (typeof error !== 'object' || error === null) return null
  for (const key of ['message', 'code', 'error']) {
    const value = (error as Record<string, unknown>)[key]
    if (typeof value === 'string') return value
  }
  return 'unnamed'
}

/**
 * Processes a reading of what is running: the state, the settling of a lost request, the events. @param askedAt wall ms
 */
export function takeLive(parts: ReadingDependencies, projectId: string, answer: Live, askedAt: number): void {
  const { store, clock } = parts
  const before = store.get().projects[projectId]
  if (!before) return
  const settled = settledBy(parts, before, answer)
  const { lostAt } = before.pending ?? {}
  if (settled === 'started') mayBeLate(parts, projectId, 'start', { lostAt })
  if (settled === 'stopped' || settled === 'stillRunning')
    mayBeLate(parts, projectId, 'stop', { lostAt, isSeen: settled === 'stillRunning' })
  changeProject(store, projectId, (project) => {
    if (isRunning(before.live) && !isRunning(answer))
      keepExpired(project, before.live?.destinations ?? [], clock.now())
    if (settled) applySettled(project, settled, answer)
    applyLive(project, answer, clock.now(), { askedAt, manualEnds: store.get().meanings.manualEnds })
    if (isOver(project)) project.pending = null
    // Once another broadcast runs, an earlier error is no longer shown.
    if (settled === 'started' && isRunning(answer)) project.lastError = null
    if (!isStopped(before, answer)) project.stopped = null
  })
  // A broadcast that was stopped from here and has now ended was already reported.
  const isEnded = before.stopped && isRunning(before.live) && !isRunning(answer)
  if (isStopped(before, answer)) runsOn(parts, before, answer)
  else if (!isEnded) recordStory(parts, before, settled, errorText(answer.error))
  // What comes after this reading is no effect of a request that could no longer arrive, also if the clock is set back.
  changeProject(store, projectId, ({ late, live }) => {
    for (const one of [late.start, late.stop])
      if (one && live && !one.isOpen) one.until = Math.min(one.until, live.readAt)
  })
}

/** Does the reading show a broadcast running that was reported as stopped? */
const isStopped = ({ stopped }: ProjectState, answer: Live): boolean =>
  stopped !== null && isRunning(answer) && answer.liveId === stopped.liveId

/** It may take a while to end, and no other client started it: only if it keeps running for long did the stop fail. */
function runsOn({ store, recorder, clock, watches }: ReadingDependencies, before: ProjectState, answer: Live): void {
  const { id } = before
  const key = `stopped ${id}`
  const { watch, settled } = settle(
    { act: 'stop', liveId: answer.liveId },
    watches.get(key),
    answer,
    clock.monotonic(),
  )
  if (watch && settled === null) watches.set(key, watch)
  else watches.delete(key)
  if (settled !== 'stillRunning') return
  changeProject(store, id, { stopped: null })
  recorder.event(store.get().projects[id] ?? before, { event: 'settled', act: 'stop', as: settled })
}

/** A lost stop did not stop the broadcast, and someone else has ended it since. */
function isOver({ pending, live }: ProjectState): boolean {
  return pending?.phase === 'stillRunning' && !(isRunning(live) && live?.liveId === pending.liveId)
}

function settledBy(
  { store, clock, watches }: ReadingDependencies,
  project: ProjectState,
  answer: Live,
): Settled | null {
  const { id, pending } = project
  if (pending?.phase !== 'checking') return null
  const { watch, settled } = settle(pending, watches.get(id), answer, clock.monotonic())
  if (settled || !watch) watches.delete(id)
  else watches.set(id, watch)
  changeProject(store, id, (draft) => {
    if (draft.pending?.act === 'start') draft.pending.offReadings = watch?.count ?? 0
  })
  return settled
}

/** Its effect is read within this time, in ms: as often as while something runs. */
const READ_WITHIN_MS = 15_000

/**
 * A reading settled what runs, but not whether this request did it: should it arrive yet, an end or a start by it is no
 * other client's.
 *
 * @param how `lostAt`: wall ms; omitted: just now. `isSeen`: readings showed that it had not arrived
 */
export function mayBeLate(
  { store, clock }: Pick<ReadingDependencies, 'store' | 'clock'>,
  projectId: string,
  act: Pending['act'],
  { lostAt = clock.now(), isSeen = false }: { lostAt?: number | undefined; isSeen?: boolean } = {},
): void {
  const leftMs = Math.min(ARRIVES_WITHIN_MS, lostAt + ARRIVES_WITHIN_MS - clock.now())
  if (leftMs <= 0) return
  const until = clock.now() + leftMs
  changeProject(store, projectId, ({ late }) => {
    late[act] = { until, isSeen, isOpen: true }
  })
  clock.after(leftMs + READ_WITHIN_MS, () =>
    changeProject(store, projectId, ({ late: { [act]: late } }) => {
      if (late?.until === until) late.isOpen = false
    }),
  )
}

/** The requests of ours that may have had an effect since this reading. */
const lateSince = ({ late, live }: ProjectState): Set<Pending['act']> =>
  new Set((['start', 'stop'] as const).filter((act) => live && live.readAt < (late[act]?.until ?? 0)))

/** Before what the reading itself says about what viewers see. */
function applySettled(project: ProjectState, settled: Settled, answer: Live): void {
  if (settled === 'stillRunning') {
    if (project.pending) project.pending.phase = 'stillRunning'
    return
  }
  project.pending = null
  // Another client may have switched the scene meanwhile, or started the broadcast: only the service knows what is on
  // air.
  if (settled === 'started' && isRunning(answer) && project.unsynced.basis === 'own')
    project.unsynced = { some: null, edits: null, basis: 'own' }
}

function recordStory(
  parts: ReadingDependencies,
  before: ProjectState,
  settled: Settled | null,
  error: string | null,
): void {
  const after = parts.store.get().projects[before.id]
  if (!after?.live) return
  if (settled && before.pending)
    parts.recorder.event(after, { event: 'settled', act: before.pending.act, as: settled }, before.pending.commandId)
  const onItsWay = before.pending?.phase === 'stillRunning' ? null : before.pending
  const events = liveEvents(before.live, after.live, onItsWay, error, parts.dueIn(before) === 0, lateSince(before))
  // An end is reported with the last known state: the reading that shows it no longer describes the broadcast.
  for (const event of events) parts.recorder.event(event.event === 'ended' ? before : after, event)
  // It may have arrived, so it keeps nothing from starting. If another client did it, it may arrive yet.
  if (events.some((event) => event.event === 'ended' && event.late))
    changeProject(parts.store, after.id, ({ late }) => {
      if (late.stop) late.stop.isSeen = false
    })
  const over = !isRunning(after.live) && (settled === 'started' || events.some((event) => event.event === 'ended'))
  if (after.live.status === 'ERROR' || (over && error !== null)) keepError(parts, after, error ?? 'no reason given')
  else if (events.some((event) => event.event === 'ended')) keepEnd(parts, before)
  if (isRunning(after.live) && after.lastEnd !== null) changeProject(parts.store, after.id, { lastEnd: null })
}

/**
 * The tolerance for a planned end: the service reports it in whole seconds, and it is seen only with the next reading.
 */
const PLANNED_END_BLUR_MS = 15_000

/** Records that the broadcast ended, and not by us, until the user dismisses that. */
function keepEnd({ store, clock }: ReadingDependencies, before: ProjectState): void {
  const { id, live } = before
  const at = clock.now()
  const isPlanned = live?.endsAt != null && at >= live.endsAt - PLANNED_END_BLUR_MS
  const by = isPlanned ? 'plan' : lateSince(before).has('stop') ? 'lateStop' : 'elsewhere'
  changeProject(store, id, { lastEnd: { liveId: live?.liveId ?? null, by, at } })
}

/**
 * The project was deleted: the service reported it twice, with its own code for that. Nothing of it is then known to be
 * running, and it no longer blocks the show target or the profile. A lost start is the exception: it is dropped only
 * after the time for one that was not carried out, because after a false report the next start could be the second.
 *
 * @param forLong it was gone for so long that a lost start would have arrived
 */
export function takeGone({ store, recorder }: ReadingDependencies, projectId: string, forLong: boolean): void {
  const before = store.get().projects[projectId]
  if (!before) return
  const { pending } = before
  const isSettled = pending === null || pending.phase === 'sending' || (pending.act === 'start' && !forLong)
  if (before.live === null && isSettled) return
  changeProject(store, projectId, (project) => {
    forgetLive(project)
    if (!isSettled) project.pending = null
  })
  if (isRunning(before.live) || !isSettled)
    recorder.event(before, { event: 'projectGone' }, isSettled ? undefined : before.pending?.commandId)
}

/** Records why a broadcast ended until the user dismisses that; reported once for each broadcast. */
function keepError({ store, clock }: ReadingDependencies, project: ProjectState, message: string): void {
  if (project.lastError) return
  changeProject(store, project.id, { lastError: { liveId: project.live?.liveId ?? null, message, at: clock.now() } })
}
