/**
 * Carries out one run of a workflow. Before each request the current state is read and the record is written to disk.
 * Right before the bytes go out, every condition of the request is checked again, whether this process or an earlier
 * one began the run.
 */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { PASSING, ServiceError } from '../../../shared/failures.ts'
import { WORKFLOW_WORDS } from '../../../shared/words/commands/workflows.ts'
import { describeDiskError } from '../../../shared/words/outcomes/disk.ts'
import { describeFailure } from '../../../shared/words/outcomes/failures.ts'
import { describeRefusal } from '../../../shared/words/outcomes/outcomes.ts'
import type { Waits } from '../../../shared/workflows.ts'
import { sleep, untilNext } from '../../util/time.ts'
import type { ComposedDone } from '../commands/composed/composed.ts'
import type { Context } from '../commands/context.ts'
import { FRESH_MS, IN_TURN_MS, isLost, queueChange } from '../commands/handlers/edits.ts'
import { budgetIn, UNSEEN_MS } from '../commands/heldEdits.ts'
import { Refused } from '../commands/ports.ts'
import { DISK_PATIENCE_MS } from '../files/disk.ts'
import { ARRIVES_WITHIN_MS, BEHIND_MS, RECENT_MS } from '../query/ownWrites.ts'
import { isDeleted } from '../query/parts.ts'
import { nextWatch } from './pending.ts'
import { type Run, subjectOf } from './runs.ts'
import type { End, Next, Workflow } from './workflow.ts'

/**
 * A reading that took longer than this, in ms, is repeated, up to this many readings in all: its first part may have
 * changed meanwhile.
 */
const SLOW_MS = 1_000
const MOST_LOOKS = 3
/**
 * Right before a request goes out, a reading is stale if it is older than this, in ms, and older than this many times
 * the duration of the last reading. An edit may have waited for its place in the queue or for budget, and may read a
 * list of its own before it is sent.
 */
const OLD_MS = 1_000
const LOOKS_OLD = 4
/** The longest a run waits for budget in total, in ms. It waits outside its place in the queue. */
const LONGEST_HELD_MS = 30_000
/** The delay before another attempt when the project's queue had no place for the request, in ms. */
const BUSY_MS = 1_000
/** After this many attempts in a row that turned out not to be sendable, the run waits: readings cost shared budget. */
const MOST_MISSES = 20
/**
 * When the current state is read after a response was lost, in ms. Often, because a newer user request may change the
 * state meanwhile, and what the late one does to that is only seen between two readings.
 */
const WATCH_AFTER_MS = [1_000, 5_000, 10_000, 15_000, 20_000, 25_000, ARRIVES_WITHIN_MS]
/** After this many rounds of reading and sending, the user has to look at the run. */
const MOST_ROUNDS = 200

/** Thrown right before a request that must not be sent in the current state. */
class NotNow extends Error {
  override readonly name = 'NotNow'
}

/** A reading, or its wait for budget, takes long. */
const READING: Waits = { for: 'service', why: WORKFLOW_WORDS.reading }
const WRITING: Waits = { for: 'disk', why: WORKFLOW_WORDS.diskSlow }

/** A newer request overtook the run, and what became of that is unknown. */
const PERSON: Waits = { for: 'person', why: WORKFLOW_WORDS.signalLost }

type Any = Workflow<object, unknown>

/** One run, as this process carries it out. */
interface Execution {
  readonly workflow: Any
  readonly context: Context
  /** The progress of the run: what the disk has, or must have before the next request. */
  run: Run<object>
  /** The duration of the last reading, and the total time spent waiting for budget, in ms. */
  lookMs: number
  heldMs: number
  /**
   * The last request that was answered, until a reading agrees with its response; and when, in monotonic ms. `refused`:
   * the code of a refusal.
   */
  answered: { activity: string; at: number; refused?: string } | null
  /** How many times in a row the request turned out, right before its bytes went out, not to be sendable. */
  misses: number
  /** Memory is ahead of the disk: another process would repeat a request that this one knows to be done. */
  isUnwritten: boolean
  /**
   * The record on disk of a request that was not sent after all, because its reading was stale or there was no budget.
   */
  prepared: Run<object> | null
}

