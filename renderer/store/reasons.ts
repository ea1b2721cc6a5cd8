import { isRunning, isScheduled, type ProjectState, targetOf } from '../../shared/state.ts'
import { cannotBeRead } from '../../shared/tally.ts'
import * as reasons from '../../shared/view/reasons.ts'
import { PRESS_WORDS } from '../../shared/words/labels.ts'
import { describeOutcome, describeReconciled, describeRefusal } from '../../shared/words/outcomes.ts'
import { switchLocked } from '../../shared/words/profiles.ts'
import { REASONS } from '../../shared/words/reasons.ts'
import type { PanelState } from './store.ts'
import { type Answer, type FeedbackId, isRefusedFor, lookOf, type Submission } from './submissions.ts'
import { tallyHere } from './tally.ts'

/** Why a control of this page would do nothing now, or null. */
type Why = (panel: PanelState) => string | null

export const whyNoLink: Why = ({ link, state }) => (link === 'up' && state ? null : REASONS.noLink)

/** The link stands and there is a target: then `about` decides. */
const aboutTarget =
  (about: (target: ProjectState) => string | null): Why =>
  (panel) => {
    const target = panel.state && targetOf(panel.state)
    return whyNoLink(panel) ?? (target ? about(target) : REASONS.noTarget)
  }

/** Is the padlock closed? What it forbids stays pressable, and is answered; that it would do nothing is seen before. */
export const isLocked = ({ state }: PanelState): boolean => state?.padlock.locked ?? false

export const whyNoGoLive = aboutTarget(reasons.whyNoGoLive)
export const whyNoStop = aboutTarget(reasons.whyNoStop)
export const whyNoSync = aboutTarget(reasons.whyNoSync)
export const whyNoAutoSync = aboutTarget(reasons.whyNoAutoSync)
export const whyNoBack = aboutTarget(reasons.whyNoBack)
export const whyNoStep = aboutTarget(reasons.whyNoStep)
export const whyNoCheck = aboutTarget(reasons.whyNoCheck)

/** Nothing takes the place of a show target that is, or may be, on air. */
const lockedBy =
  (tell: (projectName: string) => string): Why =>
  (panel) => {
    const target = panel.state && targetOf(panel.state)
    const locked = target && (isRunning(target.live) || target.pending !== null)
    return whyNoLink(panel) ?? (locked ? tell(target.name) : null)
  }

/** Another profile means another service. */
export const whyNoSwitch = lockedBy(switchLocked)
export const whyNoTargetChange = lockedBy((projectName) => describeRefusal({ reason: 'targetLocked', projectName }))

/**
 * Is Go live the thing to do now? Where it would be refused, or what is on air is not known, it can be pressed as ever, but
 * does not shine. (Behind a closed padlock nothing that acts on air does: see `Controls.css`.)
 */
export function isReadyToGoLive(panel: PanelState, now: number): boolean {
  const { state } = panel
  const target = state && targetOf(state)
  if (!state || !target?.live || isScheduled(target) || whyNoGoLive(panel) !== null) return false
  return !cannotBeRead(state.service) && tallyHere(panel, now) !== 'stale'
}

/** Is a lost start being checked, so that a person may unlock it? */
export function startIsChecked(target: ProjectState | null): boolean {
  return target?.pending?.act === 'start' && target.pending.phase === 'checking'
}

/** Does a control of this spot wait for the reply to its last press? */
export const isWaiting =
  (spot: FeedbackId) =>
  ({ presses }: PanelState): boolean =>
    presses[spot]?.phase === 'sent'

/** What a press came to, in words. */
export function describePress(press: Submission): string {
  if (press.phase === 'answered') return describeAnswer(press.answer)
  return press.again ? PRESS_WORDS.again : PRESS_WORDS.sent
}

export function describeAnswer(answer: Answer): string {
  if (answer.result === 'notSent' || answer.result === 'linkLost') return PRESS_WORDS[answer.result]
  if (answer.result === 'cameOut') return describeReconciled(answer.out)
  return answer.result === 'inert' ? answer.why : describeOutcome(answer)
}

/** The latest press at any of these spots. */
export function latestPress(presses: PanelState['presses'], spots: readonly FeedbackId[]): Submission | null {
  let latest: Submission | null = null
  for (const spot of spots) {
    const press = presses[spot]
    if (press && (!latest || press.nr > latest.nr)) latest = press
  }
  return latest
}

/** Must it be heard at once? What was asked for did not happen, or may not have. */
export function isLoud(press: Submission): boolean {
  if (press.phase === 'sent') return press.again === true
  if (press.answer.result === 'inert') return false
  return ['refused', 'failed', 'unknown'].includes(lookOf(press))
}

/** Was a go-live refused because it is the first of its account? */
export const isFirst = (press: Submission | undefined): boolean => isRefusedFor(press, 'first')

/** The known faults a go-live was refused for, while they wait for an answer. */
export function faultsAsked(press: Submission | undefined) {
  if (press?.phase !== 'answered' || press.answer.result !== 'refused') return null
  const { refusal } = press.answer
  return refusal.reason === 'faults' ? refusal.faults : null
}
