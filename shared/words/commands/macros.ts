/** Macros: the names of their steps, and how one ended. */
import type { Air, Macro, MacroReport, MacroState, MacroStep } from '../../macros/macro.ts'
import type { StepResult } from '../../macros/offered.ts'
import { asSentence, exactSpan, quotedName, took, when } from '../format.ts'

const span = (seconds: number): string => exactSpan(seconds * 1_000)

const AIR_SENTENCES: { [Is in Air['is']]: (air: Extract<Air, { is: Is }>) => string } = {
  live: () => 'the show is live',
  off: () => 'the show is off air',
  synced: () => 'viewers see every change',
  scene: ({ scene }) => `${scene.name} is on air`,
}
const airSaid = (air: Air): string => (AIR_SENTENCES[air.is] as (air: Air) => string)(air)

const PLAIN = {
  next: 'Next scene',
  previous: 'Previous scene',
  back: 'Back to the scene before',
  sync: 'Sync',
  goLive: 'Go live',
  stop: 'Stop',
} as const

/** A step in a list. */
export function stepText(step: MacroStep): string {
  switch (step.do) {
    case 'scene':
      return `Switch to ${step.scene.name}`
    case 'autoSync':
      return step.on ? 'Auto-sync on' : 'Auto-sync off'
    case 'wait':
      return `Wait ${span(step.seconds)}`
    case 'until':
      return `Wait until ${airSaid(step.air)}, at most ${span(step.seconds)}`
    case 'onlyIf':
      return `Only if ${airSaid(step.air)}`
    default:
      return PLAIN[step.do]
  }
}

/** Why a macro ended early. */
export const MACRO_ENDS = {
  stopped: 'You stopped it.',
  manual: 'Somebody took over.',
  left: 'Cuelight was closed, or another account was chosen.',
  crashed: 'Cuelight ended unexpectedly. It does not go on by itself.',
  unpaired: 'The pairing that started it has ended.',
  slept: 'The computer was asleep, so its times no longer fit.',
  otherLive: 'Another broadcast runs than the one it was started for.',
  notSo: (air: Air) => `Its condition was not met: ${airSaid(air)}.`,
  notKnown: (air: Air) => `Cuelight could not tell whether ${airSaid(air)}.`,
  tooLong: (seconds: number, air: Air) => `${span(seconds)} passed before ${airSaid(air)}.`,
  noScene: (name: string) => `There is no scene called ${name} in this project.`,
} as const

export const MACRO_REFUSALS = {
  gone: 'That macro is not there any more. Nothing was sent.',
  runs: (name: string) => `${name} is running. Stop it first.`,
  rehearsed: (name: string) => `${name} is being rehearsed. Stop that first.`,
  notRehearsed: (why: string) => `The rehearsal could not begin. ${asSentence(why)} Nothing was sent.`,
  none: 'No macro is running.',
  tooMany: 'There are 50 macros already. Delete one first.',
} as const

export const macroStarted = (name: string): string => `${name} was started.`
export const macroRehearsing = (name: string): string => `${name}: rehearsal started. Nothing goes out.`
export const macroSaved = (name: string): string => `${name} is saved.`
export const macroDeleted = (name: string): string => `${name} is deleted.`
export const macroStopped = (name: string): string => `${name} is stopped.`
export const macroDone = ({ name, steps }: Macro): string => `${name} is done: ${steps.length} of ${steps.length}.`
/** @param why a complete sentence */
export const macroEnded = ({ name, step, of }: Pick<MacroState, 'name' | 'step' | 'of'>, why: string): string =>
  `${name} stopped at step ${step} of ${of}. ${why}`

/** @param ended `macroDone` or `macroEnded` */
export const rehearsalEnded = (ended: string): string => `Rehearsal: ${ended} Nothing went out.`

