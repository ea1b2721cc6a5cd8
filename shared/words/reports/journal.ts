import type { CommandName } from '../../commands/commands.ts'
import type { Failure } from '../../failures.ts'
import type { JournalEntry } from '../../state.ts'
import { escapeControls } from '../../util/escapeControls.ts'
import type { Reached } from '../../view/marks.ts'
import type { Reconciled } from '../../view/reconciled.ts'
import { COMMAND_WORDS } from '../commands/commands.ts'
import { describeEvent, describeLost, describeOutcome, describeReconciled, noReply } from '../outcomes/outcomes.ts'

/** Commands whose outcome already names what they were about. */
const NAMED_BY_OUTCOME: ReadonlySet<string> = new Set(['targetChosen', 'started'])

/** The command with what it names; null for an event. */
export function journalTitle(entry: JournalEntry): string | null {
  const title = titleOf(entry)
  return title && escapeControls(title)
}

function titleOf({ what, outcome }: JournalEntry): string | null {
  if (!('command' in what)) return null
  if (what.command === 'edit') return what.about
  const done = outcome?.result === 'done' ? outcome.done : null
  if (done?.what === 'sceneSwitched') return switchTitle(what.command, done.sceneName)
  const named = done !== null && NAMED_BY_OUTCOME.has(done.what)
  return what.about && !named ? `${COMMAND_WORDS[what.command]} ${what.about}` : COMMAND_WORDS[what.command]
}

function switchTitle(command: CommandName, scene: string): string {
  if (command === 'switchScene') return `Switch to ${scene}`
  return command === 'backToScene' ? `Back to ${scene}` : `${COMMAND_WORDS[command]}, ${scene}`
}

/** Their lost responses are reconciled until settled; for any other command later readings show what they can. */
const IS_CHECKED: ReadonlySet<string> = new Set(['startLive', 'stopLive'])

function lostSentence(failure: Failure, out: Reconciled | null): string {
  if (out) return `${noReply(failure)} ${describeReconciled(out)}`
  return IS_CHECKED.has(failure.operation) ? describeLost(failure) : `${noReply(failure)} Outcome unknown.`
}

/** The result of a scene switch whose scene is already in the title. */
const REACHED_WORDS: Record<Reached, string> = {
  onAir: 'On air.',
  notOnAir: 'Not on air yet. Press Sync.',
  notConfirmed: 'Selected. The service did not say whether viewers see it.',
  nothingRunning: 'Up next. Nothing is on air.',
}

/** The outcome of a command, or the event. @param out the later result, if the response was lost */
export const journalSentence = (entry: JournalEntry, out: Reconciled | null = null): string =>
  escapeControls(sentenceOf(entry, out))

function sentenceOf({ what, outcome }: JournalEntry, out: Reconciled | null): string {
  if (!('command' in what)) return describeEvent(what)
  if (outcome === null) return 'Sent. Waiting for a reply.'
  if (outcome.result === 'unknown') return lostSentence(outcome.failure, out)
  if (outcome.result === 'done' && outcome.done.what === 'sceneSwitched') return REACHED_WORDS[outcome.done.reached]
  return describeOutcome(outcome)
}

/** `onAir`: what reached the air, or concerns it. `problems`: not carried out, or unknown. */
export const FILTER_WORDS = { all: 'All', onAir: 'On air', problems: 'Problems' } as const
export type JournalFilter = keyof typeof FILTER_WORDS
export const JOURNAL_FILTERS = Object.keys(FILTER_WORDS) as JournalFilter[]

export const JOURNAL_WORDS = {
  filters: 'Which entries to show',
  find: 'Find in the journal',
  showAll: 'Show all entries',
  report: 'Show report',
  reportNotLoaded: 'The report could not be loaded: Cuelight does not answer.',
} as const

const NOTHING_OF: Record<JournalFilter, string> = {
  all: 'No entries to show.',
  onAir: 'Nothing here is about what is on air.',
  problems: 'No problems here: nothing was refused, failed or lost.',
}

/** No entry matches the filter and search. */
export function nothingFound(filter: JournalFilter, sought: string): string {
  if (sought.trim() === '') return NOTHING_OF[filter]
  const where = filter === 'all' ? 'No entry' : `No entry under “${FILTER_WORDS[filter]}”`
  return `${where} contains “${sought.trim()}”.`
}

/** How many entries match. */
export const entriesFound = (found: number, all: number): string => `${found} of ${all}`

/** The heading above the entries of a day. */
export const dayName = (at: number): string =>
  new Date(at).toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })
