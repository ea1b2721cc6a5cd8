import type { CommandOf } from '../../../../shared/commands/commands.ts'
import { isComposed } from '../../../../shared/contract/composed.ts'
import { parametersIn, readInput } from '../../../../shared/contract/inputs.ts'
import {
  type Answer,
  type EditName,
  type Operation,
  operations,
  touchedBy,
} from '../../../../shared/contract/operations.ts'
import type { Outcome, Refusal } from '../../../../shared/outcome.ts'
import { isRunning } from '../../../../shared/state.ts'
import { editDoneTitle, editTitle, LEFT_OUT, PASSED } from '../../../../shared/words/commands/operations.ts'
import { CONTRADICTIONS } from '../../../../shared/words/outcomes/failures.ts'
import { LOST_WORDS } from '../../../../shared/words/projects/projects.ts'
import type { CallInput } from '../../../service/calls.ts'
import { dismissLost, mayArrive, readBefore, reconcileLost } from '../../query/lostEdits.ts'
import { datesLeaving } from '../../workflows/dates.ts'
import { holdingBack, isLastCounting, sendSignal, subjectsOf } from '../../workflows/signals.ts'
import type { Signal } from '../../workflows/workflow.ts'
import type { Composed } from '../composed/composed.ts'
import { composed } from '../composed/index.ts'
import { type Context, contradiction, send } from '../context.ts'
import { keepsSoon, pairingOf } from '../guard.ts'
import { Refused } from '../ports.ts'
import { IN_TURN_MS, isLost, isOfProgram, sceneSequence, trackChange } from './edits.ts'
import { lookBeforeEdit } from './lookBeforeEdit.ts'
import { overwritingOf } from './overwriting.ts'
import { finished } from './startStop.ts'
import { applyUpdate } from './syncing.ts'

/**
 * A larger response, in characters of JSON, is shortened or left out in the outcome and the journal; `query` reads it.
 */
const LARGEST_ANSWER = 4_000

/**
 * Any write of the contract: sent once, from its place in the project's queue, and never repeated automatically. If the
 * response is lost and the operation's row names a list that shows the result, that list is read to reconcile it.
 */
export async function edit(command: CommandOf<'edit'>, context: Context): Promise<Outcome> {
  const { operation, input } = command
  const parts = partsOf(command)
  const look = context.refresh ?? (() => lookBeforeEdit(command, context))
  if (isComposed(operation)) {
    await look()
    const carryOut = composed[operation] as Composed<typeof operation>
    return finished({ what: 'edited', operation, ...(await carryOut(parts.body as never, context)) })
  }
  const { params, body } = parts
  const { invocation, activityId, clock } = context
  const id = activityId ?? invocation.id
  let before: Awaited<ReturnType<typeof readBefore>> = null
  let sentAt = clock.now()
  try {
    const call = { params, body } as unknown as CallInput<EditName>
    const projectId = params.projectId ?? ACCOUNT
    const signal = { operation, input }
    const subjects = subjectsOf(signal, context)
    const overwriting = overwritingOf(operation, params, body, context)
    const place = placeOf(signal, projectId, subjects.length > 0 || overwriting.isSetting, context)
    const { turn } = place
    const about = editTitle(operation, input)
    const held = { id, about, projectId: params.projectId ?? null, by: pairingOf(invocation), ...place }
    let isPassed = false
    const looks = youngLooks(() => readBefore(operation, params, context), clock)
    // Also while the edit waits for budget, nothing that it replaces is resumed.
    const answer = await holdingBack(subjects, context, () =>
      context.heldEdits.send(held, async (sent, until) => {
        // The edit takes its place in the queue now, however long these readings take.
        const looking = looks()
        const leaving = datesLeaving(command, params, context)
        // The edit may never reach its place in the queue; then nothing handles a failure of this reading.
        leaving.catch(() => {})
        let leavingDates: readonly number[] | null = []
        const recheck = (): Refusal | null => {
          const older = overwriting.refusal()
          if (older) return older
          sent()
          if (leavingDates !== null) return keepsSoon(leavingDates, context.store.get(), clock.now())
          // The padlock was closed since that reading, so the dates that this edit would remove were not read.
          return context.store.get().padlock.locked ? { reason: 'padlocked' } : null
        }
        const change = async () => {
          before = await looking
          leavingDates = await leaving
          sentAt = clock.now()
          const options = { recheck, until, turn, deadlineMs: IN_TURN_MS }
          const switched = unlessSwitched(call, projectId, context)
          isPassed = switched !== call
          const wanted = overwriting.reduced(switched)
          const sent = async () => {
            const answered = await overwriting.recorded(send(context, operation, wanted, options))
            if (isOfOther(operation, params, answered)) throw contradiction(operation, wanted, CONTRADICTIONS.other)
            return answered
          }
          const ofProject = sent as () => Promise<Answer<'updateProject'>>
          const made: typeof sent =
            operation === 'updateProject' ? () => applyUpdate(projectId, body ?? {}, context, ofProject) : sent
          return trackChange(context, projectId, writes(operation), made, isOfLook(operation, body))
        }
        // A request of a workflow has no place among commands: its readings finish before it joins the queue.
        if (activityId !== undefined) await looking
        // That may have taken as long as a reading of what is on air counts.
        await look()
        const answered = sendSignal(signal, context, turn, change)
        context.ownWrites.sent(answered)
        return answered
      }),
    )
    const project = context.store.get().projects[projectId]
    const done = doneOf(operation, input, answer, isRunning(project?.live ?? null))
    const notes = [isPassed && PASSED, overwriting.isReduced() && LEFT_OUT].filter((one) => one !== false)
    return finished({ ...done, about: [done.about, ...notes].join(' ') })
  } catch (error) {
    if (isLost(error)) reconcileLost({ operation, input, params, body, sentAt, before }, context)
    throw error
  }
}

