import type { Arm } from '../../../shared/commands/arm.ts'
import type { Command, CommandName, CommandOf, Source } from '../../../shared/commands/commands.ts'
import { type Answer, type OperationName, operations } from '../../../shared/contract/operations.ts'
import type { Paired } from '../../../shared/control/scopes.ts'
import { ServiceError } from '../../../shared/failures.ts'
import type { Outcome, Refusal } from '../../../shared/outcome.ts'
import type { ProjectState } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { AnyInput, Caller, CallInput, CallOptions } from '../../service/calls.ts'
import { prepare } from '../../service/request.ts'
import type { Sequence } from '../../util/sequence.ts'
import type { SettingsFile } from '../files/settingsFile.ts'
import { type AirMark, type Invocation, type Recorder, signalOf } from '../journal/recorder.ts'
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

/** Everything that handlers work with. */
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
  /** Runs of workflows in progress. */
  readonly runs: Runs
  /** Wakes the import queue: it has something new. */
  readonly wakeImports: () => void
  readonly macros: Macros
  readonly queries: Queries
  readonly ownWrites: OwnWrites
  readonly heldEdits: HeldEdits
  readonly looks: Looks
  readonly ports: Ports
  /** Makes any edit, for edits that consist of whole edits. */
  readonly edit: Handler<'edit'>
  /** Runs the changes of one project one after the other. */
  readonly serialQueue: SerialQueue
  /** Sends a command of its own: what a person allowed. */
  readonly dispatch: (id: string, command: Command, source: Source, by?: Paired) => Promise<Outcome>
  /** Why nothing may be begun any more; null as long as the session goes on. */
  readonly ending: () => Refusal | null
  /** The id under which the show target of the current service is saved. */
  readonly serviceId: () => string
}

export interface Context extends Dependencies {
  readonly invocation: Invocation
  /** The id of the workflow request that this is; omitted: that of the command itself. */
  readonly activityId?: string
  /** Within a workflow: reads the current state again if the last reading is old. @throws if the request is not to go out */
  readonly refresh?: () => Promise<void>
  /** Set while an agent's proposal is armed. */
  readonly proposed?: Arm['proposed']
}

export type Handler<Name extends CommandName> = (command: CommandOf<Name>, context: Context) => Promise<Outcome>

/** The project that a command names, or the show target, as currently known. @throws Refused */
export function projectFor(command: Command, context: Context): ProjectState {
  const project = projectOf(command, context.store.get())
  if ('reason' in project) throw new Refused(project)
  return project
}

/** A project by id, as currently known. @throws Refused */
export function projectNow(projectId: string, context: Context): ProjectState {
  const project = context.store.get().projects[projectId]
  if (!project) throw new Refused({ reason: 'unknownProject' })
  return project
}

interface SendOptions extends Pick<CallOptions, 'onHeld' | 'signal' | 'deadlineMs'> {
  /** Ends the wait for budget with its reason; a request that was already sent continues. */
  until?: AbortSignal
  /** The key of the queue in which it has a place, if that is not the one of its project. */
  turn?: string
}

/**
 * Sends the request of a command. Right before the bytes go out, and again before a repetition after a 429, the guard
 * and `recheck` are checked once more; before the first time the journal gets its entry.
 *
 * @param options `orRefuse`: nothing is sent if the journal entry cannot be written
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
  const late = new AbortController()
  const { projectId = null } = (input as AnyInput).params ?? {}
  const signals = [options.signal, options.until && waiting.signal, late.signal].filter((one) => one !== undefined)
  const sent = context.service.call(name, input, {
    ...(options.onHeld && { onHeld: options.onHeld }),
    ...(options.deadlineMs !== undefined && { deadlineMs: options.deadlineMs }),
    signal: AbortSignal.any(signals),
    beforeSend() {
      options.until?.throwIfAborted()
      const refusal =
        guard(invocation.command, invocation, store.get(), context.clock.now()) ??
        context.macros.dropped(invocation.id) ??
        options.recheck?.() ??
        null
      if (refusal) throw new Refused(refusal)
      const signal = context.activityId === undefined ? signalOf(name, input) : undefined
      const unwritten = written ? null : recorder.sent(invocation, options.air, signal)
      if (unwritten !== null && options.orRefuse)
        throw new Refused({ reason: 'faults', faults: [{ fault: 'journal', error: unwritten }] })
      written = true
      // A switch of a run that arrives late is switched back.
      if (invocation.command.type !== 'edit' || decidesAir(name, input, context.activityId !== undefined)) return
      const id = context.activityId ?? invocation.id
      context.serialQueue.makesWay(options.turn ?? projectId ?? '', id, () => late.abort())
    },
  })
  // An answered and a lost request may both have changed something; one that was never sent invalidates nothing.
  return sent
    .catch((error: unknown) => {
      if (waiting.signal.aborted) throw options.until?.reason
      throw late.signal.aborted ? madeWay(error) : error
    })
    .finally(() => written && queries.written(name, projectId))
}

/** A response that contradicts the request counts as lost: its effect is found out by reading. */
export function contradiction<Name extends OperationName>(
  name: Name,
  input: CallInput<Name>,
  detail: string,
): ServiceError {
  const { asked } = prepare(name, operations[name], input as AnyInput)
  return new ServiceError({ ...asked, kind: 'contradictory', detail, mayHaveHappened: true })
}

/** Should it arrive late, viewers would see another scene, or changes that are to stay hidden. */
function decidesAir(name: OperationName, { body }: AnyInput, isOfRun: boolean): boolean {
  const { setActive, autoSync } = (body ?? {}) as { setActive?: boolean; autoSync?: boolean }
  return name === 'deleteScene' || setActive === true || (autoSync !== undefined && !isOfRun)
}

/** It counts as lost, because a show command waited for its response for too long. */
function madeWay(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.failure.kind !== 'cancelled') return error
  return new ServiceError({ ...error.failure, kind: 'timeout', detail: 'made way for the show' })
}