/**
 * Writes a run to disk and carries it to its end. Nothing else resumes it meanwhile.
 *
 * @param notKept the message if the disk refuses the record: then nothing is sent
 * @throws Refused as `carryOut`
 */
export async function begin<Data extends object, Seen, Name extends string>(
  workflow: Workflow<Data, Seen, Name>,
  run: Run<Data>,
  context: Context,
  notKept: (why: string) => string,
): Promise<ComposedDone> {
  const { runs, clock } = context
  // Whoever allowed Cuelight to close, or to use another profile, did not know of a run that has not begun.
  const ending = context.ending()
  if (ending) throw new Refused(ending)
  const fresh = { ...run, number: context.invocation.number, isMet: false }
  runs.active.add(run.id)
  const patience = Promise.withResolvers<never>()
  patience.promise.catch(() => {})
  const stop = clock.after(DISK_PATIENCE_MS, () => patience.reject(new Error(WORKFLOW_WORDS.diskSlow)))
  try {
    await shownIfSlow(context, fresh, runs.begin(fresh as unknown as Run, patience.promise))
  } catch (error) {
    runs.active.delete(run.id)
    throw refused(notKept(describeDiskError(error)))
  } finally {
    stop()
  }
  return carryOut(workflow, fresh, context)
}

/**
 * Carries a run to its end, from any step.
 *
 * @throws Refused if it ends with less than was requested, or waits: the message describes the current state
 */
export async function carryOut<Data extends object, Seen, Name extends string>(
  workflow: Workflow<Data, Seen, Name>,
  run: Run<Data>,
  context: Context,
): Promise<ComposedDone> {
  const { runs } = context
  runs.active.add(run.id)
  const at: Execution = {
    ...{ workflow: workflow as unknown as Any, run: run as unknown as Run<object> },
    ...{
      context,
      prepared: null,
      answered: null,
      lookMs: 0,
      heldMs: 0,
      misses: 0,
      isUnwritten: false,
    },
  }
  try {
    return await execute(at)
  } finally {
    runs.active.delete(run.id)
  }
}

async function execute(at: Execution): Promise<ComposedDone> {
  for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) {
    const seen = await look(at)
    const lookedAt = at.context.clock.monotonic()
    if (await isStillComing(at, seen)) continue
    if (await isBehind(at, seen)) continue
    const next = decide(at, seen)
    if ('end' in next) return ended(at, next, seen)
    if ('wait' in next) return hold(at, next.wait)
    if (at.run.isMet) return hold(at, PERSON)
    // Of a short budget the readings would take what the request needs: it is tried again while they are young.
    while (await request(at, next.do, { ...at.run.data, ...next.data }, lookedAt)) await refuseSuperseded(at)
  }
  return hold(at, { for: 'person', why: WORKFLOW_WORDS.noEnd })
}

async function look(at: Execution): Promise<unknown> {
  const { workflow, run, context } = at
  for (let looks = 1; ; looks += 1) {
    await untilSignals(at)
    await refuseSuperseded(at)
    const since = context.clock.monotonic()
    const reading = shownIfSlow(context, run, workflow.look(run, context), READING)
    const seen = await reading.catch((error) => troubled(at, error))
    at.lookMs = context.clock.monotonic() - since
    const isSignalled = await refuseSuperseded(at)
    if (looks === MOST_LOOKS || (!isSignalled && at.lookMs <= SLOW_MS)) return seen
  }
}

/** A newer user request may itself wait for budget; after `UNSEEN_MS` the run is shown as waiting for that request. */
async function untilSignals({ run, context }: Execution): Promise<void> {
  const { runs, clock } = context
  const subject = subjectOf(run)
  for (let signal = runs.signals.of(subject); signal; signal = runs.signals.of(subject)) {
    await Promise.race([signal, sleep(clock, UNSEEN_MS)])
    const record = runs.of(run)
    if (record && runs.signals.of(subject))
      runs.show({ ...record, waits: { for: 'wish', why: WORKFLOW_WORDS.signalFirst } })
    await signal
  }
}

