/** The known changes viewers do not see yet: only what the service reported or we did ourselves. */
import type { Source } from '../commands/commands.ts'
import { isRunning, type JournalEntry, type ProjectState } from '../state.ts'
import { reconcile } from './reconciled.ts'

/** A scene switch that waits for a sync. */
export interface KnownEdit {
  scene: string
  /** What viewers see instead; null: unknown, or given with a later edit. */
  insteadOf: string | null
  /** Who switched, and when; null: the journal does not tell. */
  by: { source: Source; at: number } | null
}

export interface PendingEdits {
  /** `some`: there are edits. `notKnown`: the service does not report whether there are any. */
  kind: 'some' | 'notKnown'
  /** Newest first. */
  known: KnownEdit[]
  /** How many further edits there are of which only the number is known; null: the number is unknown too. */
  more: number | null
  /** The number is our own count of edits made from here. */
  own: boolean
}

/** What waits for a sync; null: nothing runs, or viewers see everything. */
export function pendingEditsOf(project: ProjectState, journal: readonly JournalEntry[]): PendingEdits | null {
  const { live, unsynced } = project
  if (!isRunning(live) || unsynced.some === false) return null
  if (unsynced.some === null) return { kind: 'notKnown', known: [], more: null, own: false }
  const known = knownEdits(project, journal)
  const more = unsynced.edits === null ? null : Math.max(0, unsynced.edits - known.length)
  return { kind: 'some', known, more, own: unsynced.basis === 'own' }
}

/** The waiting scene, and earlier switches if the service counts each of them. */
function knownEdits(project: ProjectState, journal: readonly JournalEntry[]): KnownEdit[] {
  const switches = switchesSince(project, journal)
  const waiting = waitingScene(project, switches)
  const counted = project.unsynced.basis === 'service' ? (project.unsynced.edits ?? 1) : 1
  const earlier = waiting?.by ? switches.slice(1) : switches
  return [...(waiting ? [waiting] : []), ...(waiting ? earlier : [])].slice(0, counted)
}

/** The active scene, if viewers see another one. */
function waitingScene({ scenes, air }: ProjectState, switches: readonly KnownEdit[]): KnownEdit | null {
  const active = scenes?.find((scene) => scene.isActive)
  if (!active || active.id === air.sceneId) return null
  const [last] = switches
  const ours = last?.scene === active.name ? last.by : null
  // If the scene on air is unknown, only a switch of our own shows that this scene waits.
  if (air.sceneId === null && ours === null) return null
  const seen = scenes?.find((scene) => scene.id === air.sceneId)
  return { scene: active.name, insteadOf: seen?.name ?? null, by: ours }
}

/** Our own scene switches that did not reach the air since viewers last saw the whole project, newest first. */
function switchesSince(project: ProjectState, journal: readonly JournalEntry[]): KnownEdit[] {
  const { id, live } = project
  const ours = journal.filter((entry) => entry.projectId === id)
  const since = ours.findLastIndex(showedAll)
  // If the journal does not reach back that far, only entries that surely belong to this broadcast count.
  const from = since < 0 ? (live?.startedAt ?? Number.POSITIVE_INFINITY) : Number.NEGATIVE_INFINITY
  return ours
    .slice(since + 1)
    .filter(({ at }) => at >= from)
    .flatMap((entry) => waitingSwitch(project, journal, entry))
    .reverse()
}

/** From here on viewers saw the whole project: earlier entries are no pending edits of this broadcast. */
function showedAll({ what, outcome }: JournalEntry): boolean {
  if ('event' in what) return what.event !== 'onAir' && !(what.event === 'settled' && what.as === 'stillRunning')
  return outcome?.result === 'done' && ['synced', 'started', 'stopped', 'wasOff'].includes(outcome.done.what)
}

function waitingSwitch(project: ProjectState, journal: readonly JournalEntry[], entry: JournalEntry): KnownEdit[] {
  const { source, at, outcome } = entry
  const done = outcome?.result === 'done' && outcome.done.what === 'sceneSwitched' ? outcome.done : null
  const out = done ?? reconcile(project, journal, entry)
  if (!out || !('reached' in out) || out.reached !== 'notOnAir') return []
  return [{ scene: out.sceneName, insteadOf: null, by: { source, at } }]
}
