import { isRunning, type ProjectState, targetOf } from '../../../shared/state.ts'
import { seenLiveId } from '../../../shared/view/reasons.ts'
import { REASONS } from '../../../shared/words/reasons.ts'
import { onAirNow, QUIT_WORDS } from '../../../shared/words/setup.ts'
import { whyNoLink, whyNoStop } from '../../store/reasons.ts'
import type { Stopping } from '../../store/stopControl.ts'
import type { MirrorState } from '../../store/store.ts'

/** What a press on Stop, or on "Stop and quit", would end; or why it can end nothing. */
export function toStop(spot: Stopping['spot'], mirror: MirrorState): Stopping | { why: string } {
  return spot === 'quit' ? toStopAll(mirror) : toStopTarget(mirror)
}

function toStopTarget(mirror: MirrorState): Stopping | { why: string } {
  const why = whyNoStop(mirror)
  const project = mirror.state && targetOf(mirror.state)
  return why === null && project ? { spot: 'stop', project } : { why: why ?? REASONS.noTarget }
}

/** Before Cuelight ends, whatever runs is meant, be it the show target or not. One arm ends one broadcast. */
function toStopAll(mirror: MirrorState): Stopping | { why: string } {
  const why = whyNoLink(mirror)
  if (why !== null) return { why }
  const [only, ...others] = running(mirror)
  if (!only) return { why: REASONS.notLive }
  if (others.length) return { why: QUIT_WORDS.severalRun }
  return seenLiveId(only) === null ? { why: REASONS.noLiveId } : { spot: 'quit', project: only }
}

function running({ state }: MirrorState): ProjectState[] {
  return Object.values(state?.projects ?? {}).filter(({ live }) => isRunning(live))
}

/** The question before quitting, where something is seen running; null: nothing is. */
export function whatBecomes(mirror: MirrorState): string | null {
  const names = running(mirror).map(({ name }) => name)
  return names.length ? onAirNow(names) : null
}

/** Why "Stop and quit" would do nothing now, or null. */
export function whyNoStopAndQuit(mirror: MirrorState): string | null {
  const meant = toStopAll(mirror)
  return 'why' in meant ? meant.why : null
}
