import type { CommandInput } from '../../shared/commands/commands.ts'
import { isRunning, isScheduled, type ProjectState, targetOf } from '../../shared/state.ts'
import { cannotBeRead } from '../../shared/tally.ts'
import * as reasons from '../../shared/view/reasons.ts'
import { switchLocked } from '../../shared/words/accounts/profiles.ts'
import { PRESS_WORDS } from '../../shared/words/labels.ts'
import { describeOutcome, describeReconciled, describeRefusal } from '../../shared/words/outcomes/outcomes.ts'
import { REASONS } from '../../shared/words/outcomes/reasons.ts'
import type { PanelState } from './store.ts'
import { type Answer, type FeedbackId, isRefusedFor, lookOf, type Submission } from './submissions.ts'
import { tallyHere } from './tally.ts'

/** Why a control of this page would do nothing now, or null. */
type Why = (panel: PanelState) => string | null

/** Also on a phone that may only look: nothing on it does anything. */
export const whyNoLink: Why = ({ link, state, phone }) => {
  const isUp = link === 'up' && state
  if (!isUp) return REASONS.noLink
  return phone?.scope === 'look' ? REASONS.phoneLooks : null
}

/** Why this page may not send such a command, although it could; null: it may, as far as it knows. */
export const whyNotHere =
  (command: CommandInput['type']): Why =>
  ({ phone }) =>
    phone && phone.scope !== 'edit' && command === 'edit' ? REASONS.phoneNoEdits : null

/** If the link is up and there is a target, `about` decides. */
const aboutTarget =
  (about: (target: ProjectState) => string | null): Why =>
  (panel) => {
    const target = panel.state && targetOf(panel.state)
    return whyNoLink(panel) ?? (target ? about(target) : REASONS.noTarget)
  }

/** Whether the padlock is closed. What it forbids stays clickable and is refused with a reason, but looks locked. */
export const isLocked = ({ state }: PanelState): boolean => state?.padlock.locked ?? false

export const whyNoGoLive = aboutTarget(reasons.whyNoGoLive)
export const whyNoStop = aboutTarget(reasons.whyNoStop)
export const whyNoSync = aboutTarget(reasons.whyNoSync)
export const whyNoAutoSync = aboutTarget(reasons.whyNoAutoSync)
export const whyNoBack = aboutTarget(reasons.whyNoBack)
export const whyNoStep = aboutTarget(reasons.whyNoStep)
export const whyNoCheck = aboutTarget(reasons.whyNoCheck)

/** The show target cannot be replaced while it is, or may be, on air. */
const lockedBy =
  (tell: (projectName: string) => string): Why =>
  (panel) => {
    const target = panel.state && targetOf(panel.state)
    const locked = target && (isRunning(target.live) || target.pending !== null)
    return whyNoLink(panel) ?? (locked ? tell(target.name) : null)
  }

/** Switching the profile means another service. */
export const whyNoSwitch = lockedBy(switchLocked)
export const whyNoTargetChange = lockedBy((projectName) => describeRefusal({ reason: 'targetLocked', projectName }))

/**
 * Whether Go live should be highlighted. If it would be refused, or the state on air is unknown, it stays clickable
 * but is not highlighted. (Behind a closed padlock no live control is: see `Controls.css`.)
 */
export function isReadyToGoLive(panel: PanelState, now: number): boolean {
  const { state } = panel
  const target = state && targetOf(state)
  if (!state || !target?.live || isScheduled(target) || whyNoGoLive(panel) !== null) return false
  return !cannotBeRead(state.service) && tallyHere(panel, now) !== 'stale'
}

/** Whether a lost start is being reconciled, so that the user may unlock Go live. */
export function startIsChecked(target: ProjectState | null): boolean {
  return target?.pending?.act === 'start' && target.pending.phase === 'checking'
}

/** Whether a control of this spot waits for the outcome of its last command. */
export const isWaiting =
  (spot: FeedbackId) =>
  ({ presses }: PanelState): boolean =>
    presses[spot]?.phase === 'sent'

/** The outcome of a command, in words. */
export function describePress(press: Submission): string {
  if (press.phase === 'answered') return describeAnswer(press.answer)
  return press.again ? PRESS_WORDS.again : PRESS_WORDS.sent
}

export function describeAnswer(answer: Answer): string {
  if (answer.result === 'notSent' || answer.result === 'linkLost') return PRESS_WORDS[answer.result]
  if (answer.result === 'cameOut') return describeReconciled(answer.out)
  return answer.result === 'inert' ? answer.why : describeOutcome(answer)
}

/** The latest command of any of these spots. */
export function latestPress(presses: PanelState['presses'], spots: readonly FeedbackId[]): Submission | null {
  let latest: Submission | null = null
  for (const spot of spots) {
    const press = presses[spot]
    if (press && (!latest || press.nr > latest.nr)) latest = press
  }
  return latest
}

/** Whether screen readers must announce it immediately: the command failed, or may have. */
export function isLoud(press: Submission): boolean {
  if (press.phase === 'sent') return press.again === true
  if (press.answer.result === 'inert') return false
  return ['refused', 'failed', 'unknown'].includes(lookOf(press))
}

/** Whether a go-live was refused because it is the first of its account. */
export const isFirst = (press: Submission | undefined): boolean => isRefusedFor(press, 'first')

/** The known faults that a go-live was refused for, while the question about them is open. */
export function faultsToConfirm(press: Submission | undefined) {
  if (press?.phase !== 'answered' || press.answer.result !== 'refused') return null
  const { refusal } = press.answer
  return refusal.reason === 'faults' ? refusal.faults : null
}
