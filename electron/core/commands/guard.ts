import {
  ARM_ONLY_SOURCES,
  type Command,
  type CommandName,
  type CommandOf,
  commands,
  PERSONAL_SOURCES,
  type Reach,
  type Source,
} from '../../../shared/commands/commands.ts'
import { airOf } from '../../../shared/contract/inputs.ts'
import type { Paired } from '../../../shared/control/scopes.ts'
import type { Refusal } from '../../../shared/outcome.ts'
import { type AppState, isRunning, isScheduled, type ProjectState, targetOf } from '../../../shared/state.ts'
import { leftHalfDone } from '../../../shared/view/openWork.ts'
import { mayRun } from '../polling/policy.ts'

/** A broadcast that starts automatically within this time, in ms, counts as on air: a closed padlock protects it. */
const SOON_MS = 3_600_000

/**
 * The one guard for all commands: why this command, from this source, may not be carried out in this state. Pure. What
 * needs the service (arms, lost responses) is checked by the handlers, also in this process.
 *
 * @param now wall ms
 */
export function guard(command: Command, sender: Sender, state: AppState, now: number): Refusal | null {
  return (
    padlockSays(command, state, now) ??
    sourceSays(command, sender, state) ??
    scopeSays(command, sender) ??
    targetSays(command, state) ??
    projectSays(command, state) ??
    liveSays(command, state) ??
    (command.type === 'edit' ? editSays(command, state) : null)
  )
}

function padlockSays(command: Command, state: AppState, now: number): Refusal | null {
  if (state.padlock.locked && reachOf(command, state) === 'air') return { reason: 'padlocked' }
  return command.type === 'edit' && isSoon(command, state, now) ? { reason: 'padlocked', soon: true } : null
}

/** Added dates are checked here; removed dates by the caller that has read the current ones (`keepsSoon`). */
function isSoon({ operation, input }: CommandOf<'edit'>, state: AppState, now: number): boolean {
  const { dates = [] } = operation === 'scheduleLive' ? (input as { dates?: readonly string[] }) : {}
  return keepsSoon(dates.map(Date.parse), state, now) !== null
}

/**
 * Does a closed padlock forbid this change of dates? It does if one of them is within the hour. @param changed wall ms
 */
export function keepsSoon(changed: readonly number[], { padlock }: AppState, now: number): Refusal | null {
  return padlock.locked && changed.some((at) => at - now <= SOON_MS) ? { reason: 'padlocked', soon: true } : null
}

/**
 * Quitting reaches the air if it first stops what is on air; for an edit, its row and the project's auto-sync decide.
 */
function reachOf(command: Command, state: AppState): Reach {
  if (command.type === 'quit' && command.onAir === 'stop') return 'air'
  if (command.type !== 'edit') return commands[command.type].reach
  const air = airOf(command.operation)
  const project = projectOfEdit(command, state)
  const off = project?.live && !mayRun(project)
  // To switch auto-sync reaches the air as the command of that name does.
  const isSwitch = command.operation === 'updateProject' && command.input.autoSync !== undefined
  const held = off || (air === 'ifAutoSync' && project?.settings?.autoSync === false && !isSwitch)
  return air === 'no' || air === 'ifSoon' || held ? 'own' : 'air'
}

/**
 * Is it certain that viewers will not see this edit before a person acts? Then an agent may make it. Not while the
 * project may begin by itself or something that is under way may show it, and no setting of the project while it runs:
 * auto-sync and the end are among them.
 */
function isUnseen(command: CommandOf<'edit'>, state: AppState): boolean {
  const air = airOf(command.operation)
  if (air !== 'ifAutoSync') return air === 'no'
  const project = projectOfEdit(command, state)
  if (!project?.live || mayBegin(project) || mayBeShown(project, state) || reachOf(command, state) === 'air')
    return false
  return command.operation !== 'updateProject' || (!mayBeOnAir(project) && command.input.autoSync === undefined)
}

/** Has it a date, as far as we know, or may a Go live of ours start it? */
const mayBegin = (project: ProjectState): boolean =>
  project.nextScheduleAt !== null ||
  isScheduled(project) ||
  (project.settings?.scheduledLives ?? 0) > 0 ||
  (mayRun(project) && !isRunning(project.live))

/** May something of ours that is under way sync it, switch its auto-sync on, or start it? */
const mayBeShown = ({ id }: ProjectState, { openWork, macro }: AppState): boolean =>
  openWork.some(({ projectId }) => projectId === id) || (macro?.projectId === id && macro.ended === null)

/** The project that an edit changes, if it is known. */
function projectOfEdit({ input }: CommandOf<'edit'>, state: AppState): ProjectState | undefined {
  return state.projects[String(input.projectId ?? '')]
}

/** The broadcast that the sender saw must be the one on air; checked again right before the bytes go out. */
function editSays(command: CommandOf<'edit'>, state: AppState): Refusal | null {
  const live = projectOfEdit(command, state)?.live
  if (!command.seen || !live) return null
  const running = isRunning(live) ? live.liveId : null
  return command.seen.liveId === running ? null : { reason: 'otherLive', meant: command.seen.liveId, running }
}

/** Who sent a command, as its carrier knows it. */
export interface Sender {
  readonly source: Source
  /** The pairing, if the source is one. */
  readonly paired?: Paired | undefined
}

/** The name of the pairing or phone that sent it, which ends with its access; null: nothing that is paired did. */
export const pairingOf = ({ source, paired }: Sender): string | null =>
  source === 'pairing' || source === 'phone' ? (paired?.name ?? null) : null

/** May this sender only arm, and leave the second step to a user elsewhere? */
export const isArmOnly = ({ source, paired }: Sender): boolean =>
  ARM_ONLY_SOURCES.includes(source) || paired?.scope === 'arm'

const ARMS: ReadonlySet<CommandName> = new Set(['armStop', 'armGoLive', 'runMacro'])
/** What begins or ends a broadcast, or may. */
const ENDS: ReadonlySet<CommandName> = new Set([...ARMS, 'goLive', 'commitGoLive', 'commitStop', 'quit'])

/** A paired client does what its scope names, and nothing if its pairing is not known. */
function scopeSays({ type }: Command, { source, paired }: Sender): Refusal | null {
  if (source !== 'pairing' && source !== 'phone') return null
  const scope = paired?.scope ?? 'look'
  if (scope === 'cues' && ENDS.has(type)) return { reason: 'notArmed' }
  const shows = scope === 'show' || scope === 'cues'
  const may = scope === 'edit' || (shows && type !== 'edit') || (scope === 'arm' && ARMS.has(type))
  return may ? null : { reason: 'outOfScope', scope }
}

/**
 * A phone is in the hand of the person who paired it, so it may take the decisions that only a person takes in a show.
 * What is about this computer is decided there: settings, accounts, who is let in, and the padlock, which is closed
 * against whatever a pocket presses.
 */
const ALSO_BY_PHONE: ReadonlySet<CommandName> = new Set(['allowProposal', 'unlockGoLive', 'dismissEdit'])
const NOT_BY_PHONE: ReadonlySet<CommandName> = new Set(['showWindow'])

function phoneSays(command: Command): Refusal | null {
  const { type } = command
  const opens = type === 'setPadlock' && !command.locked
  const isElsewhere = opens || NOT_BY_PHONE.has(type) || (personOnly(type) && !ALSO_BY_PHONE.has(type))
  return isElsewhere ? { reason: 'notFromPhone' } : null
}

/** Is there a person in front of the surface that sent it? A phone counts if it may act at all. */
export const isByPerson = ({ source, paired }: Sender): boolean =>
  PERSONAL_SOURCES.includes(source) || (source === 'phone' && (paired?.scope === 'show' || paired?.scope === 'edit'))

