import type { CommandOf } from '../../../../shared/commands/commands.ts'
import { isComposed } from '../../../../shared/contract/composed.ts'
import { airOf, parametersIn, readInput } from '../../../../shared/contract/inputs.ts'
import {
  type Answer,
  type EditName,
  type Operation,
  operations,
  touchedBy,
} from '../../../../shared/contract/operations.ts'
import type { Outcome, Refusal } from '../../../../shared/outcome.ts'
import { isRunning } from '../../../../shared/state.ts'
import { CONTRADICTIONS } from '../../../../shared/words/failures.ts'
import { editDoneTitle, editTitle, PASSED } from '../../../../shared/words/operations.ts'
import type { CallInput } from '../../../service/calls.ts'
import { dismissLost, readBefore, reconcileLost } from '../../query/lostEdits.ts'
import { refuseReadFailure } from '../../workflows/engine.ts'
import { subjectsOf, superseding, wishing } from '../../workflows/signals.ts'
import type { Composed } from '../composed/composed.ts'
import { composed } from '../composed/index.ts'
import { type Context, contradiction, send } from '../context.ts'
import { keepsSoon } from '../guard.ts'
import { Refused } from '../ports.ts'
import { IN_TURN_MS, isLost, sceneSequence, trackChange } from './edits.ts'
import { finished } from './startStop.ts'

/** Answers larger than this, in characters of JSON, are read by `query` and stand in no journal. */
const LARGEST_ANSWER = 4_000

/**
 * Any write of the contract: in the turn of its project, once, and never again by itself. Where its answer is lost and its
 * row names the list that tells, it is looked for there.
 */
export async function edit(command: CommandOf<'edit'>, context: Context): Promise<Outcome> {
  const { operation, input } = command
  const read = readInput(operation, input)
  if ('error' in read) throw new Refused({ reason: 'invalid', field: 'input', message: read.error.message })
  if (isComposed(operation)) {
    const carryOut = composed[operation] as Composed<typeof operation>
    return finished({ what: 'edited', operation, ...(await carryOut(read.parts.body as never, context)) })
  }
  const { params, body } = read.parts
  const { invocation, activityId, clock } = context
  const id = activityId ?? invocation.id
  let before: Awaited<ReturnType<typeof readBefore>> = null
  let sentAt = clock.now()
  try {
    const call = { params, body } as unknown as CallInput<EditName>
    const { concurrentEditsSafe } = context.store.get().meanings
    const projectId = params.projectId ?? ACCOUNT
    const wish = { operation, input }
    // Of what a workflow may hear of, the last one pressed stands.
    const subjects = subjectsOf(wish, context)
    const isAlone = concurrentEditsSafe === 'yes' && subjects.length === 0
    const turn = isAlone ? invocation.id : projectId
    const about = editTitle(operation, input)
    const held = { id, about, projectId: params.projectId ?? null, number: invocation.number, turn }
    let isPassed = false
    // Also while it waits for budget nothing that it takes the place of goes on.
    const answer = await wishing(subjects, context, () =>
      context.heldEdits.send(held, async (leaves, until) => {
        // It takes its place among what is pressed now, however long the look takes.
        const looking = readBefore(operation, params, context)
        const leaving = datesLeaving(operation, params, context)
        // Its turn may never come: then nobody asks what came of the reading.
        leaving.catch(() => {})
        let goes: readonly number[] | null = []
        const recheck = (): Refusal | null => {
          leaves()
          if (goes !== null) return keepsSoon(goes, context.store.get(), clock.now())
          // Closed since it was pressed: what it would take away was not looked at.
          return context.store.get().padlock.locked ? { reason: 'padlocked' } : null
        }
        const change = async () => {
          before = await looking
          goes = await leaving
          sentAt = clock.now()
          const options = { recheck, until, deadlineMs: IN_TURN_MS }
          const sent = unlessSwitched(call, projectId, context)
          isPassed = sent !== call
          return trackChange(context, projectId, writes(operation), async () => {
            const answered = await send(context, operation, sent, options)
            if (isOfOther(operation, params, answered)) throw contradiction(operation, sent, CONTRADICTIONS.other)
            return answered
          })
        }
        // What a workflow sends has no place among presses to keep: nobody waits for what it looks at.
        if (activityId !== undefined) await looking
        const answered = superseding(wish, context, turn, change)
        context.ownWrites.sent(answered)
        return answered
      }),
    )
    const project = context.store.get().projects[projectId]
    const done = doneOf(operation, input, answer, isRunning(project?.live ?? null))
    return finished(isPassed ? { ...done, about: `${done.about} ${PASSED}` } : done)
  } catch (error) {
    if (isLost(error)) reconcileLost({ operation, input, params, body, sentAt, before }, context)
    throw error
  }
}

/** A change is answered with what was changed: with another one, nobody knows what was. */
function isOfOther(operation: EditName, params: Readonly<Record<string, string>>, answer: Answer<EditName>): boolean {
  const { method, path }: Operation = operations[operation]
  const asked = params[parametersIn(path).at(-1) ?? '']
  const { id } = answer as { id?: unknown }
  return method === 'PATCH' && typeof id === 'string' && id !== asked
}

/** A new scene that was to be the active one, where another was pressed since: that one stands, and this is made beside it. */
function unlessSwitched(call: CallInput<EditName>, projectId: string, context: Context): CallInput<EditName> {
  const { sequence, invocation } = context
  const { body } = call as { body?: { setActive?: boolean } }
  if (!body?.setActive || !sequence.isSuperseded(sceneSequence(projectId, context), invocation.number)) return call
  return { ...call, body: { ...body, setActive: false } } as unknown as CallInput<EditName>
}

/** What a cancel takes away is read within this time, in ms, or nothing is sent: edits wait behind it. */
const DATES_WITHIN_MS = 2_000

/** What a cancel takes away, as far as a closed padlock asks: wall ms; null: it is open. Where it cannot be read, nothing is sent. */
async function datesLeaving(
  operation: EditName,
  { projectId = '', liveId }: Readonly<Record<string, string>>,
  { store, service }: Context,
) {
  if (airOf(operation) !== 'ifSoon' || operation === 'scheduleLive') return []
  if (!store.get().padlock.locked) return null
  const { schedules } = await service
    .call(
      'listSchedules',
      { params: { projectId } },
      { lane: 'edit', deadlineMs: IN_TURN_MS, timeoutMs: DATES_WITHIN_MS },
    )
    .catch(refuseReadFailure)
  const those = schedules.filter((one) => liveId === undefined || one.liveId === liveId)
  return those.map(({ scheduledDate }) => Date.parse(scheduledDate))
}

/** Edits of no project take turns as well. */
const ACCOUNT = ''

/** What of a followed project it may have changed, as the poller has it. */
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
  // Of a large one, what was made is told: of what is listed in it, by what it is known again.
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

/** With these fields of what is listed; with none, without lists. */
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

/** Puts away what was looked for, and cancels what waits to be sent. */
export async function dismissEdit(
  { editId }: CommandOf<'dismissEdit'>,
  { store, heldEdits }: Context,
): Promise<Outcome> {
  if (heldEdits.cancel(editId)) return finished({ what: 'editDismissed' })
  const known = store.get().lostEdits.some(({ id, phase }) => id === editId && phase !== 'looking')
  if (!known) throw new Refused({ reason: 'unknownEdit' })
  dismissLost(editId, store)
  return finished({ what: 'editDismissed' })
}
