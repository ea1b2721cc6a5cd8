/**
 * Carries out one run of a workflow. Before each request what stands is read, the record is on disk, and everything the
 * request needs is checked again right before its bytes go out, whether this process began the run or one before it.
 */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { PASSING, ServiceError } from '../../../shared/failures.ts'
import { describeDiskError } from '../../../shared/words/disk.ts'
import { describeFailure } from '../../../shared/words/failures.ts'
import { describeRefusal } from '../../../shared/words/outcomes.ts'
import { WORKFLOW_WORDS } from '../../../shared/words/workflows.ts'
import type { Waits } from '../../../shared/workflows.ts'
import { sleep } from '../../util/time.ts'
import type { ComposedDone } from '../commands/composed/composed.ts'
import type { Context } from '../commands/context.ts'
import { FRESH_MS, IN_TURN_MS, isLost, queueChange } from '../commands/handlers/edits.ts'
import { budgetIn } from '../commands/heldEdits.ts'
import { Refused } from '../commands/ports.ts'
import { LOOKS_AFTER_MS } from '../query/lostEdits.ts'
import { isDeleted } from '../query/parts.ts'
import { type Run, subjectOf } from './runs.ts'
import type { End, Next, Workflow } from './workflow.ts'

/** What took longer to read, in ms, is read again, at most so often: the first of it may have changed since. */
const SLOW_MS = 1_000
const MOST_LOOKS = 3
/**
 * What was read longer ago than this, in ms, or than so many looks take, is not what stands as the bytes go out: an edit may
 * have had to wait for its turn, or for budget, and looks at its own list before it is sent.
 */
const OLD_MS = 1_000
const LOOKS_OLD = 4
/** It waits for budget for so long in all, in ms, outside of its turn. */
const LONGEST_HELD_MS = 30_000
/** How soon it is tried again where the turn of the project did not come, in ms. */
const BUSY_MS = 1_000
/** After so many times in a row at which it was not to be sent it rests: readings cost everybody's budget. */
const MOST_MISSES = 20
/** A disk that does not let go of a file is waited for no longer than this, in ms. */
const DISK_MS = 10_000
/** What waits no longer than this, in ms, needs no line. */
const UNSEEN_MS = 1_000
/** No workflow takes more requests or readings than this before a person looks at it. */
const MOST_ROUNDS = 200

/** Thrown right before a request: it is not to be sent as things are now. */
class NotNow extends Error {
  override readonly name = 'NotNow'
}

type Any = Workflow<object, unknown>

/** One run, as this process carries it out. */
interface Execution {
  readonly workflow: Any
  readonly context: Context
  /** How far it is: what the disk has, or is to have before the next request. */
  run: Run<object>
  /** Since when this process knows of the request that is not settled, monotonic ms: no clock that is set counts. */
  sentSince: number
  /** How long the last look took, and how long it has waited for budget in all, in ms. */
  lookMs: number
  heldMs: number
  /** How often in a row it was found, right before the bytes went out, that they are not to go out now. */
  misses: number
  /** The disk has less of it than memory: another process would send what this one knows to be done. */
  isUnwritten: boolean
  /** What is on disk of a request that was not sent, for by then it was long ago that its reason was read. */
  prepared: Run<object> | null
}

/**
 * Writes a run down and takes it to its end. Nothing else takes it up meanwhile.
 *
 * @param notKept what is said where the disk does not take it: then nothing is sent
 * @throws Refused as `carryOut`
 */
export async function begin<Data extends object, Seen, Name extends string>(
  workflow: Workflow<Data, Seen, Name>,
  run: Run<Data>,
  context: Context,
  notKept: (why: string) => string,
): Promise<ComposedDone> {
  const { runs, clock } = context
  const fresh = { ...run, number: context.invocation.number, isMet: false }
  runs.active.add(run.id)
  const patience = Promise.withResolvers<never>()
  patience.promise.catch(() => {})
  const stop = clock.after(DISK_MS, () => patience.reject(new Error(WORKFLOW_WORDS.diskSlow)))
  try {
    await runs.begin(fresh as unknown as Run, patience.promise)
  } catch (error) {
    runs.active.delete(run.id)
    throw refused(notKept(describeDiskError(error)))
  } finally {
    stop()
  }
  return carryOut(workflow, fresh, context)
}