/** How the last run went, above its steps. @param of how many steps there are */
export function lastRun({ at, rehearsal, done, why, ms }: MacroReport, of: number): string {
  const name = `${rehearsal ? 'Last rehearsal' : 'Last run'} (${when(at)})`
  const how =
    why === null ? `all steps worked, in ${took(ms)}` : `ended at step ${done + 1} of ${of}, after ${took(ms)}`
  return `${name}: ${how}.${rehearsal ? ' Nothing went out.' : ''}`
}
/** A step of that run on the command line. @param nr from 1 @param why a sentence, if it ended there */
export const stepLine = (step: MacroStep, nr: number, result: StepResult, why: string | null): string =>
  `${nr}. ${stepText(step)}: ${STEP_RESULTS[result]}.${result === 'ended' && why !== null ? ` ${why}` : ''}`
export const STEP_RESULTS: Record<StepResult, string> = {
  worked: 'Worked',
  ended: 'Ended here',
  notReached: 'Not reached',
}

/** The editor of macros. */

export const MACRO_NAMES = {
  add: 'New macro',
  adding: 'New macro',
  name: 'Name',
  steps: 'Steps',
  addStep: 'Add step',
  run: 'Run',
  rehearse: 'Rehearse',
  edit: 'Edit',
  remove: 'Delete',
  undo: 'Undo delete',
  save: 'Save macro',
  cancel: 'Cancel',
  stop: 'Stop macro',
  stopRehearsal: 'Stop rehearsal',
  dismiss: 'Dismiss',
  up: 'Move up',
  down: 'Move down',
  removeStep: 'Remove',
  what: 'Do',
  air: 'Condition',
  scene: 'Scene',
  seconds: 'Seconds',
  atMost: 'At most, in seconds',
} as const

export const MACRO_WORDS = {
  about:
    'A macro does several things in order. It stops at the first one that does not work, and as soon as anybody presses anything for the show.',
  example: 'For example: Switch to Intro, wait 20 s, Switch to Main, Sync.',
  none: 'No macros for this project yet.',
  noTarget: 'Choose a show target first: a macro belongs to a project.',
  grave: 'Goes live or stops, so starting it takes two presses.',
  order: 'Alt with the arrow up or down moves a step.',
  oneStep: 'A macro has at least one step.',
  full: 'A macro has at most 20 steps.',
  first: 'It is the first one already.',
  last: 'It is the last one already.',
  seconds: 'A whole number from 1 to 3,600.',
  noScenes: 'The scenes have not been read yet.',
  noReport: 'The rehearsal is over, and there is no report: the macro was changed, or another account is in use.',
} as const

/** The kinds of steps, in display order. */
export const STEP_KINDS: Record<MacroStep['do'], string> = {
  scene: 'Switch to a scene',
  ...PLAIN,
  autoSync: 'Turn auto-sync on or off',
  wait: 'Wait',
  until: 'Wait until…',
  onlyIf: 'Go on only if…',
}
export const AIR_KINDS: Record<Air['is'], string> = {
  live: 'The show is live',
  off: 'The show is off air',
  synced: 'Viewers see every change',
  scene: 'A scene is on air',
}
export const ON_OFF = { on: 'On', off: 'Off' } as const

export const stepNr = (nr: number): string => `Step ${nr}`
export const keyOf = (nr: number): string => `Hotkey: Macro ${nr}`
export const noSuchSceneHere = (name: string): string => `There is no scene called ${name} here.`
export const goneScene = (name: string): string => `${name} (gone)`
export const runName = (name: string): string => `Run ${name}`
export const rehearseName = (name: string): string => `Rehearse ${name}`

/** The running macro's current step. @param leftMs until that step is over at the latest; null: it does not wait */
export function runningText({ name, step, of }: MacroState, doing: string | null, leftMs: number | null): string {
  const left = leftMs === null ? '' : `, ${Math.max(0, Math.ceil(leftMs / 1_000))} s left`
  return `${name}: step ${step} of ${of}${doing === null ? '' : `. ${doing}`}${left}`
}

export const MACROS_HEADING = 'Macros'
/** @param names the existing macros */
export const noSuchMacro = (wanted: string, names: readonly string[]): string =>
  `No macro is called ${quotedName(wanted)}${names.length ? `: there are ${names.join(', ')}` : ''}. Nothing was sent.`
export const macroNeedsConfirm = (name: string): string =>
  `${name} goes live or stops: add --confirm. Nothing was sent.`
export const noMacroOfNr = (nr: number): string => `There is no macro ${nr} for this project. Nothing was sent.`