/** Settles a lost request by the current state. @returns true if it may still arrive, once the next reading is due */
async function isStillComing(at: Execution, seen: unknown): Promise<boolean> {
  const { run, context } = at
  if (run.sent === null) return false
  const activity = activityOf(at, run.sent.activity)
  if (activity.isDone?.(run.data, seen)) {
    context.serialQueue.arrived(run.sent.id)
    at.run = { ...run, sent: null, touched: true, data: activity.found?.(run.data) ?? run.data }
    at.isUnwritten = true
    return false
  }
  if (activity.seemsDone?.(run.data, seen)) context.serialQueue.arrived(run.sent.id)
  const now = context.clock.monotonic()
  const isWatched = activity.isDone && context.runs.requests.mayArrive(run.sent.id)
  const ms = isWatched ? untilNext(WATCH_AFTER_MS, now - context.runs.requests.lostSince(run.sent.id, now)) : null
  if (ms !== null) {
    if (activity.beforeArrival) await keepIfTaken(at, { data: activity.beforeArrival(run.data, seen) })
    context.runs.show({ ...at.run, waits: { for: 'reply', why: WORKFLOW_WORDS.answerLost } } as Run)
    const { id } = run.sent
    const pausedAt = context.clock.now()
    await pause(at, ms, () => !context.runs.requests.mayArrive(id))
    // The computer slept: what happened since may be anybody's.
    const isPast = context.clock.now() - pausedAt >= RECENT_MS && at.workflow.isWatching?.(at.run.data)
    if (isPast) {
      await refuseSuperseded(at)
      void context.runs.end(run as Run).catch(() => {})
      throw refused(pastOf(at.workflow, at.run.data, run.sent.activity))
    }
    return true
  }
  context.runs.requests.ended(run.sent.id, false)
  // It may have been carried out in part.
  at.run = { ...run, sent: null, touched: true, data: activity.lost?.(run.data) ?? run.data }
  at.isUnwritten = true
  return false
}

/** What is said of a lost request that nobody watched to its end. */
export function pastOf<Data extends object>(
  { past, stands }: Pick<Workflow<Data, unknown>, 'past' | 'stands'>,
  data: Data,
  sent: string | null,
): string {
  return WORKFLOW_WORDS.past(sent !== null && past ? past(data, sent) : stands(data, sent))
}

/** @returns true if the reading contradicts our last response and may be old, once the next reading is due */
async function isBehind(at: Execution, seen: unknown): Promise<boolean> {
  const { answered, context, run } = at
  if (!answered) return false
  const passed = context.clock.monotonic() - answered.at
  const ms = untilNext(BEHIND_MS, passed)
  const { agrees, agreesRefused } = activityOf(at, answered.activity)
  const isTold = answered.refused === undefined ? agrees?.(run.data, seen) : agreesRefused?.(answered.refused, seen)
  if (ms === null || isTold !== false) {
    at.answered = null
    return false
  }
  if (passed >= UNSEEN_MS) context.runs.show({ ...run, waits: { for: 'service', why: WORKFLOW_WORDS.behind } } as Run)
  await pause(at, ms)
  return true
}

/** A new plan is decided on with the same reading. */
function decide(at: Execution, seen: unknown): Exclude<Next<object, string>, { plan: object }> {
  for (;;) {
    const next = at.workflow.next(at.run.data, seen, at.context.clock.now())
    if (!('plan' in next)) return next
    at.run = { ...at.run, data: { ...at.run.data, ...next.plan } }
  }
}

