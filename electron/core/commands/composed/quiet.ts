import { isComposed } from '../../../../shared/contract/composed.ts'
import { type AnyEdit, readInput } from '../../../../shared/contract/inputs.ts'
import { ServiceError } from '../../../../shared/failures.ts'
import { isRunning } from '../../../../shared/state.ts'
import { tellFailure } from '../../../../shared/words/failures.ts'
import { tellRefusal } from '../../../../shared/words/outcomes.ts'
import { QUIET_WORDS } from '../../../../shared/words/quiet.ts'
import { sleep } from '../../../util/time.ts'
import { LOOKS_AFTER_MS } from '../../query/lostEdits.ts'
import type { Context, Handler } from '../context.ts'
import { inTurn, isLost } from '../handlers/edits.ts'
import { switchAutoSync, syncProject } from '../handlers/scenes.ts'
import { Refused } from '../ports.ts'
import type { Composed } from './composed.ts'
import { type PlannedEdit, type Quiet, recordKey } from './kept.ts'

/**
 * Makes several edits of a running broadcast one change for its viewers. Every step is written down before it is sent, and
 * takes its own turn: a scene switch need not wait for the whole. Where an edit fails nothing more is sent and auto-sync
 * stays off, so that viewers do not see half of it, until a person ends it: asked again, with what is left or with nothing.
 * Where we die or the line does, it is gone on with from where it stands (`background.ts`).
 */
export const quietEdit: Composed<'quietEdit'> = ({ projectId, edits }, context, edit) => {
  const planned = edits.map((one) => checked(one, projectId))
  // One at a time a project; each step besides takes its turn among all that is pressed.
  return inTurn(context, projectId, { what: null, turn: `quiet ${projectId}` }, async () => {
    const quiet = await begin(projectId, planned, context)
    const { quiet: underWay } = context.kept.underWay
    const key = recordKey(context, projectId)
    underWay.add(key)
    try {
      return await carryOut(quiet, context, edit)
    } catch (error) {
      if (!(error instanceof ServiceError) || recordOf(projectId, context) === null) throw error
      // None of them is the sender's any more.
      throw refused(QUIET_WORDS.goingOn(tellFailure(error.failure).what), { left: [] })
    } finally {
      underWay.delete(key)
    }
  })
}

/** A new one, or the one that waits: we resume what was planned; a person says anew what is left. */
async function begin(projectId: string, planned: PlannedEdit[], context: Context): Promise<Quiet> {
  const { liveId, autoSync } = await look(projectId, context)
  const kept = recordOf(projectId, context)
  // Auto-sync was switched on by hand: what had stopped is over.
  if (kept && !(kept.stopped !== null && autoSync)) {
    if (kept.stopped !== null) return { ...kept, edits: planned, stopped: null }
    if (planned.length > 0) throw refused(QUIET_WORDS.stillGoingOn)
    return kept
  }
  if (planned.length === 0) throw refused(QUIET_WORDS.nothingToEnd)
  if (liveId === null) throw refused(QUIET_WORDS.notOnAir)
  if (!autoSync) throw refused(QUIET_WORDS.autoSyncOff)
  return { projectId, liveId, isOff: false, edits: planned, made: 0, sending: false, stopped: null }
}

/** What a quiet edit may hold: what reaches viewers by auto-sync, of the same project. */
function checked({ operation, input }: PlannedEdit, projectId: string): PlannedEdit {
  const name = operation as AnyEdit
  if (input.projectId !== projectId || 'autoSync' in input) throw refused(QUIET_WORDS.notThis(operation))
  const read = readInput(name, input)
  if ('error' in read) throw refused(QUIET_WORDS.invalid(operation, read.error.issues[0]?.message ?? ''))
  return { operation, input }
}

async function carryOut(quiet: Quiet, context: Context, edit: Edit) {
  const { projectId } = quiet
  if (quiet.sending) return stop(quiet, { why: QUIET_WORDS.notKnown, mayBeMade: true }, context)
  await keep(projectId, quiet, context)
  if (quiet.edits.length > 0 && !quiet.isOff) await goQuiet(quiet, context)
  const made = await makeEdits({ ...quiet, isOff: quiet.edits.length > 0 || quiet.isOff }, context, edit)
  const reached = await bringOnAir(quiet, context)
  await autoSyncTo(projectId, true, context)
  await keep(projectId, null, context)
  return { id: projectId, synced: reached, about: QUIET_WORDS.done(made, reached), answer: { made } }
}

