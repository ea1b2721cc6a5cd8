import type { AnyEdit } from '../../../shared/contract/inputs.ts'
import { editTitle } from '../../../shared/words/commands/operations.ts'
import { sleep } from '../../util/time.ts'
import type { Context } from '../commands/context.ts'
import { isLost, queueWrite } from '../commands/handlers/edits.ts'
import { Refused } from '../commands/ports.ts'
import { DISK_PATIENCE_MS } from '../files/disk.ts'
import { answerOf, countsIfLost } from './answers.ts'
import { workflows } from './index.ts'
import { type SignalResult, type Superseded, subjectOf } from './runs.ts'
import { watchIfLost } from './watching.ts'
import type { Signal } from './workflow.ts'

/**
 * Carries out a newer user request from its place in the project's queue. From right before its bytes go out, no
 * earlier run for its subject is resumed, in this process or the next. If it overtakes such a run, the disk is waited
 * for between two places in the queue, so that no show command waits for the disk; later edits keep their place behind
 * it. A request that certainly did nothing replaces nothing.
 */
export async function sendSignal<T>(
  signal: Signal,
  context: Context,
  turn: string,
  carryOut: () => Promise<T>,
): Promise<T> {
  const { runs, sequence, invocation, activityId } = context
  const subjects = subjectsOf(signal, context)
  const { id, number } = { ...invocation, id: activityId ?? invocation.id }
  const about = editTitle(signal.operation as AnyEdit, signal.input)
  const edit = { id, number, about, projectId: String(signal.input.projectId ?? ''), turn }
  const lastCounts = isLastCounting(signal)
  const interrupted: Superseded[] = []
  /** Set while its place in the queue waits for the disk. */
  const place: { leave: (() => void) | null } = { leave: null }
  const isOlder = (subject: string) => sequence.isSuperseded(subject, invocation.number)
  /** A later request of the kind that counts alone has been sent: what this one overtook is over, whatever became of it. */
  const isOver = () => lastCounts && subjects.some(isOlder)
  const settle = (result: SignalResult) =>
    interrupted.splice(0).forEach((one) => void one.settle(result === 'refused' && isOver() ? 'done' : result))
  /** Recorded before it leaves the queue, so that the next in the queue knows of it. */
  const made = () => {
    for (const subject of subjects) {
      sequence.takes(subject, invocation.number)
      if (adds(signal)) sequence.takes(additionsTo(subject), invocation.number)
      if (undoesLater(signal)) sequence.takes(removalsOf(subject), invocation.number)
    }
  }
  const make = async () => {
    try {
      const done = await carryOut()
      made()
      return { done }
    } catch (error) {
      if (isLost(error)) made()
      // Before it leaves the queue: what it overtook stands again for the next in the queue, which knows of its loss.
      settle(isLost(error) ? 'lost' : 'refused')
      return watchIfLost(error, signal, context)
    } finally {
      // The next in the queue keeps its place, too.
      place.leave?.()
    }
  }
  const unlessMet = async (): Promise<{ wait: Promise<unknown> } | { done: T }> => {
    const before = place.leave === null ? runs.between.of(turn) : undefined
    // Auto-sync off waits for no file at all: a scene pressed after it would be on air before it.
    const isOff = lastCounts && signal.input.autoSync === false
    if (before && !isOff) return { wait: before }
    const undoing = undoesLater(signal) ? additionsTo : adds(signal) ? removalsOf : null
    if (isOver() || (undoing && subjects.some((subject) => isOlder(undoing(subject))))) {
      // Before it leaves the queue, as in `make`.
      place.leave?.()
      throw new Refused({ reason: 'superseded' })
    }
    const more = interrupt(signal, context, interrupted)
    interrupted.push(...more)
    // A request that keeps changes from viewers does not wait for file removals: they would see the next command first.
    const endings =
      place.leave === null && !lastCounts ? subjects.flatMap((subject) => runs.removals.of(subject) ?? []) : []
    const wait = isOff ? [] : [...more.map(({ kept }) => kept), ...endings]
    if (wait.length === 0) return make()
    place.leave ??= runs.between.add(turn)
    return { wait: Promise.race([Promise.all(wait), sleep(context.clock, DISK_PATIENCE_MS)]) }
  }
  try {
    for (;;) {
      const ran = await queueWrite(context, turn, unlessMet, { isFirst: lastCounts })
      if ('done' in ran) {
        settle('done')
        return ran.done
      }
      await context.heldEdits.during(edit, ran.wait)
    }
  } catch (error) {
    settle(isLost(error) ? 'lost' : 'refused')
    throw error
  } finally {
    place.leave?.()
  }
}

/** From the command to its outcome, also while it waits for budget, a user request prevents what it replaces. */
export async function holdingBack<T>(
  subjects: readonly string[],
  { runs }: Pick<Context, 'runs'>,
  send: () => Promise<T>,
): Promise<T> {
  const ends = subjects.map((subject) => runs.signals.add(subject))
  try {
    return await send()
  } finally {
    for (const end of ends) end()
  }
}

/** The subjects of a request, by the workflows that it concerns: for each subject the last command counts. */
export const subjectsOf = (signal: Signal, { serviceId }: Pick<Context, 'serviceId'>): readonly string[] => {
  const of = { service: serviceId(), projectId: String(signal.input.projectId ?? '') }
  return affectedBy(signal).map(({ name }) => subjectOf({ ...of, workflow: name }))
}

/** Of such requests the last one counts. */
export const isLastCounting = (signal: Signal): boolean => affectedBy(signal).some((workflow) => workflow.lastCounts)

const adds = (signal: Signal) => affectedBy(signal).some((one) => one.adds?.(signal))
const undoesLater = (signal: Signal) => affectedBy(signal).some((one) => one.undoesLater?.(signal))
/** The name in the sequence for what was added to a subject: only that could be undone by an earlier request. */
export const additionsTo = (subject: string): string => `${subject} additions`
/** The name in the sequence for the removal of all of a subject: an earlier addition is no longer wanted. */
const removalsOf = (subject: string): string => `${subject} removals`

const affectedBy = (signal: Signal) => Object.values(workflows).filter(({ isAffectedBy: hears }) => hears?.(signal))

/**
 * Waits for user requests in progress with this subject, including those that wait for budget.
 *
 * @returns true if a later command with this subject was carried out: then this one is no longer wanted
 */
export async function untilSignalled(workflow: AnyEdit, projectId: string, context: Context): Promise<boolean> {
  const { runs, sequence, invocation, heldEdits, serviceId } = context
  const subject = subjectOf({ service: serviceId(), workflow, projectId })
  const { id, number } = invocation
  const edit = { id, number, projectId, turn: projectId, about: editTitle(workflow, {}) }
  await heldEdits.untilEarlier(edit)
  // What it waits for may be newer, and must not wait for it in turn.
  for (let pending = runs.signals.of(subject); pending; pending = runs.signals.of(subject))
    await heldEdits.aside(edit, pending)
  return sequence.isSuperseded(subject, invocation.number)
}

/** Lets a user request overtake the runs it concerns, except those it has itself put in place of others. */
function interrupt(signal: Signal, { runs, serviceId }: Context, interrupted: readonly Superseded[]): Superseded[] {
  const projectId = String(signal.input.projectId ?? '')
  const ofProject = runs.ofService(serviceId()).filter((run) => run.projectId === projectId)
  return ofProject.flatMap((run) => {
    const next = interrupted.some(({ by }) => by === run.id) ? undefined : answerOf(run, signal, runs.requests)
    return next === undefined ? [] : [runs.supersede(run, next, next === null || countsIfLost(next))]
  })
}
