/** The tray's texts: state lines, menu, tooltip. Durations are in whole minutes, so that they rarely change. */
import type { Arm } from '../../commands/arm.ts'
import type { CommandName } from '../../commands/commands.ts'
import type { Outcome } from '../../outcome.ts'
import type { Mark } from '../../view/marks.ts'
import { COMMAND_WORDS } from '../commands/commands.ts'
import { counted, numeral, span, when } from '../format.ts'
import { MARKS, NAMES, PRESS_WORDS } from '../labels.ts'
import { describeOutcome } from '../outcomes/outcomes.ts'
import { editsWaiting } from '../show/show.ts'

export const TRAY_NAMES = {
  ...{ goLive: NAMES.goLive, stop: NAMES.stop, sync: NAMES.sync, autoSync: NAMES.autoSync, padlock: NAMES.padlock },
  ...{ cancel: NAMES.cancel, refuse: NAMES.refuse, unlock: NAMES.unlock },
  putAway: 'Dismiss the error',
  putAwayEnd: 'Dismiss: ended elsewhere',
  putAwayLate: 'Dismiss: ended, perhaps by a late Stop',
  watch: 'Watch',
  listProjects: 'List projects',
  listAgain: 'Refresh the list',
  panel: 'Open the panel',
  settings: 'Settings',
  quit: 'Quit Cuelight',
} as const

type Confirmed = Pick<Arm, 'act' | 'macro' | 'proposed' | 'projectName' | 'expired'>

export const TRAY_WORDS = {
  product: 'Cuelight',
  padlocked: 'Padlock closed: live controls are off',
  noWatchLinks: 'no link yet',
  allSynced: 'viewers see everything',
  faultsInPanel: 'To go live anyway, use the panel.',
  /** What a control would do, or why it has no effect: in the label, as only one platform draws a second line. */
  withNote: (name: string, note: string | null) => (note === null ? name : `${name} (${inSentence(note)})`),
  /** The number of viewers, rounded so that the menu is not rebuilt for each additional one. */
  watching(viewers: number): string {
    if (viewers < 100) return `${viewers} watching`
    const unit = 10 ** (Math.floor(Math.log10(viewers)) - 1)
    return `about ${numeral(Math.round(viewers / unit) * unit)} watching`
  },
  endedElsewhere: (at: number) => `Ended elsewhere: ${when(at)}`,
  endedLate: (at: number) => `Ended, perhaps by a late Stop of yours: ${when(at)}`,
  onAirFor: (ms: number) => `on air for ${inMinutes(ms)}`,
  /** When the broadcast ends automatically, and why. */
  endsIn(leftMs: number, by: 'planned' | 'schedule'): string {
    const why = by === 'planned' ? 'planned duration' : 'the next scheduled broadcast begins'
    return leftMs <= 0 ? `should have ended by now (${why})` : `ends in ${inMinutes(leftMs)} (${why})`
  },
  /** A short form. */
  endsInShort: (leftMs: number) => (leftMs <= 0 ? 'should have ended' : `ends in ${inMinutes(leftMs)}`),
  editsUnseen: (edits: number | null) => `${editsWaiting(edits)} not on air yet`,
  lastRead: (ms: number) => `last read ${inMinutes(ms)} ago`,
  /** An agent asks for more than a menu can show. */
  readFirst: 'Read it in Cuelight',
  /** The second step of an arm. What it affects is shown above it. */
  confirmNow: ({ act, macro, proposed, projectName, expired }: Confirmed) =>
    proposed
      ? `Allow: ${proposed.about}`
      : macro
        ? `Run now: ${macro.name}`
        : `${act === 'stop' ? 'Stop now' : expired ? 'Go live anyway' : 'Go live now'}: ${projectName}`,
  /** A scene and its mark. */
  scene: (name: string, mark: Mark | null) => (mark === null ? name : `${name} (${MARKS[mark]})`),
  /** The label of a submenu of scenes, with the marked scene among them. */
  sceneRange: (first: number, last: number, marked: string | null) =>
    `Scenes ${first} to ${last}${marked === null ? '' : `: ${marked}`}`,
  backTo: (scene: string) => `Back to ${scene}`,
  target: (name: string | null) => (name === null ? 'Show target: none' : `Show target: ${name}`),
  furtherProjects: (count: number) => `${counted(count, 'more project')}: in the panel`,
} as const

/** One of our sentences inside another: no capital, no full stop. */
const inSentence = (sentence: string): string =>
  sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '')

/** A duration in whole minutes, which changes once a minute. */
export function inMinutes(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'less than a minute'
  return minutes === 1 ? '1 min' : span(minutes * 60_000)
}

/** The line about the last command's outcome. Done outcomes already name the command. */
export function answerLine(command: CommandName, outcome: Outcome | null): string {
  if (outcome?.result === 'done') return describeOutcome(outcome)
  return `${COMMAND_WORDS[MEANT[command] ?? command]}: ${outcome ? describeTrayOutcome(outcome) : PRESS_WORDS.sent}`
}
/** Names the command for which an arm was made. */
const MEANT: Partial<Record<CommandName, CommandName>> = { armGoLive: 'commitGoLive', armStop: 'commitStop' }

/** The outcome of a command from the tray. */
function describeTrayOutcome(outcome: Outcome): string {
  const asks = outcome.result === 'refused' && outcome.refusal.reason === 'faults'
  return asks ? `${describeOutcome(outcome)} ${TRAY_WORDS.faultsInPanel}` : describeOutcome(outcome)
}