/** A switch that surely was not carried out leaves everything as it was. */
async function goQuiet(quiet: Quiet, context: Context): Promise<void> {
  const { projectId } = quiet
  try {
    await autoSyncTo(projectId, false, context)
  } catch (error) {
    if (!isLost(error)) await keep(projectId, null, context)
    throw error
  }
  await keep(projectId, { ...quiet, isOff: true }, context)
}

async function makeEdits(quiet: Quiet, context: Context, edit: Edit): Promise<number> {
  let { edits, made } = quiet
  for (let [next, ...left] = edits; next; [next, ...left] = edits) {
    await keep(quiet.projectId, { ...quiet, edits, made, sending: true }, context)
    const failed = await makeOne(next, context, edit)
    if (failed) return stop({ ...quiet, edits, made }, failed, context)
    edits = left
    made += 1
    await keep(quiet.projectId, { ...quiet, edits, made, sending: false }, context)
  }
  return made
}

type Edit = Handler<'edit'>

interface Failed {
  why: string
  mayBeMade: boolean
}

/** @returns null: it was made */
async function makeOne({ operation, input }: PlannedEdit, context: Context, edit: Edit): Promise<Failed | null> {
  const command = { type: 'edit', operation: operation as AnyEdit, input } as const
  try {
    await edit(command, context)
    return null
  } catch (error) {
    if (error instanceof Refused) return { why: tellRefusal(error.refusal), mayBeMade: isComposed(operation) }
    if (!(error instanceof ServiceError)) throw error
    if (isLost(error) && (await wasFound(context))) return null
    return { why: tellFailure(error.failure).what, mayBeMade: isLost(error) }
  }
}

/** What the core found out of an edit whose answer was lost, once it has. */
async function wasFound({ store, clock, invocation }: Context): Promise<boolean> {
  const phase = () => store.get().lostEdits.find(({ id }) => id === invocation.id)?.phase
  for (const ms of [...LOOKS_AFTER_MS, LOOKS_AFTER_MS[0] ?? 0]) {
    if (phase() !== 'looking') break
    await sleep(clock, ms)
  }
  return phase() === 'found'
}

/** Nothing changed: all is put back. Something did: viewers see none of it until a person says how it goes on. */
async function stop(quiet: Quiet, { why, mayBeMade }: Failed, context: Context): Promise<never> {
  const { projectId, edits, made } = quiet
  await keep(projectId, { ...quiet, sending: false, stopped: why }, context)
  if (made > 0 || mayBeMade) throw refused(QUIET_WORDS.stopped(made, made + edits.length, why), { made, left: edits })
  await autoSyncTo(projectId, true, context)
  await keep(projectId, null, context)
  throw refused(QUIET_WORDS.nothingChanged(why))
}

/** One sync of the broadcast it was begun for. @returns false: that one does not run any more */
async function bringOnAir({ projectId, liveId }: Quiet, context: Context): Promise<boolean> {
  const now = await look(projectId, context)
  if (now.liveId !== liveId) return false
  return settled(
    () => syncProject(projectId, context, () => null),
    async () => (await look(projectId, context)).allSeen,
    context,
  )
}

const autoSyncTo = (projectId: string, on: boolean, context: Context): Promise<boolean> =>
  settled(
    async () =>
      (await look(projectId, context)).autoSync === on || (await switchAutoSync(projectId, on, context)) === on,
    async () => (await look(projectId, context)).autoSync === on,
    context,
  )

/** Where the answer got lost, reading tells: it was carried out, or it is for whoever comes next. */
async function settled(request: () => Promise<boolean>, isDone: () => Promise<boolean>, { clock }: Context) {
  try {
    return await request()
  } catch (error) {
    if (!isLost(error)) throw error
    let waited = 0
    for (const after of LOOKS_AFTER_MS) {
      await sleep(clock, after - waited)
      waited = after
      if (await isDone()) return true
    }
    throw error
  }
}

async function look(projectId: string, { service }: Context) {
  const input = { params: { projectId } }
  const [project, live] = await Promise.all([
    service.call('getProject', input, { lane: 'edit' }),
    service.call('getLive', input, { lane: 'edit' }),
  ])
  const allSeen = live.unsynced === false || live.unsyncedEdits === 0
  return { autoSync: project.autoSync, liveId: isRunning(live) ? live.liveId : null, allSeen }
}

const refused = (message: string, detail?: unknown) =>
  new Refused({ reason: 'edit', message, ...(detail === undefined ? {} : { detail }) })

const recordOf = (projectId: string, context: Context): Quiet | null =>
  context.kept.quiet.of(recordKey(context, projectId)) ?? null

/** Writes down how far it is; null: it is over. */
const keep = (projectId: string, quiet: Quiet | null, context: Context): Promise<void> =>
  context.kept.quiet.put(recordKey(context, projectId), quiet)
