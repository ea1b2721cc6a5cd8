import { type Command, type CommandName, type CommandOf, parseCommand } from '../../../../shared/commands/commands.ts'
import { type AppState, isRunning, type ProjectState } from '../../../../shared/state.ts'
import { PROPOSAL_WORDS, proposedFields, proposedText } from '../../../../shared/words/commands/proposals.ts'
import { describeOutcome } from '../../../../shared/words/outcomes/outcomes.ts'
import { aboutOf } from '../../journal/recorder.ts'
import { readPlaylist } from '../../query/wholePlaylist.ts'
import { readDates } from '../../workflows/dates.ts'
import { refuseReadFailure } from '../../workflows/engine.ts'
import { type Context, type Handler, projectFor } from '../context.ts'
import { guard } from '../guard.ts'
import { Refused } from '../ports.ts'
import { armGoLive, armStop } from './live.ts'
import { projectName } from './local.ts'
import { finished, taken } from './startStop.ts'

/**
 * What an agent may ask a person for. Stop and Go live are armed as ever, and the person's answer is the second step.
 * Commands such as the next scene are left out: what they mean could change until the person answers.
 */
const PROPOSED: ReadonlySet<CommandName> = new Set<CommandName>([
  ...(['armStop', 'armGoLive', 'sync', 'switchScene', 'setAutoSync', 'setPlayback', 'chooseTarget', 'edit'] as const),
])

/**
 * An agent proposes a command, one at a time. It is checked as if a person had sent it now, and again when one allows
 * it: the broadcast of this moment must still be on air then.
 */
export const propose: Handler<'propose'> = async ({ command: asked, why }, context) => {
  const { invocation, store, clock, arms } = context
  if (invocation.source !== 'agent') throw new Refused({ reason: 'notHere' })
  const asSent = proposedOf(asked)
  const project = await projectOfProposal(asSent, context)
  const { command, input } = asSent.type === 'edit' ? await withSeen(asSent, project, context) : { command: asSent }
  const refusal = guard(command, { source: 'panel' }, store.get(), clock.now())
  if (refusal) throw new Refused(refusal)
  if (arms.proposalWaits()) throw new Refused({ reason: 'proposalWaits' })
  const fields = input ? fieldsOf(input, project, store.get()) : []
  if (!fields) throw new Refused({ reason: 'proposalTooLong' })
  const about = proposalAbout(command, project, store.get())
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
  const { invocation, store, clock } = context
  const command = context.arms.commandOf(armId)
  // A phone allows what it may do itself. Otherwise the proposal stays, for a person who may.
  const refusal = command && guard(command, invocation, store.get(), clock.now())
  if (refusal?.reason === 'outOfScope') throw new Refused(refusal)
  const { proposed } = taken(armId, 'proposal', context)
  if (!command || !proposed) throw new Refused({ reason: 'noArm' })
  const outcome = await context.dispatch(`allowed ${armId}`, command, invocation.source, invocation.paired)
  if (outcome.result !== 'done') return outcome
  return finished({ what: 'proposalAllowed', by: proposed.by, about: describeOutcome(outcome) })
}

/** @throws Refused if it is no command, or none that can be proposed */
function proposedOf(asked: unknown): Command {
  const parsed = parseCommand(asked)
  if ('invalid' in parsed) throw new Refused({ reason: 'invalid', ...parsed.invalid })
  const { command } = parsed
  if (!PROPOSED.has(command.type)) throw new Refused({ reason: 'personOnly' })
  if (command.type === 'edit' && editsOf(command).some((name) => REPLACED_BY_SAVE.has(name)))
    throw new Refused({ reason: 'invalid', field: 'operation', message: PROPOSAL_WORDS.savePlaylist })
  return command
}

/** By the time they are allowed, they would replace a list that nobody has seen. */
const REPLACED_BY_SAVE: ReadonlySet<string> = new Set(['setPlaylist', 'undoPlaylist'])