/** @returns true if it found no budget, and its reading is not stale yet */
async function request(at: Execution, name: string, data: object, lookedAt: number): Promise<boolean> {
  const { context, run: before } = at
  const { clock } = context
  const activity = activityOf(at, name)
  const prepared = preparedFor(at, name, data)
  const sent = prepared?.sent ?? { activity: name, id: randomUUID(), at: clock.now() }
  try {
    // The record on disk is used again: on a slow disk, writing it anew would make every reading stale.
    if (prepared) {
      at.run = prepared
      // The disk has this record, so the list of open work must show it, too.
      context.runs.show(prepared as Run)
    } else {
      await keep(at, { data, sent, waits: null })
      if (at.isUnwritten) {
        // A newer user request came at this very moment: its outcome decides.
        at.run = before
        return false
      }
    }
  } catch (error) {
    if (!activity.compensates) {
      const why = describeDiskError(error)
      const other = activity.notKept?.(before.data, why) ?? null
      at.run = before
      if (other === null) return hold(at, { for: 'disk', why })
      await keepIfTaken(at, { data: other })
      return false
    }
  }
  const send = () => activity.send(data, guarded(at, { id: sent.id, name, before: before.data, lookedAt }))
  const soon = async () => {
    // The previous write in the queue may have changed what was read.
    if (clock.monotonic() - lookedAt > FRESH_MS) throw new NotNow()
    return send()
  }
  try {
    const after = await (activity.turn === 'own'
      ? send()
      : queueChange(context, before.projectId, { what: 'settings' }, soon))
    at.misses = 0
    at.answered = { activity: name, at: clock.monotonic() }
    await keepIfTaken(at, { data: after, sent: null, touched: true })
    return false
  } catch (error) {
    return failed(at, error, { before: before.data, lookedAt, refusedBy: activity.refused })
  }
}

/** The record of this very request, if that is what the disk has. */
function preparedFor({ prepared, run }: Execution, name: string, data: object): Run<object> | null {
  const isSame = prepared?.sent?.activity === name && prepared.touched === run.touched
  return isSame && isDeepStrictEqual(prepared.data, data) ? prepared : null
}

/** The age, in ms, at which the last reading decides nothing any more. */
const staleAfter = ({ lookMs }: Execution) => Math.max(OLD_MS, LOOKS_OLD * lookMs)

interface Sending {
  /** The id of the request, and the name of its activity. */
  id: string
  name: string
  /** The plan before this request. */
  before: object
  lookedAt: number
}

/**
 * Checks right before the bytes go out that the request is still wanted and its reading is not stale: it may have
 * waited in the queue.
 */
function guarded(at: Execution, { id, name: activity, before, lookedAt }: Sending): Context {
  const { service, runs, clock } = at.context
  let readAt = lookedAt
  let isSent = false
  const isOld = () => clock.monotonic() - readAt >= staleAfter(at)
  const lookAgain = async () => {
    const since = clock.monotonic()
    const seen = await at.workflow.look(at.run, at.context).catch(() => null)
    const next = seen === null ? null : at.workflow.next(before, seen, clock.now())
    if (!next || !('do' in next) || next.do !== activity) throw new NotNow()
    readAt = clock.monotonic()
    at.lookMs = readAt - since
  }
  const call: Context['service']['call'] = async (name, input, options) => {
    const beforeSend = options?.beforeSend
    if (!beforeSend) {
      const answer = await service.call(name, input, options)
      // The activity reads a long list of its own before it writes. What it reads afterwards decides nothing.
      if (!isSent && isOld()) await lookAgain()
      return answer
    }
    const checked = () => {
      // The run reads once more: the outcome of the newer user request decides.
      const isMet = runs.of(at.run)?.isMet || runs.signals.of(subjectOf(at.run))
      if (isOld() || isMet || !runs.isCurrent(at.run)) throw new NotNow()
      beforeSend()
      isSent = true
      runs.requests.left(id)
    }
    try {
      const answer = await service.call(name, input, { deadlineMs: IN_TURN_MS, ...options, beforeSend: checked })
      // Before the queue moves on: whoever comes next must not take it for one that may still arrive.
      runs.requests.ended(id, true)
      return answer
    } catch (error) {
      if (!isLost(error)) runs.requests.ended(id, false)
      throw error
    }
  }
  const refresh = async () => {
    // Soon enough to be sent before it is stale; looking more often would take the budget of the request itself.
    if (clock.monotonic() - readAt > staleAfter(at) / 2) await lookAgain()
  }
  return { ...at.context, activityId: id, refresh, service: { call } }
}

interface Attempted {
  /** The plan before the request, and when it was decided on. */
  before: object
  lookedAt: number
  refusedBy: ((data: object, why: string) => object) | undefined
}

