import { PERSONAL_SOURCES, type Source } from '../../../../shared/commands/commands.ts'
import { type Answer, type OperationName, operations } from '../../../../shared/contract/operations.ts'
import { ServiceError } from '../../../../shared/failures.ts'
import type { Refusal } from '../../../../shared/outcome.ts'
import { CONTRADICTIONS } from '../../../../shared/words/failures.ts'
import type { CallInput } from '../../../service/calls.ts'
import { NOT_STARTED } from '../../polling/lostAnswers.ts'
import type { Written } from '../../polling/topics.ts'
import { changeProject } from '../../state/store.ts'
import { type Context, contradiction, send } from '../context.ts'
import { Refused } from '../ports.ts'
import { QueueTimeout } from '../serialQueue.ts'

/** Sends a change of a project in its turn (`inTurn`). */
export function sendQueued<Name extends OperationName>(
  context: Context,
  projectId: string,
  name: Name,
  input: CallInput<Name>,
  { recheck, ...turn }: Turn & { recheck?: () => Refusal | null },
): Promise<Answer<Name>> {
  // A show command changes no content that somebody may be reading in order to write it.
  const outdates = operations[name].class !== 'show'
  return queueChange(context, projectId, { outdates, ...turn }, () =>
    send(context, name, input, { ...(recheck && { recheck }) }),
  )
}

/**
 * Makes a scene the active one. An answer that names another one counts as lost.
 *
 * @param options `until`: it is sent until then; what went out goes on
 */
export async function sendActivate(
  context: Context,
  input: CallInput<'activateScene'>,
  options: { recheck?: () => Refusal | null; until?: AbortSignal } = {},
): Promise<Answer<'activateScene'>> {
  const answer = await send(context, 'activateScene', input, options)
  if (answer.activeSceneId !== input.params.sceneId) throw contradiction('activateScene', input, CONTRADICTIONS.scene)
  return answer
}

/** A reading older than this, in ms, is not what stands right before a write: it is read again. */
export const FRESH_MS = 250

/** How long an edit waits for budget in its turn, in ms: others wait behind it. After that it waits outside. */
export const IN_TURN_MS = 1_000

interface Turn {
  /** What it may change, as the poller has it. */
  what: Written | null
  /** Whose turn it takes: of its project, but where a service takes several writes at once. */
  turn?: string
  /** False: it changes nothing that `readFirst` reads. */
  outdates?: boolean
}

/** Changes a project after those pressed before; what that may have changed is read anew afterwards. */
export const queueChange = <T>(
  context: Context,
  projectId: string,
  { what, turn = projectId, outdates }: Turn,
  change: () => Promise<T>,
): Promise<T> => queueWrite(context, turn, () => trackChange(context, projectId, what, change), { outdates })

/**
 * Changes a project by what was read of it. The reading holds no turn, so that it holds up nobody's press; it is made again
 * where another write came in between. Several that read and change the same take turns of their own around it.
 */
export function readThenChange<Read, T>(
  context: Context,
  projectId: string,
  { what }: { what: Written },
  read: () => Promise<Read>,
  change: (found: Read) => Promise<T>,
): Promise<T> {
  const write = (found: Read) => trackChange(context, projectId, what, () => change(found))
  return context.serialQueue.readFirst(projectId, read, write).catch(refuseNoTurn)
}

/**
 * Waits for those pressed before: what a press means is worked out once they are over. Of those that may be superseded the
 * last one is sent, and the others end as `supersedes` says.
 */
export const queueWrite = <T>(
  context: Context,
  turn: string,
  job: (superseded: AbortSignal) => Promise<T>,
  options: Pick<Turn, 'outdates'> & { yields?: boolean; supersedes?: Error | undefined } = {},
): Promise<T> => context.serialQueue(turn, job, { ...options, isLast: isOfProgram(context) }).catch(refuseNoTurn)

/** However much a program edits, no press of a hand waits behind more than the one edit that is on its way. */
const isOfProgram = ({ invocation: { command, source } }: Context): boolean =>
  command.type === 'edit' && !HANDS.includes(source)

/** Whoever presses these expects that an edit is made before what is pressed next. */
const HANDS: readonly Source[] = [...PERSONAL_SOURCES, 'hotkey']

function refuseNoTurn(error: unknown): never {
  throw error instanceof QueueTimeout ? new Refused({ reason: 'busy', act: 'change' }) : error
}

/** Carries out a change whose turn it is. */
export async function trackChange<T>(
  context: Context,
  projectId: string,
  what: Written | null,
  change: () => Promise<T>,
): Promise<T> {
  const end = what === 'edit' ? openEdit(context, projectId) : () => {}
  try {
    return await change()
  } catch (error) {
    if (isLost(error)) end(ARRIVES_WITHIN_MS)
    throw error
  } finally {
    end(0)
    if (what !== null) context.poller.written(projectId, what)
  }
}

/** What scene switches of a project are called in the sequence: one that was pressed later stands before an opening. */
export const sceneSequence = (projectId: string, { serviceId }: Pick<Context, 'serviceId'>): string =>
  `scene ${serviceId()} ${projectId}`

/** It may have happened, or may happen yet. */
export const isLost = (error: unknown): boolean => error instanceof ServiceError && error.failure.mayHaveHappened

/** What got lost on its way may still arrive within this time, in ms: as a lost start may (Decision "Lost answers"). */
const ARRIVES_WITHIN_MS = NOT_STARTED.overMs

/** Counts an edit as open; what it returns closes it once, after so many ms. */
function openEdit({ store, clock }: Context, projectId: string): (inMs: number) => void {
  const count = (by: 1 | -1) =>
    changeProject(store, projectId, (project) => {
      project.openEdits += by
    })
  count(1)
  let isClosing = false
  return (inMs) => {
    if (isClosing) return
    isClosing = true
    if (inMs === 0) count(-1)
    else clock.after(inMs, () => count(-1))
  }
}
