import { randomUUID } from 'node:crypto'
import { original } from 'immer'
import { type Command, commands, type Source } from '../../../shared/commands/commands.ts'
import type { Paired } from '../../../shared/control/scopes.ts'
import type { LiveEvent, Outcome } from '../../../shared/outcome.ts'
import type { Seen } from '../../../shared/report/times.ts'
import { type AppState, isRunning, type JournalEntry, type ProjectState } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { hostOf } from '../../../shared/words/accounts/profiles.ts'
import { editTitle } from '../../../shared/words/commands/operations.ts'
import { FAULT_WORDS, SCENARIO_WORDS } from '../../../shared/words/show/rehearsal.ts'
import type { AnyInput } from '../../service/calls.ts'
import type { Store } from '../state/store.ts'
import type { Journal } from './journal.ts'
import type { JournalLine } from './line.ts'
import { surplusOf } from './recovery.ts'

/** One command as it was received. */
export interface Invocation {
  id: string
  source: Source
  /** The paired client that sent it; omitted: no pairing did. */
  paired?: Paired | undefined
  command: Command
  /** Wall ms, to show; monotonic ms, to measure. */
  at: number
  pressedAt: number
  /** Increases with every command. */
  number: number
  /** Set once the project is known better than from the command: an arm names its project. */
  meant?: Pick<ProjectState, 'id' | 'name'>
}

/** What the journal records of a start or stop, so that it can be settled after a crash. */
export type AirMark = NonNullable<JournalLine['air']>

export type Recorder = ReturnType<typeof createRecorder>

export interface RecorderOptions {
  /** Changes the state that all clients see. */
  show: Store['change']
  /** The state of the service in use. */
  seen: Store['get']
  journal: Journal
  clock: Clock
  /** The id under which that service is stored. */
  service: string
}

/** Writes the journal and shows its latest entries, so that both agree. */
export function createRecorder(options: RecorderOptions) {
  const { journal, clock, service, seen } = options

  function show(entry: JournalEntry): void {
    options.show(({ journal: draft }) => {
      // The original, because access to every entry of a draft would be too slow.
      const entries = original(draft) ?? []
      const index = entries.findLastIndex((one) => one.id === entry.id)
      const next = index >= 0 ? entries.with(index, entry) : [...entries, entry]
      draft[index >= 0 ? index : entries.length] = entry
      const surplus = surplusOf(next)
      if (surplus >= 0) draft.splice(surplus, 1)
    })
  }

  function write(
    line: JournalLine['line'],
    entry: JournalEntry,
    more: Pick<JournalLine, 'air' | 'edit' | 'signal' | 'settles' | 'seen'> = {},
  ): string | null {
    const project = seen().projects[entry.projectId ?? '']
    const known = more.seen ?? (project && seenOf(project, seen()))
    const unwritten = journal.write({ line, ...entry, service, ...more, ...(known ? { seen: known } : {}) })
    // An entry about to be sent is shown after its request is out: only the line must be written before.
    if (line === 'sent') queueMicrotask(() => show(entry))
    else show(entry)
    return unwritten
  }

  function eventEntry({ id, name }: { id: string | null; name: string | null }, what: LiveEvent): JournalEntry {
    const projectName = name ?? named(id, seen())?.name ?? null
    return {
      id: randomUUID(),
      at: clock.now(),
      source: 'core',
      outcome: null,
      ms: null,
      projectId: id,
      projectName,
      what,
    }
  }

  function editOf({ command }: Invocation): Pick<JournalLine, 'edit'> {
    if (command.type !== 'edit') return {}
    const { operation, input } = command
    const projectId = typeof input.projectId === 'string' ? input.projectId : null
    return { edit: { operation, projectId, sentAt: clock.now() } }
  }

  return {
    /** Why nothing can be written, in words; tries again if that was so. Null: it can. */
    problem: journal.problem,
    /** Shows that a command is under way before anything of it is sent. */
    began: (press: Invocation) => show(entryOf(press, seen(), null, null)),
    /** Called right before the request of a command goes out. @returns why it was not written, or null */
    sent(press: Invocation, air?: AirMark, signal?: JournalLine['signal']) {
      const more = { ...(air ? { air } : {}), ...editOf(press), ...(signal ? { signal } : {}) }
      return write('sent', entryOf(press, seen(), null, null), more)
    },
    ended(press: Invocation, outcome: Outcome) {
      const ms = Math.round(clock.monotonic() - press.pressedAt)
      write('ended', entryOf(press, seen(), outcome, ms))
    },
    /**
     * @param project as known when it was observed; if it ended, as last known
     * @param settles the id of the start or stop that this settles
     */
    event(project: ProjectState, what: LiveEvent, settles?: string) {
      const more = { seen: seenOf(project, seen()), ...(settles === undefined ? {} : { settles }) }
      write('event', eventEntry(project, what), more)
    },
    /** An observation that concerns no broadcast. */
    seen: (project: { id: string | null; name: string | null }, what: LiveEvent) =>
      void write('event', eventEntry(project, what)),
  }
}