const editsOf = ({ operation, input: { edits } }: CommandOf<'edit'>): string[] =>
  Array.isArray(edits) ? edits.map((one) => String(one?.operation)) : [operation]

/** A playlist to be saved, with the entries that there are now, unless it names some. */
async function withBase(
  input: CommandOf<'edit'>['input'],
  { service }: Context,
): Promise<CommandOf<'edit'>['input']> {
  if (input.base !== undefined) return input
  const params = { projectId: String(input.projectId), layerId: String(input.layerId) }
  const { files } = await readPlaylist(service, params).catch(refuseReadFailure)
  return { ...input, base: files.map(({ fileId, playlistItemId }) => ({ fileId, playlistItemId })) }
}

/**
 * For what its agent could see now, if it named nothing else: the broadcast, the dates or the playlist that the edit
 * replaces. What another client changes until it is allowed is then not overwritten unseen.
 *
 * @returns also the input with what a person must read beside it
 * @throws Refused if it cannot be read
 */
async function withSeen(asked: CommandOf<'edit'>, { live }: About, context: Context) {
  const { operation, input } = asked
  const seen = asked.seen ?? { liveId: isRunning(live) ? (live?.liveId ?? null) : null }
  const command = { ...asked, seen }
  const projectId = String(input.projectId ?? '')
  if (operation === 'savePlaylist') return { command: { ...command, input: await withBase(input, context) }, input }
  if (operation === 'quietEdit' && Array.isArray(input.edits)) {
    const saved = input.edits.map((one) => (one.operation === 'savePlaylist' ? one.input.layerId : undefined))
    const edits = await Promise.all(
      input.edits.map(async (one, nth) => {
        // A later one of the same list replaces what the first one made.
        const isFirst = one.operation === 'savePlaylist' && saved.indexOf(one.input.layerId) === nth
        return isFirst ? { ...one, input: await withBase(one.input, context) } : one
      }),
    )
    return { command: { ...command, input: { ...input, edits } }, input }
  }
  const isMove = operation === 'moveSchedule' && input.base === undefined
  if (!isMove && operation !== 'cancelSchedules') return { command, input }
  const { there } = await readDates(projectId, context).catch(refuseReadFailure)
  const dates = there.map((at) => new Date(at).toISOString())
  const moved = { ...input, base: dates }
  return isMove
    ? { command: { ...command, input: moved }, input: moved }
    : { command: { ...command, seen: { ...seen, dates } }, input: { ...input, dates } }
}

/** What is asked for, in words. The show target is named elsewhere. */
function proposalAbout(command: Command, project: About, state: AppState): string {
  const { type } = command
  const about = type === 'chooseTarget' ? project.name : aboutOf(command, state, state.projects[project.id])
  const isOther = type !== 'edit' && type !== 'chooseTarget' && project.id !== state.targetId
  return proposedText(type, about, { name: project.name, isOther })
}

/** Every field of an edit, with what ids are called; null: more than a person can read. */
function fieldsOf(
  input: CommandOf<'edit'>['input'],
  project: About,
  { projects, projectList }: AppState,
): string[] | null {
  const scenes = Object.values(projects).flatMap((one) => one.scenes ?? [])
  const named = [...scenes, ...projectList.items, ...Object.values(projects), project]
  return proposedFields(input, Object.fromEntries(named.map(({ id, name }) => [id, name])))
}

type About = Pick<ProjectState, 'id' | 'name' | 'live'>

/** Also one that is not followed: of what runs there, the person who decides knows more. */
async function projectOfProposal(command: Command, context: Context): Promise<About> {
  const named = command.type === 'edit' ? command.input.projectId : 'projectId' in command && command.projectId
  if (typeof named !== 'string') return projectFor(command, context)
  const followed = context.store.get().projects[named]
  return followed ?? { id: named, name: await projectName(named, context), live: null }
}
