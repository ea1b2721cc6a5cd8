import { isRunning, type ProjectState, targetOf } from '../../shared/state.ts'
import * as reasons from '../../shared/view/reasons.ts'
import { switchLocked } from '../../shared/words/profiles.ts'
import { REASONS } from '../../shared/words/reasons.ts'
import type { MirrorState } from './store.ts'
import { tallyHere } from './tally.ts'

/** Why a control of this page would do nothing now, or null. */
type Why = (mirror: MirrorState) => string | null

export const whyNoLink: Why = ({ link, state }) => (link === 'up' && state ? null : REASONS.noLink)

/** The link stands and there is a target: then `about` decides. */
const aboutTarget =
  (about: (target: ProjectState) => string | null): Why =>
  (mirror) => {
    const target = mirror.state && targetOf(mirror.state)
    return whyNoLink(mirror) ?? (target ? about(target) : REASONS.noTarget)
  }

/** Is the padlock closed? What it forbids stays pressable, and is answered; that it would do nothing is seen before. */
export const isLocked = ({ state }: MirrorState): boolean => state?.padlock.locked ?? false

export const whyNoGoLive = aboutTarget(reasons.whyNoGoLive)
export const whyNoStop = aboutTarget(reasons.whyNoStop)
export const whyNoSync = aboutTarget(reasons.whyNoSync)
export const whyNoAutoSync = aboutTarget(reasons.whyNoAutoSync)
export const whyNoBack = aboutTarget(reasons.whyNoBack)
export const whyNoStep = aboutTarget(reasons.whyNoStep)
export const whyNoCheck = aboutTarget(reasons.whyNoCheck)

/** Another profile means another service: never while the show target is, or may be, on air. */
export const whyNoSwitch: Why = (mirror) => {
  const target = mirror.state && targetOf(mirror.state)
  const locked = target && (isRunning(target.live) || target.pending !== null)
  return whyNoLink(mirror) ?? (locked ? switchLocked(target.name) : null)
}

/**
 * Is Go live the thing to do now? Where it would be refused, or what is on air is not known, it can be pressed as ever, but
 * does not shine. (Behind a closed padlock nothing that acts on air does: see `Controls.css`.)
 */
export function isReadyToGoLive(mirror: MirrorState, now: number): boolean {
  const { state } = mirror
  const target = state && targetOf(state)
  if (!state || !target?.live || whyNoGoLive(mirror) !== null) return false
  const fails = state.service.failure !== null && state.service.failure.kind !== 'rateLimited'
  return !fails && tallyHere(mirror, now) !== 'stale'
}

/** Is a lost start being checked, so that a person may unlock it? */
export function startIsChecked(target: ProjectState | null): boolean {
  return target?.pending?.act === 'start' && target.pending.phase === 'checking'
}