/** @returns true if the request found no budget, and its reading is not stale yet */
async function failed(at: Execution, error: unknown, { before, lookedAt, refusedBy }: Attempted): Promise<boolean> {
  const { run: record, context } = at
  if (isLost(error)) {
    at.answered = null
    at.run = { ...record, touched: true }
    if (record.sent) context.runs.requests.lost(record.sent.id, context.clock.monotonic())
    return false
  }
  // The request was certainly not carried out.
  at.run = { ...record, data: before, sent: null }
  if (error instanceof NotNow) {
    at.prepared = record
    at.misses += 1
    if (at.misses > MOST_MISSES) return hold(at, { for: 'service', why: WORKFLOW_WORDS.slowReplies })
    return false
  }
  if (error instanceof Refused && error.refusal.reason === 'busy' && at.run.touched) {
    context.runs.show({ ...at.run, waits: { for: 'service', why: describeRefusal(error.refusal) } } as Run)
    await pause(at, BUSY_MS)
    return false
  }
  const soonMs = budgetIn(error, IN_TURN_MS)
  const isYoung = soonMs !== null && context.clock.monotonic() + soonMs - lookedAt < staleAfter(at)
  const heldMs = isYoung ? soonMs : budgetIn(error, BUSY_MS)
  if (heldMs !== null && at.heldMs + heldMs <= LONGEST_HELD_MS) {
    at.heldMs += heldMs
    at.prepared = record
    // Shown as it is on disk: a waiting request may be about to be sent.
    context.runs.show({ ...record, waits: waitsFor(error, context) } as Run)
    await pause(at, heldMs)
    return isYoung
  }
  const why = refusedBy && !isDeleted(error) ? refusalOf(error) : null
  if (why === null || !refusedBy) return troubled(at, error)
  const code = error instanceof ServiceError ? error.failure.code : null
  if (record.sent && code)
    at.answered = { activity: record.sent.activity, at: context.clock.monotonic(), refused: code }
  await keepIfTaken(at, { data: refusedBy(before, why) })
  return false
}

/** The run can be resumed later. If nothing was carried out yet, it ends with everything unchanged. */
async function troubled(at: Execution, error: unknown): Promise<never> {
  const { run } = at
  if (!isDeleted(error) && (run.touched || run.sent)) return hold(at, waitsFor(error, at.context))
  await refuseSuperseded(at)
  await removed(at)
  return refuseReadFailure(error)
}

async function hold(at: Execution, given: Waits): Promise<never> {
  await refuseSuperseded(at)
  const { run, workflow } = at
  // Whatever else it met, nothing of it is sent before the user decides.
  const waits = run.isMet ? PERSON : given
  if (run.touched || run.sent) {
    await keepIfTaken(at, { waits })
    const { about, detail } = workflow.waiting(run.data, waits)
    throw refused(about, detail)
  }
  await removed(at)
  throw refused(WORKFLOW_WORDS.nothingChanged(waits.why))
}

/**
 * Ends the run, and waits for the disk, but not until what is to be reported is no longer true. What is left to be
 * watched goes on as a run of its own.
 */
function removed({ run, workflow, context: { runs, clock } }: Execution, seen: unknown = null): Promise<unknown> {
  const { late = [] } = runs.of(run as Run) ?? {}
  const next = nextWatch({ ...run, late }, workflow, seen)
  const soon = (written: Promise<unknown>) => Promise.race([written.catch(() => {}), sleep(clock, UNSEEN_MS)])
  if (!next) return soon(runs.end(run as Run))
  const { kept, settle } = runs.supersede(run as Run, next as Run)
  settle('done')
  return soon(kept)
}

async function ended(at: Execution, end: End, seen: unknown): Promise<ComposedDone> {
  if (at.isUnwritten) {
    await Promise.race([keepIfTaken(at, {}), sleep(at.context.clock, DISK_PATIENCE_MS)])
    // On a slow disk a newer request may have ended it meanwhile.
    await refuseSuperseded(at)
  }
  const isRemoved = removed(at, seen)
  // Reported at once, however slow the disk is: if the next process finds the file, the run is still done.
  if (end.end !== 'done' || at.isUnwritten) await isRemoved
  if (end.end === 'done') return end.done
  throw refused(end.about, end.detail)
}

async function keep(at: Execution, change: Partial<Run<object>>): Promise<void> {
  at.run = { ...at.run, ...change }
  ;[at.prepared, at.isUnwritten] = [null, true]
  const { runs } = at.context
  at.isUnwritten = !(await shownIfSlow(at.context, at.run, runs.update(at.run as Run)))
}

