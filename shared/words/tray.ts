/** What the tray says: its state lines, its menu, its tooltip. Lengths of time in whole minutes, so that nothing ticks. */
import type { Arm } from '../commands/arm.ts'
import type { CommandName } from '../commands/commands.ts'
import type { Outcome } from '../outcome.ts'
import type { Mark } from '../view/marks.ts'
import { COMMAND_WORDS } from './commands.ts'
import { counted, numeral, span } from './format.ts'
import { MARKS, NAMES, PRESS_WORDS } from './labels.ts'
import { describeOutcome } from './outcomes.ts'
import { editsWaiting } from './show.ts'

export const TRAY_NAMES = {
  ...{ goLive: NAMES.goLive, stop: NAMES.stop, sync: NAMES.sync, autoSync: NAMES.autoSync, padlock: NAMES.padlock },
  ...{ cancel: NAMES.cancel, unlock: NAMES.unlock },
  putAway: 'Dismiss the error',
  watch: 'Watch',
  listProjects: 'List projects',
  listAgain: 'Refresh the list',
  panel: 'Open the panel',
  settings: 'Settings',
  quit: 'Quit Cuelight',
} as const

export const TRAY_WORDS = {
  product: 'Cuelight',
  padlocked: 'Locked: live controls are off',
  noWatchLinks: 'no link yet',
  allSynced: 'viewers see everything',
  faultsInPanel: 'To go live anyway, use the panel.',
  /** What a control would do, or why it would do nothing: in the label, for no platform but one draws a second line. */
  withNote: (name: string, note: string | null) => (note === null ? name : `${name} (${inSentence(note)})`),
  /** How many watch, rounded so that a menu is not drawn anew for one viewer more. */
  watching(viewers: number): string {
    if (viewers < 100) return `${viewers} watching`
    const unit = 10 ** (Math.floor(Math.log10(viewers)) - 1)
    return `about ${numeral(Math.round(viewers / unit) * unit)} watching`
  },
  onAirFor: (ms: number) => `on air for ${inMinutes(ms)}`,
  /** When something ends the broadcast by itself, and what does. */
  endsIn(leftMs: number, by: 'planned' | 'schedule'): string {
    const why = by === 'planned' ? 'planned duration' : 'the next scheduled broadcast begins'
    return leftMs <= 0 ? `should have ended by now (${why})` : `ends in ${inMinutes(leftMs)} (${why})`
  },
  /** The same where there is little room. */
  endsInShort: (leftMs: number) => (leftMs <= 0 ? 'should have ended' : `ends in ${inMinutes(leftMs)}`),
  editsUnseen: (edits: number | null) => `${editsWaiting(edits)} not on air yet`,
  lastRead: (ms: number) => `last read ${inMinutes(ms)} ago`,
  /** The second step of what is armed. What it would reach is said above it. */
  confirmNow: ({ act, macro, projectName }: Pick<Arm, 'act' | 'macro' | 'projectName'>) =>
    macro ? `Run now: ${macro.name}` : `${act === 'stop' ? 'Stop now' : 'Go live now'}: ${projectName}`,
  /** A scene and what viewers see of it. */
  scene: (name: string, mark: Mark | null) => (mark === null ? name : `${name} (${MARKS[mark]})`),
  /** Scenes that have a menu of their own; and the one among them that matters. */
  sceneRange: (first: number, last: number, marked: string | null) =>
    `Scenes ${first} to ${last}${marked === null ? '' : `: ${marked}`}`,
  backTo: (scene: string) => `Back to ${scene}`,
  target: (name: string | null) => (name === null ? 'Show target: none' : `Show target: ${name}`),
  furtherProjects: (count: number) => `${counted(count, 'more project')}: in the panel`,
} as const

/** A sentence of ours inside another: no capital, no full stop. */
const inSentence = (sentence: string): string =>
  sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '')

/** A length of time in whole minutes: it changes once a minute. */
export function inMinutes(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'less than a minute'
  return minutes === 1 ? '1 min' : span(minutes * 60_000)
}

/** The line that answers the last press. What was done says itself what it was. */
export function answerLine(command: CommandName, outcome: Outcome | null): string {
  if (outcome?.result === 'done') return describeOutcome(outcome)
  return `${COMMAND_WORDS[MEANT[command] ?? command]}: ${outcome ? tellTrayOutcome(outcome) : PRESS_WORDS.sent}`
}
/** What whoever armed was about to do. */
const MEANT: Partial<Record<CommandName, CommandName>> = { armGoLive: 'commitGoLive', armStop: 'commitStop' }

/** What came of a press in the tray. */
function tellTrayOutcome(outcome: Outcome): string {
  const asks = outcome.result === 'refused' && outcome.refusal.reason === 'faults'
  return asks ? `${describeOutcome(outcome)} ${TRAY_WORDS.faultsInPanel}` : describeOutcome(outcome)
}
