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
import type { Refusal } from '../../../shared/outcome.ts'
import { type AppState, isRunning, type ProjectState, targetOf } from '../../../shared/state.ts'
import { leftHalfDone } from '../../../shared/view/openWork.ts'

/** What begins by itself within this time, in ms, is as good as on air: a closed padlock keeps it as it is. */
const SOON_MS = 3_600_000

/**
 * The one guard beneath every input: why may this command, from this source, not be carried out in this state? Pure.
 * What needs the service (arms, lost answers) is judged by the handlers, on the same side.
 *
 * @param now wall ms
 */
export function guard(command: Command, source: Source, state: AppState, now: number): Refusal | null {
  return (
    padlockSays(command, state, now) ??
    sourceSays(command, source, state) ??
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

/** Dates that are added are judged by themselves; those that would go, by who has read which stand (`keepsSoon`). */
function isSoon({ operation, input }: CommandOf<'edit'>, state: AppState, now: number): boolean {
  const { dates = [] } = operation === 'scheduleLive' ? (input as { dates?: readonly string[] }) : {}
  return keepsSoon(dates.map(Date.parse), state, now) !== null
}

/** Does a closed padlock keep a broadcast from beginning, or from not beginning, by itself within the hour? */
export function keepsSoon(changed: readonly number[], { padlock }: AppState, now: number): Refusal | null {
  return padlock.locked && changed.some((at) => at - now <= SOON_MS) ? { reason: 'padlocked', soon: true } : null
}

/** Quitting reaches the air when it stops what is on air first; an edit as its row and the project's auto-sync say. */
function reachOf(command: Command, state: AppState): Reach {
  if (command.type === 'quit' && command.onAir === 'stop') return 'air'
  if (command.type !== 'edit') return commands[command.type].reach
  const air = airOf(command.operation)
  const project = projectOfEdit(command, state)
  const off = project?.live && !mayBeOnAir(project)
  const held = off || (air === 'ifAutoSync' && project?.settings?.autoSync === false)
  return air === 'no' || air === 'ifSoon' || held ? 'own' : 'air'
}

/** The project that an edit changes, where it is known. */
function projectOfEdit({ input }: CommandOf<'edit'>, state: AppState): ProjectState | undefined {
  return state.projects[String(input.projectId ?? '')]
}

/** What its sender saw on air is what is there; asked again right before the bytes go out. */
function editSays(command: CommandOf<'edit'>, state: AppState): Refusal | null {
  const live = projectOfEdit(command, state)?.live
  if (!command.seen || !live) return null
  const running = isRunning(live) ? live.liveId : null
  return command.seen.liveId === running ? null : { reason: 'otherLive', meant: command.seen.liveId, running }
}

/** Links and programs arm at most; a hotkey arms before it goes live; only a person unlocks. */
function sourceSays(command: Command, source: Source, state: AppState): Refusal | null {
  const arms =
    command.type === 'armStop' ||
    command.type === 'armGoLive' ||
    (command.type === 'runMacro' && command.armId === undefined)
  const acts = command.type === 'edit' || reachOf(command, state) === 'air'
  if (ARM_ONLY_SOURCES.includes(source) && acts && !arms) return { reason: 'armOnly' }
  if (source === 'hotkey' && command.type === 'goLive') return { reason: 'armFirst' }
  const opens = command.type === 'setPadlock' && !command.locked
  const isTyped = source === 'cli' && mayBeTyped(command.type)
  if (PERSONAL_SOURCES.includes(source) || isTyped) return null
  return opens || personOnly(command.type) ? { reason: 'personOnly' } : null
}

const personOnly = (name: CommandName): boolean => 'person' in commands[name]
const mayBeTyped = (name: CommandName): boolean => {
  const row = commands[name]
  return 'person' in row && row.person === 'orTyped'
}

/** The show target stays while it is on air, or may be. */
function targetSays(command: Command, state: AppState): Refusal | null {
  if (command.type !== 'chooseTarget' || command.projectId === state.targetId) return null
  const target = targetOf(state)
  return target && mayBeOnAir(target) ? { reason: 'targetLocked', projectName: target.name } : null
}

/** Running, or a start or stop of it is not over yet. */
export const mayBeOnAir = ({ live, pending }: ProjectState): boolean => isRunning(live) || pending !== null

/** The projects that are, or may be, on air, by name: the show target first. */
export function onAirOf({ projects, targetId }: AppState): string[] {
  const running = Object.values(projects).filter(mayBeOnAir)
  return running.toSorted((one, other) => Number(other.id === targetId) - Number(one.id === targetId)).map(nameOf)
}

/** Why Cuelight, or this account, is not simply left: edits of several requests would stand half done. */
export function leavesHalfDone(by: 'quit' | 'switchProfile', state: AppState): Refusal | null {
  const halfDone = leftHalfDone(state)
  return halfDone.length > 0 ? { reason: 'openWork', by, halfDone } : null
}

const nameOf = ({ name }: ProjectState): string => name

/** About a project of the account that need not be followed. */
const OF_ANY: ReadonlySet<CommandName> = new Set(['chooseTarget', 'setOpeningScene'])

/** A command that names a project, or means the target, finds it known. */
function projectSays(command: Command, state: AppState): Refusal | null {
  if (!('projectId' in commands[command.type].args.shape) || OF_ANY.has(command.type)) return null
  const found = projectOf(command, state)
  return 'reason' in found && command.type !== 'refresh' ? found : null
}

/** What the sender saw on air is what is there, as far as we know. */
function liveSays(command: Command, state: AppState): Refusal | null {
  if (!('liveId' in command)) return null
  const project = projectOf(command, state)
  if ('reason' in project) return project
  const running = isRunning(project.live) ? (project.live?.liveId ?? null) : null
  if (command.liveId === running) return null
  if (!isRunning(project.live)) return { reason: 'notLive' }
  return { reason: 'otherLive', meant: command.liveId, running }
}

/** The project a command means: the one it names, else the show target. */
export function projectOf(command: Command, state: AppState): ProjectState | Refusal {
  const named = 'projectId' in command ? command.projectId : undefined
  const id = named ?? state.targetId
  if (id === null) return { reason: 'noTarget' }
  return state.projects[id] ?? { reason: 'unknownProject' }
}
