/**
 * What came out of a command whose answer was lost. One truth for the answer at its button, its line in the journal and
 * what waits for a sync: all three follow what was read since, as the tile does.
 */
import type { CommandName } from '../commands/commands.ts'
import type { Failure } from '../failures.ts'
import type { LiveEvent } from '../outcome.ts'
import type { AppState, JournalEntry, ProjectState } from '../state.ts'
import { reachedBy } from './marks.ts'

export type SettledEvent = Extract<LiveEvent, { event: 'settled' }>

export type Reconciled = NonNullable<ReturnType<typeof reconcile>>

/** It had not been carried out. */
export const hasFailed = (out: Reconciled): boolean =>
  out.event === 'settled' ? failedWhenSettled(out) : out.reached === null

/** Null: that is not known (yet), or its answer was not lost. */
export const reconcile = (project: ProjectState | null, all: readonly JournalEntry[], entry: JournalEntry) =>
  settledEventOf(all, entry) ?? switchSeen(project, all, entry)

/**
 * What came out of a command of this name that failed so. Only its latest entry is asked: it stands in the journal before
 * anything is sent, and an earlier one that was lost alike says nothing of it.
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

/** What the scenes said when they were read next. `reached` null: it had not switched. */
function switchSeen(project: ProjectState | null, all: readonly JournalEntry[], entry: JournalEntry) {
  const { at, ms, outcome } = entry
  if (outcome?.result !== 'unknown' || !project?.scenes) return null
  const { path } = outcome.failure
  const scene = project.scenes.find(({ id }) => path.endsWith(`/scenes/${encodeURIComponent(id)}/activate`))
  if (!scene || (project.scenesReadAt ?? 0) <= at + (ms ?? 0) || isFollowed(all, entry)) return null
  const reached = scene.isActive ? reachedBy(project, scene) : null
  return { event: 'switchSeen', sceneName: scene.name, reached } as const
}

/** After another switch, which scene is active says nothing of this one. */
const isFollowed = (all: readonly JournalEntry[], entry: JournalEntry): boolean =>
  laterOf(all, entry).some(
    ({ what, outcome }) => 'command' in what && SWITCHES.has(what.command) && outcome?.result !== 'refused',
  )

/** The entries of its project that follow one. */
const laterOf = (all: readonly JournalEntry[], entry: JournalEntry): JournalEntry[] =>
  all.slice(all.indexOf(entry) + 1).filter(({ projectId }) => projectId === entry.projectId)

const SWITCHES: ReadonlySet<string> = new Set(['switchScene', 'nextScene', 'previousScene', 'backToScene'])

/** What was sent had not been carried out. */
export const failedWhenSettled = ({ as }: SettledEvent): boolean => as === 'notStarted' || as === 'stillRunning'

const ACTS: Partial<Record<CommandName, SettledEvent['act']>> = {
  goLive: 'start',
  commitGoLive: 'start',
  commitStop: 'stop',
  quit: 'stop',
}

/** What came out later of a start or stop whose answer was lost; null while that is not known. */
export function settledEventOf(entries: readonly JournalEntry[], entry: JournalEntry): SettledEvent | null {
  const { what, outcome } = entry
  const act = 'command' in what ? ACTS[what.command] : undefined
  if (outcome?.result !== 'unknown' || act === undefined) return null
  // A later start or stop has a settling of its own.
  for (const later of laterOf(entries, entry)) {
    if ('event' in later.what && later.what.event === 'settled' && later.what.act === act) return later.what
    if ('command' in later.what && ACTS[later.what.command] === act && later.outcome?.result !== 'refused')
      return null
  }
  return null
}
