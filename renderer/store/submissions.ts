import type { CommandInput } from '../../shared/commands/commands.ts'
import type { LiveStatus } from '../../shared/contract/records.ts'
import type { Outcome, Refusal } from '../../shared/outcome.ts'
import type { DesktopSettings } from '../../shared/settings/desktop.ts'
import type { HotkeyAction } from '../../shared/settings/desktopNames.ts'
import type { PreferenceName } from '../../shared/settings/profileIds.ts'
import { hasFailed, type Reconciled } from '../../shared/view/reconciled.ts'

/** The switches of the desktop app. */
export type DesktopSwitch = Exclude<keyof DesktopSettings, 'hotkeys' | 'mutedNotifications'>

type OfShow =
  | 'opening'
  | 'take'
  | 'goLive'
  | 'unlock'
  | 'stop'
  | 'sync'
  | 'autoSync'
  | 'back'
  | 'step'
  | 'padlock'
  | 'arm'
  | 'check'
  | 'notTonight'
type OfPanel =
  | 'palette'
  | 'target'
  | 'projects'
  | 'files'
  | 'schedule'
  | 'macro'
  | 'refresh'
  | 'tryNow'
  | 'useStudio'
  | 'welcome'
  | 'banner'
  | 'quit'
  | 'keychain'
type OfRehearsal = 'faults' | 'scenario' | 'account' | 'preparing' | 'studioKeys'
type OfSetUp =
  | 'access'
  | 'pairings'
  | 'phones'
  | 'midi'
  | 'addProfile'
  | 'addServer'
  | 'removeServer'
  | 'import'
  | 'window'
  | 'hotkeys'
  | 'notifications'
  | 'command'
  | 'update'
  | 'createProject'
type OfOne =
  | 'notice'
  | 'profile'
  | 'fault'
  | 'scene'
  | 'project'
  | 'lost'
  | 'file'
  | 'edit'
  | 'dates'
  | 'macro'
  | 'server'

/** Where a command was given, so that its outcome is shown there. Things that exist several times have a spot each. */
export type FeedbackId =
  | (OfShow | OfPanel | OfRehearsal | OfSetUp)
  | `choice:${PreferenceName}`
  | `hotkey:${HotkeyAction}`
  | `desktop:${DesktopSwitch}`
  | `${OfOne}:${string}`
  /** The form of a profile: it is separate, so that its input is not blocked by a running test of the profile. */
  | `change:${string}`
  | `try:${number}`

/** The result of a command as seen from this page: an outcome of the core, or one without it. */
export type Answer =
  | Outcome
  /** Never left this page. */
  | { result: 'notSent' }
  /** Sent, but the link broke before the outcome arrived. */
  | { result: 'linkLost' }
  /** The outcome was unknown and has been reconciled. */
  | { result: 'cameOut'; out: Reconciled }
  /** Not requested at all: the reason why the control does nothing now. */
  | { result: 'inert'; why: string }

export type Submission =
  /** `again`: given once more since, which was not sent. */
  | { phase: 'sent'; nr: number; command: CommandInput['type']; again?: boolean }
  /** `command`: null if none was sent. */
  | { phase: 'answered'; nr: number; answer: Answer; command: CommandInput['type'] | null }

/** Commands that count individually: two presses advance two scenes. */
const EACH_COUNTS: ReadonlySet<CommandInput['type']> = new Set(['nextScene', 'previousScene'])

/** Whether a command must wait for the outcome of the last one at its spot. */
export const waitsItsTurn = (press: Submission | undefined, command: CommandInput['type']): boolean =>
  press?.phase === 'sent' && !EACH_COUNTS.has(command)

/** The look of an outcome. `inert` and `refused` look alike: nothing happened, and the text says why. */
export type SubmissionLook = 'sent' | 'done' | 'refused' | 'failed' | 'unknown'

export const LOOKS: Record<Exclude<Answer['result'], 'cameOut'>, SubmissionLook> = {
  done: 'done',
  armed: 'done',
  refused: 'refused',
  inert: 'refused',
  failed: 'failed',
  notSent: 'failed',
  unknown: 'unknown',
  linkLost: 'unknown',
}

export function lookOf(press: Submission): SubmissionLook {
  return press.phase === 'sent' ? 'sent' : lookOfAnswer(press.answer)
}

const lookOfAnswer = (answer: Answer): SubmissionLook =>
  answer.result === 'cameOut' ? (hasFailed(answer.out) ? 'failed' : 'done') : LOOKS[answer.result]

/** How long an outcome is shown, in ms. Known faults stay until answered, and the file of a new key until read. */
export function staysFor(answer: Answer): number {
  if (answer.result === 'done' && answer.done.what === 'studioKeyCreated') return Number.POSITIVE_INFINITY
  if (answer.result === 'refused' && answer.refusal.reason === 'faults') return Number.POSITIVE_INFINITY
  const look = lookOfAnswer(answer)
  return look === 'done' ? 6_000 : look === 'refused' ? 12_000 : 20_000
}

/** Whether an outcome disappears with the next command. Failed and unknown ones are shown for their full time. */
export function passesWithNext(press: Submission): boolean {
  if (press.phase === 'sent' || !Number.isFinite(staysFor(press.answer))) return false
  return lookOf(press) === 'done' || lookOf(press) === 'refused'
}

/** Spots whose outcomes are outdated once the broadcast has this status. */
export function outdatedBy(status: LiveStatus): readonly FeedbackId[] {
  if (status === 'PREPARING') return ['stop']
  return status === 'LIVE' ? ['goLive', 'stop', 'unlock'] : ['goLive']
}

/** Whether a command was refused for this reason. */
export const isRefusedFor = (press: Submission | undefined, reason: Refusal['reason']): boolean =>
  press?.phase === 'answered' && press.answer.result === 'refused' && press.answer.refusal.reason === reason
