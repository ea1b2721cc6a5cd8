import type { CommandInput } from '../../shared/commands/commands.ts'
import type { LiveStatus } from '../../shared/contract/records.ts'
import type { Outcome, Refusal } from '../../shared/outcome.ts'
import type { DesktopSettings } from '../../shared/settings/desktop.ts'
import type { HotkeyAction } from '../../shared/settings/desktopNames.ts'
import type { PreferenceName } from '../../shared/settings/profileIds.ts'
import { hasFailed, type Reconciled } from '../../shared/view/reconciled.ts'

/** What of the desktop app is on or off. */
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
  | 'addProfile'
  | 'import'
  | 'window'
  | 'hotkeys'
  | 'notifications'
  | 'command'
  | 'update'
  | 'createProject'
type OfOne = 'notice' | 'profile' | 'fault' | 'scene' | 'project' | 'lost' | 'file' | 'edit' | 'dates' | 'macro'

/** Where a press was made, so that its answer shows where the eye is. What there are several of has a place each. */
export type FeedbackId =
  | (OfShow | OfPanel | OfRehearsal | OfSetUp)
  | `choice:${PreferenceName}`
  | `hotkey:${HotkeyAction}`
  | `desktop:${DesktopSwitch}`
  | `${OfOne}:${string}`
  /** Its form: what is filled in must not get lost because a test of the profile still runs. */
  | `change:${string}`
  | `try:${number}`

/** How a press can end, seen from here: as the core says, or without the core. */
export type Answer =
  | Outcome
  /** Never left this page. */
  | { result: 'notSent' }
  /** Left this page, and the link broke before the outcome came. */
  | { result: 'linkLost' }
  /** The answer was lost, and this came out since. */
  | { result: 'cameOut'; out: Reconciled }
  /** Not asked for at all: why the control does nothing now. */
  | { result: 'inert'; why: string }

export type Submission =
  /** `again`: pressed once more since, which was not sent. */
  | { phase: 'sent'; nr: number; command: CommandInput['type']; again?: boolean }
  /** `command`: null where none was sent. */
  | { phase: 'answered'; nr: number; answer: Answer; command: CommandInput['type'] | null }

/** Of these each press is a step of its own: two presses are two scenes on. */
const EACH_COUNTS: ReadonlySet<CommandInput['type']> = new Set(['nextScene', 'previousScene'])

/** Is a press of it to wait for the reply to the last one at its spot? */
export const waitsItsTurn = (press: Submission | undefined, command: CommandInput['type']): boolean =>
  press?.phase === 'sent' && !EACH_COUNTS.has(command)

/** The look of an answer. `inert` and `refused` alike: nothing happened, and the words say why. */
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

/** Ms an answer stays: the known faults until they are answered, and where a key lies until somebody has read it. */
export function staysFor(answer: Answer): number {
  if (answer.result === 'done' && answer.done.what === 'studioKeyCreated') return Number.POSITIVE_INFINITY
  if (answer.result === 'refused' && answer.refusal.reason === 'faults') return Number.POSITIVE_INFINITY
  const look = lookOfAnswer(answer)
  return look === 'done' ? 6_000 : look === 'refused' ? 12_000 : 20_000
}

/** Is this answer of the past once somebody presses something else? What failed or is not known stays its time. */
export function passesWithNext(press: Submission): boolean {
  if (press.phase === 'sent' || !Number.isFinite(staysFor(press.answer))) return false
  return lookOf(press) === 'done' || lookOf(press) === 'refused'
}

/** Spots whose answers are no longer true when the broadcast has come to this. */
export function outdatedBy(status: LiveStatus): readonly FeedbackId[] {
  if (status === 'PREPARING') return ['stop']
  return status === 'LIVE' ? ['goLive', 'stop', 'unlock'] : ['goLive']
}

/** Was what was asked for refused for this reason? */
export const isRefusedFor = (press: Submission | undefined, reason: Refusal['reason']): boolean =>
  press?.phase === 'answered' && press.answer.result === 'refused' && press.answer.refusal.reason === reason
