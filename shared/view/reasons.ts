/** Why a control would have no effect now, or null; identical on every surface with controls. */
import { isRunning, type ProjectState, type ServiceState } from '../state.ts'
import { REASONS } from '../words/outcomes/reasons.ts'

/** Why a command makes no sense now. What the guard forbids stays enabled, and the core's refusal explains it. */
type Why = (target: ProjectState) => string | null

export const whyNoGoLive: Why = ({ pending, live, settings }) => {
  if (pending?.act === 'start') return pending.phase === 'sending' ? REASONS.startSending : REASONS.startChecking
  if (isRunning(live)) return REASONS.alreadyLive
  if (pending?.phase === 'checking') return REASONS.stopChecking
  return settings?.pluginMode ? REASONS.pluginMode : null
}

export const whyNoStop: Why = (target) => {
  const { pending, live } = target
  if (pending?.act === 'stop' && pending.phase === 'sending') return REASONS.stopSending
  if (isRunning(live)) return null
  return pending?.act === 'start' ? REASONS.noLiveId : whyNotRunning(target)
}

export const whyNoSync: Why = (target) => {
  const { live } = target
  if (!isRunning(live)) return whyNotRunning(target)
  return live?.liveId === null ? REASONS.noLiveId : null
}

/** A status that was never read, or too long ago, does not count as off. */
const whyNotRunning: (target: ProjectState) => string = ({ live, stale }) =>
  live && !stale ? REASONS.notLive : REASONS.airNotKnown

export const whyNoAutoSync: Why = ({ settings }) => (settings ? null : REASONS.settingsUnread)

/**
 * The scene to which Back leads: the one viewers saw last. While the active scene is not on air yet, that is what they
 * see now. Null: none is known, or it is the active one.
 */
export function backSceneId({ live, scenes, air, earlierSceneIds }: ProjectState): string | null {
  const active = scenes?.find(({ isActive }) => isActive)?.id
  if (isRunning(live) && air.sceneId !== null && air.sceneId !== active) return air.sceneId
  return earlierSceneIds.findLast((id) => id !== active) ?? null
}

export const whyNoBack: Why = (target) => (backSceneId(target) ? null : REASONS.noPreviousScene)

export const whyNoStep: Why = ({ scenes }) => {
  if (!scenes) return REASONS.scenesUnread
  return scenes.length < 2 ? REASONS.oneScene : null
}

export const whyNoCheck: Why = ({ settings }) => {
  if (!settings) return REASONS.settingsUnread
  return settings.destinations.length || settings.destinationIds?.length ? null : REASONS.noDestinations
}

/** The broadcast a command refers to: the one seen running, or none. */
export function seenLiveId(target: ProjectState | null): string | null {
  return target && isRunning(target.live) ? (target.live?.liveId ?? null) : null
}

/** The page of the service's own host, for what can only be done there; null: there is no https page to link to. */
export function servicePage({ baseUrl, rehearsal }: Pick<ServiceState, 'baseUrl' | 'rehearsal'>): string | null {
  const origin = /^https:\/\/[^\s/@]+/i.exec(baseUrl)?.[0]
  return rehearsal || origin === undefined ? null : `${origin}/`
}
