import { PERSONAL_SOURCES, type Source } from '../../../../shared/commands/commands.ts'
import { type Answer, type OperationName, operations } from '../../../../shared/contract/operations.ts'
import { ServiceError } from '../../../../shared/failures.ts'
import type { Refusal } from '../../../../shared/outcome.ts'
import { CONTRADICTIONS } from '../../../../shared/words/outcomes/failures.ts'
import type { CallInput } from '../../../service/calls.ts'
import type { Written } from '../../polling/topics.ts'
import { ARRIVES_WITHIN_MS } from '../../query/ownWrites.ts'
import { changeProject } from '../../state/store.ts'
import { type Context, contradiction, send } from '../context.ts'
import { Refused } from '../ports.ts'
import { QueueTimeout } from '../serialQueue.ts'

/** Sends a change of a project from its place in the queue (`queueChange`). */
export function sendQueued<Name extends OperationName>(
  context: Context,
  projectId: string,
  name: Name,
  input: CallInput<Name>,
  { recheck, ...turn }: Turn & { recheck?: () => Refusal | null },
): Promise<Answer<Name>> {
  // A show command changes no content that someone may be reading in order to write it.
  const outdates = operations[name].class !== 'show'
  return queueChange(context, projectId, { outdates, ...turn }, () =>
    send(context, name, input, { ...(recheck && { recheck }) }),
  )
}

/**
 * Makes a scene the active one. A response that names another scene counts as lost.
 *
 * @param options `until`: if aborted, nothing more is sent; a request already sent continues
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

/** A reading older than this, in ms, is repeated right before a write. */
export const FRESH_MS = 250

/** How long an edit waits for budget in the queue, in ms: others wait behind it. After that it waits outside. */
export const IN_TURN_MS = 50

interface Turn {
  /** What it may change, in the terms of the poller. */
  what: Written | null
  /** The key of its queue: by default that of the project, unless the service accepts concurrent writes. */
  turn?: string
  /** False: it changes nothing that `readFirst` reads. */
  outdates?: boolean
  /** Whether it changes what viewers can see; by default an edit does. */
  isChange?: boolean | undefined
}

/** Changes a project after the earlier commands; whatever that may have changed is read again afterwards. */
export const queueChange = <T>(
  context: Context,
  projectId: string,
  { what, turn = projectId, outdates, isChange }: Turn,
  change: () => Promise<T>,
): Promise<T> =>
  queueWrite(context, turn, () => trackChange(context, projectId, what, change, { isChange }), { outdates })

/**
 * Changes a project on the basis of a reading. The reading holds no place in the queue, so it delays no command; it is
 * repeated if another write came in between. Changes that read and write the same data need a queue of their own.
 */
export function readThenChange<Read, T>(
  context: Context,
  projectId: string,
  { what }: { what: Written },
  read: () => Promise<Read>,
  change: (found: Read) => Promise<T>,
): Promise<T> {
  const write = (found: Read) => trackChange(context, projectId, what, () => change(found))
  return context.serialQueue.readFirst(projectId, read, write).catch(refuseTimeout)
}

/**
 * Waits for the earlier commands, because they determine what this one means. Of the writes that yield, only the last
 * is sent; the others end with its `supersedes`.
 */
export const queueWrite = <T>(
  context: Context,
  turn: string,
  job: (superseded: AbortSignal) => Promise<T>,
  options: Pick<Turn, 'outdates'> & { yields?: boolean; supersedes?: Error | undefined; isFirst?: boolean } = {},
): Promise<T> => {
  const place = {
    isLast: isOfProgram(context) && !options.isFirst,
    isUrgent: isUrgent(context.invocation),
  }
  return context.serialQueue(turn, job, { ...options, ...place }).catch(refuseTimeout)
}

/** Auto-sync on is urgent for no one, and would bring on air what an edit before it was to keep hidden. */
const isUrgent = ({ command }: Context['invocation']) =>
  command.type !== 'edit' && !(command.type === 'setAutoSync' && command.on)

/** However much a program edits, a user's command waits behind at most the one edit that is in progress. */
export const isOfProgram = ({ invocation: { command, source } }: Context): boolean =>
  command.type === 'edit' && !HANDS.includes(source)

/** A user of these sources expects an edit to be made before the next command. */
const HANDS: readonly Source[] = [...PERSONAL_SOURCES, 'hotkey', 'midi', 'phone']

function refuseTimeout(error: unknown): never {
  throw error instanceof QueueTimeout ? new Refused({ reason: 'busy', act: 'change' }) : error
}

/** Carries out a change that has reached its place in the queue, and has the poller read what it changed. */
export async function trackChange<T>(
  context: Context,
  projectId: string,
  what: Written | null,
  change: () => Promise<T>,
  { isChange = what === 'edit' }: { isChange?: boolean | undefined } = {},
): Promise<T> {
  const end = what === 'edit' ? openEdit(context, projectId) : () => {}
  let isMade = true
  try {
    return await change()
  } catch (error) {
    isMade = isLost(error)
    if (isMade) end(ARRIVES_WITHIN_MS)
    throw error
  } finally {
    if (isMade && isChange) context.runs.counts.of(projectKey(projectId, context)).changes += 1
    end(0)
    if (what !== null) context.poller.written(projectId, what)
  }
}

/** A project of the service in use, as one key. */
export const projectKey = (projectId: string, { serviceId }: Pick<Context, 'serviceId'>): string =>
  JSON.stringify([serviceId(), projectId])

/** The name of a project's scene switches in the sequence: a later switch takes precedence over an opening scene. */
export const sceneSequence = (projectId: string, { serviceId }: Pick<Context, 'serviceId'>): string =>
  `scene ${serviceId()} ${projectId}`

/** The request may have been carried out, or may still be. */
export const isLost = (error: unknown): boolean => error instanceof ServiceError && error.failure.mayHaveHappened

/** Counts an edit as open; the returned function closes it once, after the given ms. */
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