/**
 * Its place among all edits.
 *
 * @param isTied a workflow may be concerned, of which the last command counts, or it sets something: of two requests
 *   that set the same, the later one must arrive later
 */
function placeOf(signal: Signal, projectId: string, isTied: boolean, context: Context) {
  const { id, number, source } = context.invocation
  // Whether viewers see an agent's edit is judged after what is sent before it; and no user waits for it.
  const isAside = source === 'agent'
  const turn = isConcurrent(context) && !isTied && !isAside ? id : projectId
  const isFirst = isLastCounting(signal)
  const isAfterAll = signal.input.autoSync === true
  return { turn, isFirst, isAfterAll, isAside, isLast: isOfProgram(context), number }
}

const isConcurrent = ({ store }: Context): boolean => store.get().meanings.concurrentEditsSafe === 'yes'

function partsOf({ operation, input }: CommandOf<'edit'>) {
  const read = readInput(operation, input)
  if ('error' in read) throw new Refused({ reason: 'invalid', field: 'input', message: read.error.message })
  return read.parts
}

/** Whether it changes what viewers can see: anything of a project but its auto-sync does. Otherwise as every edit. */
const isOfLook = (operation: string, body: object | undefined) =>
  operation === 'updateProject' ? { isChange: Object.keys(body ?? {}).some((field) => field !== 'autoSync') } : {}

/** A reading younger than this, in ms, is used again by the next attempt. */
const YOUNG_MS = 2_000

/** Of a short budget, reading again before each attempt would take what the edit itself needs. */
function youngLooks<T>(read: () => Promise<T>, clock: Context['clock']): () => Promise<T> {
  let last: { at: number; reading: Promise<T> } | null = null
  return () => {
    const at = clock.monotonic()
    if (!last || at - last.at > YOUNG_MS) last = { at, reading: read() }
    return last.reading
  }
}

/** The response to a change contains what was changed. If that is another object, the effect is unknown. */
function isOfOther(operation: EditName, params: Readonly<Record<string, string>>, answer: Answer<EditName>): boolean {
  const { method, path }: Operation = operations[operation]
  const asked = params[parametersIn(path).at(-1) ?? '']
  const { id } = answer as { id?: unknown }
  return method === 'PATCH' && typeof id === 'string' && id !== asked
}

/**
 * For a new scene that should become active, when another scene was requested since: that one stays active, and the new
 * scene is only created.
 */
function unlessSwitched(call: CallInput<EditName>, projectId: string, context: Context): CallInput<EditName> {
  const { sequence, invocation } = context
  const { body } = call as { body?: { setActive?: boolean } }
  if (!body?.setActive || !sequence.isSuperseded(sceneSequence(projectId, context), invocation.number)) return call
  return { ...call, body: { ...body, setActive: false } } as unknown as CallInput<EditName>
}

/** The queue of edits that belong to no project. */
const ACCOUNT = ''

/** What the edit may have changed in a followed project, in the terms of the poller. */
function writes(operation: EditName): 'edit' | 'settings' | null {
  const touches = touchedBy(operation)
  if (touches.includes('listScenes')) return 'edit'
  return touches.includes('getProject') ? 'settings' : null
}

function doneOf(operation: EditName, input: Record<string, unknown>, answer: Answer<EditName>, runs: boolean) {
  const {
    scene,
    id = scene?.id,
    synced = null,
  } = answer as {
    id?: unknown
    scene?: { id?: unknown }
    synced?: boolean | null
  }
  // A large response is reduced to what was made; of a list in it, to the fields that identify its entries.
  const { lookFor }: Partial<Operation> = operations[operation]
  const short = [answer, shortened(answer, Object.keys(lookFor?.same ?? {})), shortened(answer, [])]
  const fitting = short.find((one) => JSON.stringify(one).length <= LARGEST_ANSWER)
  return {
    what: 'edited',
    operation,
    about: editDoneTitle(operation, input, answer, runs ? synced : null),
    id: typeof id === 'string' ? id : null,
    synced,
    ...(fitting ? { answer: fitting } : {}),
  } as const
}

/** Keeps only the given fields of the entries of lists; without fields, leaves the lists out. */
function shortened(value: object, fields: readonly string[]): object {
  const kept = Object.entries(value).filter(([, one]) => fields.length > 0 || !Array.isArray(one))
  const short = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map((item) => pick(item, fields))
    return typeof one === 'object' && one !== null ? shortened(one, fields) : one
  }
  return Object.fromEntries(kept.map(([field, one]) => [field, short(one)]))
}

const pick = (item: unknown, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(item ?? {}).filter(([field]) => fields.includes(field)))

/** Lost, these may still take away what is made since. */
const UNDOING: readonly string[] = ['cancelSchedules', 'cancelSchedule', 'setPlaylist'] satisfies EditName[]

/** Dismisses a lost edit, or cancels a queued one. */
export async function dismissEdit({ editId }: CommandOf<'dismissEdit'>, context: Context): Promise<Outcome> {
  const { store, heldEdits } = context
  if (heldEdits.cancel(editId)) return finished({ what: 'editDismissed' })
  const known = store.get().lostEdits.find(({ id, phase }) => id === editId && phase !== 'looking')
  if (!known) throw new Refused({ reason: 'unknownEdit' })
  // Moves and saves wait for these: they would be undone.
  if (UNDOING.includes(known.operation) && mayArrive([known.operation as EditName], known.projectId ?? '', context))
    throw new Refused({ reason: 'edit', message: LOST_WORDS.mayArrive })
  dismissLost(editId, store)
  return finished({ what: 'editDismissed' })
}