/** While something takes its time, by default the disk with the record of a run, the run says so. */
async function shownIfSlow<T>(
  { runs, clock }: Context,
  run: Run<object>,
  slow: Promise<T>,
  waits = WRITING,
): Promise<T> {
  let isSlow = false
  const show = (waits: Waits | null) => {
    const record = runs.of(run as Run)
    if (record?.id === run.id) runs.show({ ...record, waits })
  }
  const stop = clock.after(UNSEEN_MS, () => {
    // One that waits for something else has its line already.
    if (run.waits) return
    isSlow = true
    show(waits)
  })
  try {
    return await slow
  } finally {
    stop()
    if (isSlow) show(run.waits)
  }
}

/** What the disk refuses now is written before the next request; if that fails, too, nothing more is sent. */
const keepIfTaken = (at: Execution, change: Partial<Run<object>>): Promise<void> => keep(at, change).catch(() => {})

/**
 * If a newer user request overtook the run, waits for the outcome of that request: one that certainly did nothing ends
 * no run.
 *
 * @returns true if there was one: what was read before is then stale
 */
async function refuseSuperseded(at: Execution): Promise<boolean> {
  const { runs } = at.context
  let isSignalled = false
  for (let verdict = runs.verdict(at.run.id); verdict; verdict = runs.verdict(at.run.id)) {
    isSignalled = true
    await verdict
  }
  if (!runs.isCurrent(at.run)) {
    // What it watched is watched by the run in its place.
    if (at.workflow.isWatching?.(at.run.data)) throw new Refused({ reason: 'superseded' })
    throw refused(at.workflow.superseded(at.run.data))
  }
  // The outcome of that request is unknown: nothing more is sent automatically.
  if (at.run.isMet || !runs.of(at.run)?.isMet) return isSignalled
  at.run = { ...at.run, isMet: true }
  return true
}

/** Waits, but stops as soon as the run is superseded, or what it waits for is over. */
function pause({ context: { clock, runs }, run }: Execution, ms: number, isOver = () => false): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      cancel()
      stop()
      resolve()
    }
    const cancel = clock.after(ms, over)
    const stop = runs.onChange(() => {
      if (!runs.isCurrent(run) || isOver()) over()
    })
  })
}

function activityOf({ workflow }: Execution, name: string) {
  const activity = workflow.activities[name]
  if (!activity) throw new Error(`${workflow.name} has no activity ${name}`)
  return activity
}

/** Why the service, or a workflow within this one, refused; null if it did not. */
function refusalOf(error: unknown): string | null {
  if (error instanceof Refused)
    return ['edit', 'syncRefused'].includes(error.refusal.reason) ? describeRefusal(error.refusal) : null
  if (!(error instanceof ServiceError) || !['refused', 'notFound'].includes(error.failure.kind)) return null
  const { detail, code, kind } = error.failure
  return detail ?? code ?? kind
}

function waitsFor(error: unknown, { ending }: Pick<Context, 'ending'>): Waits {
  const over = ending()
  if (over?.reason === 'closing')
    return over.by === 'switchProfile'
      ? { for: 'account', why: WORKFLOW_WORDS.otherAccount }
      : { for: 'start', why: WORKFLOW_WORDS.closing }
  if (error instanceof ServiceError) return { for: 'service', why: describeFailure(error.failure).what }
  if (!(error instanceof Refused)) throw error
  return { for: error.refusal.reason === 'padlocked' ? 'padlock' : 'service', why: describeRefusal(error.refusal) }
}

/**
 * For a reading that failed before anything was sent. If the reason is a passing one, the message says that nothing
 * changed, so that the user need not check.
 *
 * @throws Refused, or the given error
 */
export function refuseReadFailure(error: unknown): never {
  const isOut = error instanceof ServiceError && PASSING.includes(error.failure.kind)
  throw isOut ? refused(WORKFLOW_WORDS.nothingChanged(describeFailure(error.failure).what)) : error
}

export const refused = (message: string, detail?: unknown): Refused =>
  new Refused({ reason: 'edit', message, ...(detail === undefined ? {} : { detail }) })