/**
 * Takes a run to its end, from wherever it is.
 *
 * @throws Refused where it ends with less than was asked, or waits: the sentence says what is true now
 */
export async function carryOut<Data extends object, Seen, Name extends string>(
  workflow: Workflow<Data, Seen, Name>,
  run: Run<Data>,
  context: Context,
): Promise<ComposedDone> {
  const { runs, clock } = context
  runs.active.add(run.id)
  const at: Execution = {
    ...{ workflow: workflow as unknown as Any, run: run as unknown as Run<object> },
    ...{ context, sentSince: clock.monotonic(), prepared: null, lookMs: 0, heldMs: 0, misses: 0, isUnwritten: false },
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
    const next = decide(at, seen)
    if ('end' in next) return ended(at, next)
    if ('wait' in next) return hold(at, next.wait)
    if (at.run.isMet) return hold(at, { for: 'person', why: WORKFLOW_WORDS.wishLost })
    await request(at, next.do, { ...at.run.data, ...next.data }, lookedAt)
  }
  return hold(at, { for: 'person', why: WORKFLOW_WORDS.noEnd })
}

async function look(at: Execution): Promise<unknown> {
  const { workflow, run, context } = at
  for (let looks = 1; ; looks += 1) {
    await untilWishes(at)
    await refuseSuperseded(at)
    const since = context.clock.monotonic()
    const seen = await workflow.look(run, context).catch((error) => troubled(at, error))
    at.lookMs = context.clock.monotonic() - since
    const isWished = await refuseSuperseded(at)
    if (looks === MOST_LOOKS || (!isWished && at.lookMs <= SLOW_MS)) return seen
  }
}

/** A newer wish may wait for budget itself: who waits for that long is in sight with it. */
async function untilWishes({ run, context }: Execution): Promise<void> {
  const { runs, clock } = context
  const subject = subjectOf(run)
  for (let wish = runs.wishes.of(subject); wish; wish = runs.wishes.of(subject)) {
    await Promise.race([wish, sleep(clock, UNSEEN_MS)])
    const record = runs.of(run)
    if (record && runs.wishes.of(subject))
      runs.show({ ...record, waits: { for: 'wish', why: WORKFLOW_WORDS.wishFirst } })
    await wish
  }
}

/** Settles what was lost by what stands. @returns true: it may still arrive, and was waited for */
async function isStillComing(at: Execution, seen: unknown): Promise<boolean> {
  const { run, context } = at
  if (run.sent === null) return false
  const activity = activityOf(at, run.sent.activity)
  if (activity.isDone?.(run.data, seen)) {
    at.run = { ...run, sent: null, touched: true, data: activity.found?.(run.data) ?? run.data }
    at.isUnwritten = true
    return false
  }
  const ms = activity.isDone ? untilNextLook(at) : null
  if (ms !== null) {
    if (activity.beforeArrival) await keepIfTaken(at, { data: activity.beforeArrival(run.data, seen) })
    context.runs.show({ ...at.run, waits: { for: 'reply', why: WORKFLOW_WORDS.answerLost } } as Run)
    await pause(at, ms)
    return true
  }
  // It may have been carried out in part.
  at.run = { ...run, sent: null, touched: true, data: activity.lost?.(run.data) ?? run.data }
  at.isUnwritten = true
  return false
}

/** In ms; null: what was lost cannot arrive any more. */
function untilNextLook({ context, sentSince }: Execution): number | null {
  const passed = context.clock.monotonic() - sentSince
  const next = LOOKS_AFTER_MS.find((after) => after > passed)
  return next === undefined ? null : next - passed
}

/** Another plan is decided on with what was just seen. */
function decide(at: Execution, seen: unknown): Exclude<Next<object, string>, { plan: object }> {
  for (;;) {
    const next = at.workflow.next(at.run.data, seen, at.context.clock.now())
    if (!('plan' in next)) return next
    at.run = { ...at.run, data: { ...at.run.data, ...next.plan } }
  }
}

