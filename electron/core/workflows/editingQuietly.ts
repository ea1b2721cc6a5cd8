/** Begins or resumes a quiet edit; `quietEdit.ts` is the workflow itself. */
import { randomUUID } from 'node:crypto'
import { type AnyEdit, readInput } from '../../../shared/contract/inputs.ts'
import { QUIET_WORDS } from '../../../shared/words/commands/quiet.ts'
import type { Composed } from '../commands/composed/composed.ts'
import type { Context } from '../commands/context.ts'
import { wasJustSwitchedOff } from '../commands/handlers/syncing.ts'
import { type Air, readAir } from './air.ts'
import { begin, refused, refuseReadFailure } from './engine.ts'
import { isOnItsWay, onTheirWay } from './pending.ts'
import { quietEdit as workflow } from './quietEdit.ts'
import { type PlannedEdit, Quiet } from './quietSteps.ts'
import { newRun, type Run } from './runs.ts'
import { untilSignalled } from './signals.ts'
import { earlierOf } from './workflow.ts'

/** Begins a new run; or resumes a waiting one with the edits named now, or ends it with those already made. */
export const quietEdit: Composed<'quietEdit'> = async (input, context) => {
  const { runs, serviceId, clock } = context
  const { projectId } = input
  const edits = input.edits.map((one) => checked(one, projectId, context))
  const subject = { service: serviceId(), workflow: workflow.name, projectId }
  const earlier = () => earlierOf(workflow, runs, subject)
  const refuseActive = () => {
    const run = earlier()
    const isComing = run?.sent && isOnItsWay(run.sent.id, runs.requests, clock.monotonic())
    // A late sync would show the first of the new changes before the rest.
    if (isComing && run.data.mayArrive === 'sync') throw refused(QUIET_WORDS.syncMayArrive(null))
    if (isComing && run.data.byHand !== null) throw refused(QUIET_WORDS.mayArrive(null))
    // Whoever only ends the run wants viewers to see it anyway.
    const [late] = run && edits.length > 0 ? onTheirWay(run, runs.requests, clock.monotonic()) : []
    if (late) throw refused((late.activity === 'sync' ? QUIET_WORDS.syncMayArrive : QUIET_WORDS.mayArrive)(null))
    // A run that waits for the user is only being read.
    if (run && runs.active.has(run.id) && run.waits?.for !== 'person') throw refused(QUIET_WORDS.stillGoingOn)
  }
  const refuseIfSignalled = async () => {
    const isWished = await untilSignalled('quietEdit', projectId, context)
    if (isWished) throw refused(QUIET_WORDS.switchedByHand(0, edits.length))
  }
  refuseActive()
  await refuseIfSignalled()
  const seen = await readAir(projectId, context).catch(refuseReadFailure)
  await refuseIfSignalled()
  refuseActive()
  const left = earlier()
  const isOver = ({ data }: Run<Quiet>) =>
    data.byHand !== null || data.liveId !== seen.liveId || (data.why !== null && seen.autoSync)
  if (left && isOver(left)) {
    // Its broadcast is over, or the user switched auto-sync: it ends with what it made, and this one is a new run.
    const last = { ...left, id: randomUUID(), waits: null }
    await begin(workflow, last, context, QUIET_WORDS.notKept).catch((error) => {
      if ([last.id, left.id].includes(earlier()?.id ?? '')) throw error
    })
    return quietEdit(input, context)
  }
  const run: Run<Quiet> = left
    ? { ...left, id: randomUUID(), data: resumedWith(left, edits), waits: null }
    : newRun(subject, input, started(projectId, edits, seen, context), clock.now())
  return begin(workflow, run, context, QUIET_WORDS.notKept)
}

function started(projectId: string, edits: PlannedEdit[], { liveId, autoSync, syncs }: Air, context: Context): Quiet {
  if (edits.length === 0) throw refused(QUIET_WORDS.nothingToEnd)
  if (liveId === null) throw refused(QUIET_WORDS.notOnAir)
  // At its end it would switch on what the user has just switched off, and show what was to be kept back.
  if (autoSync && wasJustSwitchedOff(projectId, context)) throw refused(QUIET_WORDS.justSwitchedOff)
  if (!autoSync) throw refused(QUIET_WORDS.autoSyncOff)
  const flags = { isOff: false, isSynced: false, isBack: false, mayBeMade: false }
  return Quiet.parse({ projectId, liveId, edits, made: 0, syncs, ...flags, why: null })
}

/**
 * Resumes with the edits named now. A run that only waits keeps its own if none are named, and switches auto-sync on
 * whatever has changed since; named ones need another sync.
 */
function resumedWith({ data, isMet }: Run<Quiet>, edits: PlannedEdit[]): Quiet {
  // One that a lost switch of the user's interrupted has stopped, too.
  const isNamed = data.why !== null || isMet === true || edits.length > 0
  const further = edits.length > 0 ? { isSynced: false, isBack: false, confirmed: null } : { isBack: false }
  return { ...data, edits: isNamed ? edits : data.edits, why: null, mayBeMade: false, ...further }
}

/**
 * A quiet edit may contain only edits that reach viewers by auto-sync, all of one project.
 *
 * @throws Refused
 */
function checked({ operation, input }: PlannedEdit, projectId: string, { store }: Context): PlannedEdit {
  if (input.projectId !== projectId || 'autoSync' in input) throw refused(QUIET_WORDS.notThis(operation))
  // There a scene that becomes active is on air, whether auto-sync is on or off.
  if (input.setActive === true && store.get().meanings.switchNeedsSync === 'never')
    throw refused(QUIET_WORDS.notActive)
  const read = readInput(operation as AnyEdit, input)
  if ('error' in read) throw refused(QUIET_WORDS.invalid(operation, read.error.issues[0]?.message ?? ''))
  return { operation, input }
}
