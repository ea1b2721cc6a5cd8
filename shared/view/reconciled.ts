/**
 * The actual result of a command whose response was lost. The message at its button, its journal entry and the list of
 * unsynced edits all use it, based on later readings, as the tile is.
 */
import type { CommandName } from '../commands/commands.ts'
import type { Failure } from '../failures.ts'
import type { LiveEvent } from '../outcome.ts'
import type { AppState, JournalEntry, ProjectState } from '../state.ts'
import { reachedBy } from './marks.ts'

export type SettledEvent = Extract<LiveEvent, { event: 'settled' }>

export type Reconciled = NonNullable<ReturnType<typeof reconcile>>

/** The command was not carried out. */
export const hasFailed = (out: Reconciled): boolean =>
  out.event === 'settled' ? failedWhenSettled(out) : out.reached === null

/** Null: unknown (yet), or the response was not lost. */
export const reconcile = (project: ProjectState | null, all: readonly JournalEntry[], entry: JournalEntry) =>
  settledEventOf(all, entry) ?? switchSeen(project, all, entry)

/**
 * The actual result of a command that failed with this failure. Only its latest entry counts: it is in the journal
 * before anything is sent, and an earlier lost one tells nothing about it.
 */
export function reconciledResult(
  { journal, projects }: AppState,
  command: CommandName,
  { path }: Failure,
): Reconciled | null {
  const entry = journal.findLast(({ what }) => 'command' in what && what.command === command)
  if (entry?.outcome?.result !== 'unknown' || entry.outcome.failure.path !== path) return null
  return reconcile(projects[entry.projectId ?? ''] ?? null, journal, entry)
}

/** What the next reading of the scenes showed. `reached` null: the scene had not switched. */
function switchSeen(project: ProjectState | null, all: readonly JournalEntry[], entry: JournalEntry) {
  const { at, ms, outcome } = entry
  if (outcome?.result !== 'unknown' || !project?.scenes) return null
  const { path } = outcome.failure
  const scene = project.scenes.find(({ id }) => path.endsWith(`/scenes/${encodeURIComponent(id)}/activate`))
  if (!scene || (project.scenesReadAt ?? 0) <= at + (ms ?? 0) || isFollowed(all, entry)) return null
  const reached = scene.isActive ? reachedBy(project, scene) : null
  return { event: 'switchSeen', sceneName: scene.name, reached } as const
}

/** After a later switch, the active scene tells nothing about this one. */
const isFollowed = (all: readonly JournalEntry[], entry: JournalEntry): boolean =>
  laterOf(all, entry).some(
    ({ what, outcome }) => 'command' in what && SWITCHES.has(what.command) && outcome?.result !== 'refused',
  )

/** The later entries of the same project. */
const laterOf = (all: readonly JournalEntry[], entry: JournalEntry): JournalEntry[] =>
  all.slice(all.indexOf(entry) + 1).filter(({ projectId }) => projectId === entry.projectId)

const SWITCHES: ReadonlySet<string> = new Set(['switchScene', 'nextScene', 'previousScene', 'backToScene'])

/** The command was not carried out. */
export const failedWhenSettled = ({ as }: SettledEvent): boolean => as === 'notStarted' || as === 'stillRunning'

const ACTS: Partial<Record<CommandName, SettledEvent['act']>> = {
  goLive: 'start',
  commitGoLive: 'start',
  commitStop: 'stop',
  quit: 'stop',
}

/** The later event that settled a start or stop whose response was lost; null if there is none yet. */
export function settledEventOf(entries: readonly JournalEntry[], entry: JournalEntry): SettledEvent | null {
  const { what, outcome } = entry
  const act = 'command' in what ? ACTS[what.command] : undefined
  if (outcome?.result !== 'unknown' || act === undefined) return null
  // A later start or stop has a settled event of its own.
  for (const later of laterOf(entries, entry)) {
    if ('event' in later.what && later.what.event === 'settled' && later.what.act === act) return later.what
    if ('command' in later.what && ACTS[later.what.command] === act && later.outcome?.result !== 'refused')
      return null
  }
  return null
}
