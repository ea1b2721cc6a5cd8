/** Searches, filters and groups journal entries for the user. */
import type { CommandName } from '../commands/commands.ts'
import type { LiveEvent } from '../outcome.ts'
import type { JournalEntry } from '../state.ts'
import { sourceText } from '../words/commands/commands.ts'
import { type JournalFilter, journalSentence, journalTitle } from '../words/reports/journal.ts'
import { failedWhenSettled, type SettledEvent, settledEventOf } from './reconciled.ts'

/**
 * The commands that affect what viewers see: those with the reach `air`, and those that settle or end a broadcast.
 * Listed here because the table of commands would pull all its schemas into the page's first script.
 */
export const AIR_COMMANDS: ReadonlySet<CommandName> = new Set([
  'goLive',
  'armGoLive',
  'commitGoLive',
  'armStop',
  'commitStop',
  'sync',
  'switchScene',
  'nextScene',
  'previousScene',
  'backToScene',
  'setAutoSync',
  'setPlayback',
  'runMacro',
  'unlockGoLive',
])

/** A command that affects the air, or an event of a broadcast. */
export function isAboutAir({ what, projectId }: JournalEntry): boolean {
  if ('event' in what) return true
  // Quit names a project only if it stopped one.
  return AIR_COMMANDS.has(what.command) || (what.command === 'quit' && projectId !== null)
}

/** It was not carried out, its outcome is unknown, or a broadcast ended badly. */
export function isProblem({ what, outcome }: JournalEntry): boolean {
  if ('event' in what) return isBadEvent(what)
  return outcome !== null && outcome.result !== 'done' && outcome.result !== 'armed'
}

function isBadEvent(event: LiveEvent): boolean {
  if (event.event === 'ended') return event.error !== null
  if (BAD_EVENTS.has(event.event)) return true
  return event.event === 'settled' && failedWhenSettled(event)
}

const BAD_EVENTS: ReadonlySet<LiveEvent['event']> = new Set([
  ...(['lostContact', 'destinationFailed', 'projectGone'] as const),
  ...(['picturesLeftOut', 'engineRestarted', 'fileNotShown', 'soundNotHeard', 'diskNearlyFull'] as const),
])

const PASSES: Record<JournalFilter, (entry: JournalEntry) => boolean> = {
  all: () => true,
  onAir: isAboutAir,
  problems: isProblem,
}

/** The entries of a filter that contain every search word, in order. */
export function findEntries(entries: readonly JournalEntry[], filter: JournalFilter, sought: string): JournalEntry[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter((entry) => {
    if (isFirstStep(entry) || isOfLooks(entry) || !PASSES[filter](entry)) return false
    const text = words.length > 0 ? textOf(entry, settledEventOf(entries, entry)) : ''
    return words.every((word) => text.includes(word))
  })
}

/** An arm is shown while it waits, and its second step has an entry of its own. */
const isFirstStep = ({ outcome }: JournalEntry): boolean => outcome?.result === 'armed'

/** A tile's look is not part of the show, except when it could not be saved. */
const isOfLooks = (entry: JournalEntry): boolean =>
  'command' in entry.what && entry.what.command === 'setSceneLook' && !isProblem(entry)

/** Everything that is displayed of an entry except its time. */
function textOf(entry: JournalEntry, settled: SettledEvent | null): string {
  const said = [sourceText(entry), entry.projectName, journalTitle(entry), journalSentence(entry, settled)]
  return said.filter(Boolean).join(' ').toLowerCase()
}

/** Does a broadcast begin or end here? */
export function isTurningPoint({ what, outcome }: JournalEntry): boolean {
  if ('event' in what) return what.event === 'onAir' || what.event === 'ended'
  return outcome?.result === 'done' && outcome.done.what === 'stopped'
}

/** Grouped by local day, in order. `at`: the time of the day's first entry in this order, which identifies the day. */
export function byDay(entries: readonly JournalEntry[]) {
  const days: { at: number; entries: JournalEntry[] }[] = []
  for (const entry of entries) {
    const last = days.at(-1)
    if (last && isSameDay(last.at, entry.at)) last.entries.push(entry)
    else days.push({ at: entry.at, entries: [entry] })
  }
  return days
}

export function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString()
}