async function request(at: Execution, name: string, data: object, lookedAt: number): Promise<void> {
  const { context, run: before } = at
  const { clock } = context
  const activity = activityOf(at, name)
  const prepared = preparedFor(at, name, data)
  const sent = prepared?.sent ?? { activity: name, id: randomUUID(), at: clock.now() }
  try {
    // A disk that takes its time would make everything that was read old again and again.
    if (prepared) {
      at.run = prepared
      // The disk has it; whoever looks at what is under way is to know of it, too.
      context.runs.show(prepared as Run)
    } else {
      await keep(at, { data, sent, waits: null })
      if (at.isUnwritten) {
        // A newer wish came that very moment: what becomes of it decides.
        at.run = before
        return
      }
    }
  } catch (error) {
    if (!activity.compensates) {
      const why = describeDiskError(error)
      const other = activity.notKept?.(before.data, why) ?? null
      at.run = before
      if (other === null) return hold(at, { for: 'disk', why })
      return keepIfTaken(at, { data: other })
    }
  }
  const send = () => activity.send(data, guarded(at, { id: sent.id, name, before: before.data, lookedAt }))
  const soon = async () => {
    // Whoever had the turn before may have changed what was read.
    if (clock.monotonic() - lookedAt > FRESH_MS) throw new NotNow()
    return send()
  }
  at.sentSince = clock.monotonic()
  try {
    const after = await (activity.turn === 'own'
      ? send()
      : queueChange(context, before.projectId, { what: 'settings' }, soon))
    at.misses = 0
    await keepIfTaken(at, { data: after, sent: null, touched: true })
  } catch (error) {
    await failed(at, error, before.data, activity.refused)
  }
}

/** The record of the very same request, where that is what the disk has. */
function preparedFor({ prepared, run }: Execution, name: string, data: object): Run<object> | null {
  const isSame = prepared?.sent?.activity === name && prepared.touched === run.touched
  return isSame && isDeepStrictEqual(prepared.data, data) ? prepared : null
}

interface Sending {
  /** Of the request, and the activity. */
  id: string
  name: string
  /** The plan as it was before. */
  before: object
  lookedAt: number
}

/** Right before the bytes go out it is still what is wanted, and what was read is not old: it may have waited for its turn. */
function guarded(at: Execution, { id, name: activity, before, lookedAt }: Sending): Context {
  const { service, runs, clock } = at.context
  let readAt = lookedAt
  const isOld = () => clock.monotonic() - readAt > Math.max(OLD_MS, LOOKS_OLD * at.lookMs)
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
      // It reads a long list of its own before it writes.
      if (isOld()) await lookAgain()
      return answer
    }
    const checked = () => {
      // It is looked at once more: what became of the newer wish decides.
      const isMet = runs.of(at.run)?.isMet || runs.wishes.of(subjectOf(at.run))
      if (isOld() || isMet || !runs.isCurrent(at.run)) throw new NotNow()
      beforeSend()
    }
    return service.call(name, input, { deadlineMs: IN_TURN_MS, ...options, beforeSend: checked })
  }
  return { ...at.context, activityId: id, service: { call } }
}

async function failed(
  at: Execution,
  error: unknown,
  before: object,
  refusedBy: ((data: object, why: string) => object) | undefined,
): Promise<void> {
  if (isLost(error)) {
    at.run = { ...at.run, touched: true }
    at.sentSince = at.context.clock.monotonic()
    return
  }
  // It surely was not carried out.
  const { run: record, context } = at
  at.run = { ...record, data: before, sent: null }
  if (error instanceof NotNow) {
    at.prepared = record
    at.misses += 1
    if (at.misses > MOST_MISSES) return hold(at, { for: 'service', why: WORKFLOW_WORDS.slowReplies })
    return
  }
  if (error instanceof Refused && error.refusal.reason === 'busy' && at.run.touched) return pause(at, BUSY_MS)
  const heldMs = budgetIn(error, BUSY_MS)
  if (heldMs !== null && at.heldMs + heldMs <= LONGEST_HELD_MS) {
    at.heldMs += heldMs
    at.prepared = record
    // As it is on disk: what waits may be about to be sent.
    context.runs.show({ ...record, waits: waitsFor(error) } as Run)
    return pause(at, heldMs)
  }
  const why = refusedBy && !isDeleted(error) ? refusalOf(error) : null
  if (why === null || !refusedBy) return troubled(at, error)
  await keepIfTaken(at, { data: refusedBy(before, why) })
}

