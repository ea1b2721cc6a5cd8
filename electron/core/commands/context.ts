import type { Command, CommandName, CommandOf } from '../../../shared/commands/commands.ts'
import { type Answer, type OperationName, operations } from '../../../shared/contract/operations.ts'
import { ServiceError } from '../../../shared/failures.ts'
import type { Outcome, Refusal } from '../../../shared/outcome.ts'
import type { ProjectState } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { AnyInput, Caller, CallInput, CallOptions } from '../../service/calls.ts'
import { prepare } from '../../service/request.ts'
import type { Sequence } from '../../util/sequence.ts'
import type { SettingsFile } from '../files/settingsFile.ts'
import type { AirMark, Invocation, Recorder } from '../journal/recorder.ts'
import type { Poller } from '../polling/poller.ts'
import type { Looks } from '../query/looks.ts'
import type { OwnWrites } from '../query/ownWrites.ts'
import type { Queries } from '../query/queries.ts'
import type { Store } from '../state/store.ts'
import type { Runs } from '../workflows/runs.ts'
import type { Arms } from './arms.ts'
import type { Kept } from './composed/kept.ts'
import { guard, projectOf } from './guard.ts'
import type { HeldEdits } from './heldEdits.ts'
import type { Macros } from './macroPort.ts'
import { type Ports, Refused } from './ports.ts'
import type { SerialQueue } from './serialQueue.ts'

/** What handlers work with. */
export interface Dependencies {
  readonly clock: Clock
  readonly store: Store
  readonly arms: Arms
  readonly sequence: Sequence
  readonly service: Caller
  readonly poller: Poller
  readonly recorder: Recorder
  readonly settings: SettingsFile
  readonly kept: Kept
  /** Edits of several requests that are under way. */
  readonly runs: Runs
  /** There is something new in the import queue. */
  readonly wakeImports: () => void
  readonly macros: Macros
  readonly queries: Queries
  readonly ownWrites: OwnWrites
  readonly heldEdits: HeldEdits
  readonly looks: Looks
  readonly ports: Ports
  /** Makes any edit: for those that are made of whole edits. */
  readonly edit: Handler<'edit'>
  /** Runs changes of one project one after the other. */
  readonly serialQueue: SerialQueue
  /** Under which the show target of the present service is remembered. */
  readonly serviceId: () => string
}

export interface Context extends Dependencies {
  readonly invocation: Invocation
  /** The id of the one request of a workflow that this is; left out: the command's own. */
  readonly activityId?: string
}

export type Handler<Name extends CommandName> = (command: CommandOf<Name>, context: Context) => Promise<Outcome>

/** The project a command means, as it is known now. */
export function projectFor(command: Command, context: Context): ProjectState {
  const project = projectOf(command, context.store.get())
  if ('reason' in project) throw new Refused(project)
  return project
}

/** A project by id, as it is known now. */
export function projectNow(projectId: string, context: Context): ProjectState {
  const project = context.store.get().projects[projectId]
  if (!project) throw new Refused({ reason: 'unknownProject' })
  return project
}

interface SendOptions extends Pick<CallOptions, 'onHeld' | 'signal' | 'deadlineMs'> {
  /** Ends the wait for budget with its reason; what went out goes on. */
  until?: AbortSignal
}

/**
 * Sends what a command asks of the service. Right before the bytes go out, and again before a repetition after a 429,
 * the guard and `holds` are asked once more; before the first time the journal gets its line.
 *
 * @param options `orRefuse`: nothing is sent where the journal does not take that line
 */
export function send<Name extends OperationName>(
  context: Context,
  name: Name,
  input: CallInput<Name>,
  options: { recheck?: () => Refusal | null; air?: AirMark; orRefuse?: boolean } & SendOptions = {},
): Promise<Answer<Name>> {
  const { invocation, store, recorder, queries } = context
  let written = false
  const waiting = new AbortController()
  options.until?.addEventListener('abort', () => written || waiting.abort())
  const signals = [options.signal, options.until && waiting.signal].filter((one) => one !== undefined)
  const sent = context.service.call(name, input, {
    ...(options.onHeld && { onHeld: options.onHeld }),
    ...(options.deadlineMs !== undefined && { deadlineMs: options.deadlineMs }),
    ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
    beforeSend() {
      options.until?.throwIfAborted()
      const refusal =
        guard(invocation.command, invocation.source, store.get(), context.clock.now()) ??
        context.macros.dropped(invocation.id) ??
        options.recheck?.() ??
        null
      if (refusal) throw new Refused(refusal)
      const unwritten = written ? null : recorder.sent(invocation, options.air)
      if (unwritten !== null && options.orRefuse)
        throw new Refused({ reason: 'faults', faults: [{ fault: 'journal', error: unwritten }] })
      written = true
    },
  })
  // Answered or lost: both may have changed something; what surely did not touches nothing.
  const { projectId = null } = (input as AnyInput).params ?? {}
  return sent
    .catch((error: unknown) => {
      throw waiting.signal.aborted ? options.until?.reason : error
    })
    .finally(() => written && queries.written(name, projectId))
}

/** An answer that says otherwise than what was asked for counts as lost: what became of it is found out by reading. */
export function contradiction<Name extends OperationName>(
  name: Name,
  input: CallInput<Name>,
  detail: string,
): ServiceError {
  const { asked } = prepare(name, operations[name], input as AnyInput)
  return new ServiceError({ ...asked, kind: 'contradictory', detail, mayHaveHappened: true })
}
