import { isRunning, type ProjectState, targetOf } from '../../shared/state.ts'
import { switchLocked } from '../../shared/words/profiles.ts'
import { REASONS } from '../../shared/words/reasons.ts'
import type { MirrorState } from '../mirror/mirror.ts'

/**
 * Why a control would do nothing now, or null. Only what leaves a press without a meaning: what the guard forbids
 * (the padlock, say) stays pressable, and the core's own words answer it.
 */
type Why = (mirror: MirrorState) => string | null

export const whyNoLink: Why = ({ link, state }) => (link === 'up' && state ? null : REASONS.noLink)

/** The link stands and there is a target: then `about` decides. */
const aboutTarget =
  (about: (target: ProjectState) => string | null): Why =>
  (mirror) => {
    const target = mirror.state && targetOf(mirror.state)
    return whyNoLink(mirror) ?? (target ? about(target) : REASONS.noTarget)
  }

export const whyNoGoLive = aboutTarget(({ pending, live, settings }) => {
  if (pending?.act === 'start') return pending.phase === 'sending' ? REASONS.startSending : REASONS.startChecking
  if (isRunning(live)) return REASONS.alreadyLive
  if (pending?.phase === 'checking') return REASONS.stopChecking
  return settings?.pluginMode ? REASONS.pluginMode : null
})

export const whyNoStop = aboutTarget(({ pending, live }) => {
  if (pending?.act === 'stop' && pending.phase === 'sending') return REASONS.stopSending
  if (!isRunning(live)) return pending?.act === 'start' ? REASONS.noLiveId : REASONS.notLive
  return live?.liveId === null ? REASONS.noLiveId : null
})

export const whyNoSync = aboutTarget(({ live }) => {
  if (!isRunning(live)) return REASONS.notLive
  return live?.liveId === null ? REASONS.noLiveId : null
})

/** Another profile means another service: never while the show target is, or may be, on air. */
export const whyNoSwitch: Why = (mirror) => {
  const target = mirror.state && targetOf(mirror.state)
  const locked = target && (isRunning(target.live) || target.pending !== null)
  return whyNoLink(mirror) ?? (locked ? switchLocked(target.name) : null)
}

export const whyNoAutoSync = aboutTarget(({ settings }) => (settings ? null : REASONS.settingsUnread))

export const whyNoBack = aboutTarget(({ previousSceneId }) => (previousSceneId ? null : REASONS.noPreviousScene))

export const whyNoStep = aboutTarget(({ scenes }) => {
  if (!scenes) return REASONS.scenesUnread
  return scenes.length < 2 ? REASONS.oneScene : null
})

export const whyNoCheck = aboutTarget(({ settings }) => {
  if (!settings) return REASONS.settingsUnread
  return settings.destinations.length || settings.destinationIds?.length ? null : REASONS.noDestinations
})

/** Is a lost start being checked, so that a person may unlock it? */
export function startIsChecked(target: ProjectState | null): boolean {
  return target?.pending?.act === 'start' && target.pending.phase === 'checking'
}

/** The broadcast a command means: the one seen running, or none. */
export function seenLiveId(target: ProjectState | null): string | null {
  return target && isRunning(target.live) ? (target.live?.liveId ?? null) : null
}