/** It can go on later; where nothing was carried out yet, it is over, and all is as it was. */
async function troubled(at: Execution, error: unknown): Promise<never> {
  const { run, context } = at
  if (!isDeleted(error) && (run.touched || run.sent)) return hold(at, waitsFor(error))
  await refuseSuperseded(at)
  await context.runs.end(at.run).catch(() => {})
  return refuseReadFailure(error)
}

async function hold(at: Execution, waits: Waits): Promise<never> {
  await refuseSuperseded(at)
  const { run, workflow, context } = at
  if (run.touched || run.sent) {
    await keepIfTaken(at, { waits })
    const { about, detail } = workflow.waiting(run.data, waits)
    throw refused(about, detail)
  }
  await context.runs.end(run).catch(() => {})
  throw refused(WORKFLOW_WORDS.nothingChanged(waits.why))
}

async function ended(at: Execution, end: End): Promise<ComposedDone> {
  if (at.isUnwritten) await keepIfTaken(at, {})
  const removed = at.context.runs.end(at.run).catch(() => {})
  // Told while it is true, however long the disk takes: found again, it is done all the same.
  if (end.end !== 'done' || at.isUnwritten) await removed
  if (end.end === 'done') return end.done
  throw refused(end.about, end.detail)
}

async function keep(at: Execution, change: Partial<Run<object>>): Promise<void> {
  at.run = { ...at.run, ...change }
  ;[at.prepared, at.isUnwritten] = [null, true]
  at.isUnwritten = !(await at.context.runs.update(at.run as Run))
}

/** What the disk does not take now is written before the next request, or nothing more is sent. */
const keepIfTaken = (at: Execution, change: Partial<Run<object>>): Promise<void> => keep(at, change).catch(() => {})

/**
 * Where a newer wish met it, what becomes of that is waited for: one that surely did nothing ends no run.
 *
 * @returns did one come? What was read before is old then
 */
async function refuseSuperseded(at: Execution): Promise<boolean> {
  const { runs } = at.context
  let isWished = false
  for (let verdict = runs.verdict(at.run.id); verdict; verdict = runs.verdict(at.run.id)) {
    isWished = true
    await verdict
  }
  if (!runs.isCurrent(at.run)) throw refused(at.workflow.superseded(at.run.data))
  // What became of that wish is not known: nothing more is sent by itself.
  if (at.run.isMet || !runs.of(at.run)?.isMet) return isWished
  at.run = { ...at.run, isMet: true }
  return true
}

/** Waits, but no longer than it is wanted. */
function pause({ context: { clock, runs }, run }: Execution, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      cancel()
      stop()
      resolve()
    }
    const cancel = clock.after(ms, over)
    const stop = runs.onChange(() => {
      if (!runs.isCurrent(run)) over()
    })
  })
}

function activityOf({ workflow }: Execution, name: string) {
  const activity = workflow.activities[name]
  if (!activity) throw new Error(`${workflow.name} has no activity ${name}`)
  return activity
}

/** Why the service, or another workflow within this one, said no; null: it did not. */
function refusalOf(error: unknown): string | null {
  if (error instanceof Refused)
    return ['edit', 'syncRefused'].includes(error.refusal.reason) ? describeRefusal(error.refusal) : null
  if (!(error instanceof ServiceError) || !['refused', 'notFound'].includes(error.failure.kind)) return null
  const { detail, code, kind } = error.failure
  return detail ?? code ?? kind
}

function waitsFor(error: unknown): Waits {
  if (error instanceof ServiceError) return { for: 'service', why: describeFailure(error.failure).what }
  if (!(error instanceof Refused)) throw error
  return { for: error.refusal.reason === 'padlocked' ? 'padlock' : 'service', why: describeRefusal(error.refusal) }
}

/** Not read before anything was sent, for a reason that passes: nobody has to look whether something was done. @throws what it is given, or Refused */
export function refuseReadFailure(error: unknown): never {
  const isOut = error instanceof ServiceError && PASSING.includes(error.failure.kind)
  throw isOut ? refused(WORKFLOW_WORDS.nothingChanged(describeFailure(error.failure).what)) : error
}

export const refused = (message: string, detail?: unknown): Refused =>
  new Refused({ reason: 'edit', message, ...(detail === undefined ? {} : { detail }) })