/** What the next process must know of a request, to watch it if this one dies before it is settled. */
export function signalOf(operation: string, { params, body }: AnyInput): JournalLine['signal'] {
  const { dates, autoSync } = (body ?? {}) as { dates?: unknown; autoSync?: unknown }
  const isWatched =
    ['syncLive', 'scheduleLive', 'cancelSchedules'].includes(operation) ||
    (operation === 'updateProject' && autoSync !== undefined)
  return isWatched ? { operation, input: { ...params, dates, autoSync } } : undefined
}

/** What a show report needs to know of this moment. */
function seenOf({ live, air, scenes, rehearsal }: ProjectState, { service }: AppState): Seen {
  const runs = isRunning(live)
  return {
    liveId: runs ? (live?.liveId ?? null) : null,
    scene: (runs && scenes?.find(({ id }) => id === air.sceneId)?.name) || null,
    peakViewers: live?.peakViewers ?? null,
    rehearsal: rehearsal ?? service.rehearsal,
    onAir: live?.status === 'LIVE',
  }
}

function entryOf(press: Invocation, state: AppState, outcome: Outcome | null, ms: number | null): JournalEntry {
  const { id, at, source, command } = press
  const project = meant(command, state)
  const about = command.type === 'edit' ? named(command.input.projectId, state) : undefined
  const { id: projectId = null, name: projectName = null } = press.meant ?? project ?? about ?? {}
  return {
    id,
    at,
    source,
    ...(press.paired && { by: press.paired.name }),
    ...('armId' in command && command.armId !== undefined && { armId: command.armId }),
    projectId,
    projectName,
    what: { command: command.type, about: aboutOf(command, state, project) },
    outcome,
    ms,
  }
}

/** Finds a project by id, also one that is not followed, so that its edits are not shown under another project. */
const named = (projectId: unknown, { projects, projectList }: AppState) =>
  projects[String(projectId)] ?? projectList.items.find(({ id }) => id === projectId)

/** A command that names no project and does not reach the air concerns Cuelight itself. */
function meant(command: Command, state: AppState): ProjectState | undefined {
  const { reach, args } = commands[command.type]
  if (reach === 'own' && !('projectId' in args.shape)) return undefined
  if (command.type === 'edit') return state.projects[String(command.input.projectId ?? '')]
  const named = 'projectId' in command ? command.projectId : undefined
  return state.projects[named ?? state.targetId ?? '']
}

/** What the command names, in words for the user: a scene, a project, on or off. */
export function aboutOf(command: Command, state: AppState, project: ProjectState | undefined): string | null {
  switch (command.type) {
    case 'edit':
      return editTitle(command.operation, command.input)
    case 'switchScene':
    case 'setOpeningScene':
      return project?.scenes?.find((scene) => scene.id === command.sceneId)?.name ?? null
    case 'saveMacro':
      return command.name
    case 'runMacro':
    case 'rehearseMacro':
    case 'deleteMacro':
      return state.macros.find((one) => one.id === command.macroId)?.name ?? null
    case 'chooseTarget':
      return state.projectList.items.find((one) => one.id === command.projectId)?.name ?? null
    case 'propose':
      return String(command.command.type ?? '').slice(0, 40)
    case 'setAutoSync':
      return command.on ? 'on' : 'off'
    case 'setPlayback':
      return command.action
    case 'setFault':
      return FAULT_WORDS[command.fault.kind].name
    case 'playScenario':
      return SCENARIO_WORDS[command.scenario].name
    case 'createProfile':
      return command.name
    case 'tryConnection':
      return hostOf(command.baseUrl)
    case 'setPadlock':
      return command.locked ? 'close' : 'open'
    default:
      if (!('profileId' in command)) return null
      return state.profiles.find((one) => one.id === command.profileId)?.name ?? null
  }
}
