import type { AppState, ProjectState } from '../../state.ts'
import { reachesNobody, type Tally } from '../../tally.ts'
import { keyless } from '../accounts/profiles.ts'
import { asHeadline, counted, span } from '../format.ts'
import { describeFailure } from '../outcomes/failures.ts'

/** The word on the lamp. */
export const LAMP: Record<Tally, string> = {
  off: 'OFF',
  preparing: 'WAIT',
  live: 'LIVE',
  unsynced: 'LIVE',
  unknown: '?',
  error: '!',
  stale: 'NO CONTACT',
}

/** How many edits wait, in one or two characters. */
export const editsInBadge = (edits: number): string => (edits > 9 ? '9+' : String(edits))

/** Marks everything from a studio that broadcasts nothing. */
export const REHEARSAL = 'REHEARSAL: nothing is broadcast'
/** For a terminal that was shown the mark before. */
export const NO_REHEARSAL = 'This is not a rehearsal any more: what you do from here on is broadcast.'

/** What is on air. @param now wall time, or null to omit ages: a live region must not speak every second */
export function tallySentence(
  tally: Tally,
  state: AppState,
  project: ProjectState | null,
  now: number | null,
): string {
  if (!project) return withoutTarget(state)
  return TALLY_SENTENCES[tally](project, state, now)
}

const TALLY_SENTENCES: Record<Tally, (project: ProjectState, state: AppState, now: number | null) => string> = {
  off: (project, state, now) => (startIsSent(project) ? START_SENT : offSentence(project, state, now)),
  preparing: (project, _, now) => heldSentence(project, now) ?? 'Preparing: not on air yet',
  live: onAirSentence,
  unsynced: onAirSentence,
  unknown: unknownSentence,
  stale: (project, _, now) => staleSentence(project, now),
  error: errorSentence,
}

/** A project list older than this, in ms, is not presented as current. */
const LIST_OLD_MS = 10 * 60_000

/** Another project of the account may be on air: then only this one is off. */
function offSentence(
  project: ProjectState,
  { projectList: { items, readAt } }: AppState,
  now: number | null,
): string {
  const others = items.filter(({ id, liveStatus }) => id !== project.id && liveStatus === 'LIVE')
  if (others.length === 0) return 'Nothing is on air'
  if (now !== null && now - (readAt ?? 0) > LIST_OLD_MS) return 'Off air'
  return others.length === 1
    ? `Off air. ${others[0]?.name} is on air`
    : `Off air. ${others.length} other projects are on air`
}

function onAirSentence(project: ProjectState, _: AppState, now: number | null): string {
  const held = heldSentence(project, now)
  if (held) return held
  const { scenes, air } = project
  const scene = scenes?.find(({ id }) => id === air.sceneId)?.name
  return scene ? `On air: ${scene}` : 'On air'
}

function withoutTarget(state: AppState): string {
  if (state.service.baseUrl === '')
    return isStudioMissing(state) ? 'Waiting for the local studio' : 'Cuelight is starting'
  if (!state.service.keyPresent) return keyless(state).what
  if (state.service.failure) return asHeadline(describeFailure(state.service.failure).what)
  return state.projectList.readAt === null ? 'Asking the service…' : 'No project chosen: what is on air is not known'
}

const isStudioMissing = ({ notices }: AppState) => notices.some(({ kind }) => kind === 'studioFailed')

const START_SENT = 'Go live sent. Waiting for a reply'

/** A stop that the service refused for lack of budget, and that is sent once more when the service allows. */
function heldSentence({ pending }: ProjectState, now: number | null): string | null {
  if (pending?.act !== 'stop' || pending.heldUntil === undefined) return null
  const when = now === null ? 'soon' : `in ${span(Math.max(0, pending.heldUntil - now))}`
  return `Still on air. The service is over its limit: Stop goes out again ${when}`
}

const startIsSent = ({ pending }: ProjectState) => pending?.act === 'start' && pending.phase === 'sending'

function unknownSentence(project: ProjectState): string {
  if (startIsSent(project)) return START_SENT
  if (project.pending?.act === 'start') return 'Checking: did it go live?'
  if (project.pending?.act === 'stop') return 'Checking: did it stop?'
  return project.live ? 'The service gave a status Cuelight does not know' : 'Not known yet: asking the service'
}

function staleSentence(project: ProjectState, now: number | null): string {
  const when = now === null ? 'when last seen' : `${span(now - (project.live?.readAt ?? now))} ago`
  return `No contact. Was ${wasSentence(project)} ${when}`
}

/** What the last reading showed, once it is too old to count. */
export function wasSentence(project: ProjectState): string {
  const status = project.live?.status
  return status === 'LIVE' ? 'live' : status === 'PREPARING' ? 'preparing' : 'off air'
}

function errorSentence(project: ProjectState, state: AppState): string {
  if (reachesNobody(project)) return 'Running, but every destination reports a fault'
  const failure = project.failure ?? state.service.failure
  return failure && !project.live ? asHeadline(describeFailure(failure).what) : 'Off air with an error'
}

/** What viewers do not see yet, as far as known; null if there is nothing to report. */
export function unsyncedSentence(project: ProjectState): string | null {
  const { some, edits, basis } = project.unsynced
  if (some === null) return 'unclear whether viewers see every change'
  if (!some) return null
  if (edits === null) return 'changes not on air yet'
  return `${counted(edits, 'change')} not on air yet${basis === 'own' ? ' (made here)' : ''}`
}

/** How certain the sentence about the scene on air is. */
export function airBasisSentence(project: ProjectState): string | null {
  if (project.air.basis === 'lastSync') return 'scene as of the last confirmed sync'
  return project.air.basis === 'notKnown' ? 'the service does not say which scene viewers see' : null
}

/** How fresh the reading is. */
export function freshness(readAt: number, now: number): string {
  const age = now - readAt
  return age < 1_500 ? 'confirmed just now' : `confirmed ${span(age)} ago`
}
