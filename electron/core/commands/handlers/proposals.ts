import { type Command, type CommandName, type CommandOf, parseCommand } from '../../../../shared/commands/commands.ts'
import { airOf } from '../../../../shared/contract/inputs.ts'
import { isRunning } from '../../../../shared/state.ts'
import { proposedFields, proposedText } from '../../../../shared/words/commands/proposals.ts'
import { describeOutcome } from '../../../../shared/words/outcomes/outcomes.ts'
import { aboutOf } from '../../journal/recorder.ts'
import { refuseReadFailure } from '../../workflows/engine.ts'
import { type Context, type Handler, projectFor, projectNow } from '../context.ts'
import { guard } from '../guard.ts'
import { Refused } from '../ports.ts'
import { armGoLive, armStop } from './live.ts'
import { finished, taken } from './startStop.ts'

/**
 * What an agent may ask a person for. Stop and Go live are armed as ever, and the person's answer is the second step.
 * Commands such as the next scene are left out: what they mean could change until the person answers.
 */
const PROPOSED: ReadonlySet<CommandName> = new Set<CommandName>([
  ...(['armStop', 'armGoLive', 'sync', 'switchScene', 'setAutoSync', 'setPlayback', 'edit'] as const),
])

/**
 * An agent proposes a command, one at a time. It is checked as if a person had sent it now, and again when one allows
 * it: the broadcast of this moment must still be on air then.
 */
export const propose: Handler<'propose'> = async ({ command: asked, why }, context) => {
  const { invocation, store, clock, arms } = context
  if (invocation.source !== 'agent') throw new Refused({ reason: 'notHere' })
  const command = proposedOf(asked, context)
  const refusal = guard(command, { source: 'panel' }, store.get(), clock.now())
  if (refusal) throw new Refused(refusal)
  if (arms.proposalWaits()) throw new Refused({ reason: 'proposalWaits' })
  const project = projectOfProposal(command, context)
  const fields = command.type === 'edit' ? proposedFields(command.input, store.get()) : []
  if (!fields) throw new Refused({ reason: 'proposalTooLong' })
  const isOther = command.type !== 'edit' && project.id !== store.get().targetId
  const about = proposedText(command.type, aboutOf(command, store.get(), project), { name: project.name, isOther })
  const proposed = { by: invocation.paired?.name ?? '', about, fields, why }
  if (command.type === 'armStop') return armStop(command, { ...context, proposed })
  if (command.type === 'armGoLive') return armGoLive(command, { ...context, proposed })
  const { id: projectId, name: projectName } = project
  const request = { act: 'proposal', mode: 'proposed', projectId, projectName, destinations: [], proposed } as const
  const liveId = project.live?.liveId ?? null
  return {
    result: 'armed',
    arm: arms.arm({ ...request, destinations: [], liveId, command }, invocation),
  }
}

/** It has an entry of its own in the journal, as a command of the person who allowed it. */
export const allowProposal: Handler<'allowProposal'> = async ({ armId }, context) => {
  const command = context.arms.commandOf(armId)
  const { proposed } = taken(armId, 'proposal', context)
  if (!command || !proposed) throw new Refused({ reason: 'noArm' })
  const outcome = await context.dispatch(`allowed ${armId}`, command, context.invocation.source)
  if (outcome.result !== 'done') return outcome
  return finished({ what: 'proposalAllowed', by: proposed.by, about: describeOutcome(outcome) })
}

/**
 * Right before an agent's edit: another client may have started the broadcast or switched auto-sync on since the last
 * reading, and then viewers would see it. What a person is deciding about must not change meanwhile.
 *
 * @throws if it cannot be read; the guard judges what was read, before anything is sent
 */
export async function lookForAgent({ operation, input }: CommandOf<'edit'>, context: Context): Promise<void> {
  const { invocation, poller, arms } = context
  if (invocation.source !== 'agent') return
  if (arms.proposalWaits()) throw new Refused({ reason: 'proposalWaits' })
  const projectId = String(input.projectId ?? '')
  if (airOf(operation) !== 'ifAutoSync') return
  await poller.read(projectId, ['project', 'live'], { lane: 'edit' }).catch(refuseReadFailure)
}

/** @throws Refused if it is no command, or none that can be proposed */
function proposedOf(asked: unknown, context: Context): Command {
  const parsed = parseCommand(asked)
  if ('invalid' in parsed) throw new Refused({ reason: 'invalid', ...parsed.invalid })
  const { command } = parsed
  if (!PROPOSED.has(command.type)) throw new Refused({ reason: 'personOnly' })
  if (command.type !== 'edit') return command
  const { live } = projectOfProposal(command, context)
  return { ...command, seen: command.seen ?? { liveId: isRunning(live) ? (live?.liveId ?? null) : null } }
}

function projectOfProposal(command: Command, context: Context) {
  const named = command.type === 'edit' ? command.input.projectId : undefined
  return typeof named === 'string' ? projectNow(named, context) : projectFor(command, context)
}