/** Links and programs may at most arm; hotkeys and pads must arm before they go live; only the user may open the padlock. */
function sourceSays(command: Command, sender: Sender, state: AppState): Refusal | null {
  const { source } = sender
  if (source === 'agent') return agentSays(command, state)
  const arms =
    command.type === 'armStop' ||
    command.type === 'armGoLive' ||
    (command.type === 'runMacro' && command.armId === undefined)
  const acts = command.type === 'edit' || reachOf(command, state) === 'air'
  if (isArmOnly(sender) && acts && !arms) return { reason: 'armOnly' }
  if ((source === 'hotkey' || source === 'midi') && command.type === 'goLive') return { reason: 'armFirst' }
  if (source === 'phone') return phoneSays(command)
  const opens = command.type === 'setPadlock' && !command.locked
  const isTyped = source === 'cli' && mayBeTyped(command.type)
  if (PERSONAL_SOURCES.includes(source) || isTyped) return null
  return opens || personOnly(command.type) ? { reason: 'personOnly' } : null
}

/** An agent edits what viewers cannot see, proposes what they could, and does nothing else. */
function agentSays(command: Command, state: AppState): Refusal | null {
  if (command.type === 'propose' || (command.type === 'edit' && isUnseen(command, state))) return null
  const isSeen = command.type === 'edit' || reachOf(command, state) === 'air'
  return { reason: isSeen ? 'proposeOnly' : 'personOnly' }
}

const personOnly = (name: CommandName): boolean => 'person' in commands[name]
const mayBeTyped = (name: CommandName): boolean => {
  const row = commands[name]
  return 'person' in row && row.person === 'orTyped'
}

/** The show target cannot be changed while it is, or may be, on air. */
function targetSays(command: Command, state: AppState): Refusal | null {
  if (command.type !== 'chooseTarget' || command.projectId === state.targetId) return null
  const target = targetOf(state)
  return target && mayBeOnAir(target) ? { reason: 'targetLocked', projectName: target.name } : null
}

/** Running, or with a start or stop in progress. */
export const mayBeOnAir = ({ live, pending }: ProjectState): boolean => isRunning(live) || pending !== null

/**
 * The names of the projects that are, or may be, on air, the show target first. `mayBe`: one of them is not seen
 * running, but a request of ours may start it, or has.
 */
export function onAirOf({ projects, targetId }: AppState): { names: string[]; mayBe?: true } {
  const those = Object.values(projects).filter(mayRun)
  const sorted = those.toSorted((one, other) => Number(other.id === targetId) - Number(one.id === targetId))
  return { names: sorted.map(nameOf), ...(those.every(({ live }) => isRunning(live)) ? {} : { mayBe: true }) }
}

/** Why quitting, or leaving this account, needs a decision of the user: edits of several requests are incomplete. */
export function leavesHalfDone(by: 'quit' | 'switchProfile', state: AppState): Refusal | null {
  const halfDone = leftHalfDone(state)
  return halfDone.length > 0 ? { reason: 'openWork', by, halfDone } : null
}

const nameOf = ({ name }: ProjectState): string => name

/** Commands about any project of the account, followed or not. */
const OF_ANY: ReadonlySet<CommandName> = new Set(['chooseTarget', 'setOpeningScene'])

/** A command that names a project, or applies to the show target, is refused if that project is not known. */
function projectSays(command: Command, state: AppState): Refusal | null {
  if (!('projectId' in commands[command.type].args.shape) || OF_ANY.has(command.type)) return null
  const found = projectOf(command, state)
  return 'reason' in found && command.type !== 'refresh' ? found : null
}

/** The broadcast that the sender saw must be the one on air, as far as it is known. */
function liveSays(command: Command, state: AppState): Refusal | null {
  if (!('liveId' in command)) return null
  const project = projectOf(command, state)
  if ('reason' in project) return project
  const running = isRunning(project.live) ? (project.live?.liveId ?? null) : null
  if (command.liveId === running) return null
  if (!isRunning(project.live)) return { reason: 'notLive' }
  return { reason: 'otherLive', meant: command.liveId, running }
}

/** The project of a command: the one it names, otherwise the show target. */
export function projectOf(command: Command, state: AppState): ProjectState | Refusal {
  const named = 'projectId' in command ? command.projectId : undefined
  const id = named ?? state.targetId
  if (id === null) return { reason: 'noTarget' }
  return state.projects[id] ?? { reason: 'unknownProject' }
}
