/** The first lines of the menu, and the words beside the icon: what is on air, for how long, until when. */
import { type AppState, isRunning, type ProjectState } from '../../../shared/state.ts'
import type { Tally } from '../../../shared/tally.ts'
import { endOf, NEAR_END_MS, onAirFor } from '../../../shared/view/clock.ts'
import { destinationsOf, faultOf } from '../../../shared/view/destinations.ts'
import { TRAY_WORDS } from '../../../shared/words/desktop/tray.ts'
import { beside } from '../../../shared/words/format.ts'
import { REHEARSAL_MARK } from '../../../shared/words/labels.ts'
import { describeFailure, journalProblem } from '../../../shared/words/outcomes/failures.ts'
import { runningFaults } from '../../../shared/words/show/show.ts'
import {
  airBasisSentence,
  LAMP,
  REHEARSAL,
  tallySentence,
  unsyncedSentence,
} from '../../../shared/words/show/tally.ts'
import { cut, cutName, type TextItem, text } from './items.ts'

/** What all parts of the view are derived from. */
export interface Seen {
  state: AppState
  target: ProjectState | null
  tally: Tally
  now: number
}

export function stateLines({ state, target, tally, now }: Seen): TextItem[] {
  const line = (id: string, words: string | null) => (words ? [text(id, words)] : [])
  return [
    ...line('rehearsal', state.service.rehearsal ? REHEARSAL : null),
    ...line('tally', tallySentence(tally, state, target, null)),
    ...line('ended', target && tally !== 'stale' ? endedLine(target) : null),
    ...line('running', target && runningLine(target, tally, now)),
    ...line('end', target && tally !== 'stale' ? endLine(target, now) : null),
    ...line('unsynced', tally === 'unsynced' && target ? unsyncedSentence(target) : null),
    ...line('basis', tally === 'live' || tally === 'unsynced' ? target && airBasisSentence(target) : null),
    ...line('faults', target && tally !== 'stale' ? faultsLine(target) : null),
    ...line('service', target && state.service.failure ? describeFailure(state.service.failure).what : null),
    ...line('journal', journalProblem(state)),
    ...line('padlocked', state.padlock.locked ? TRAY_WORDS.padlocked : null),
  ]
}

/** Which project, for how long, and how many viewers. An old reading shows only its age. */
function runningLine(target: ProjectState, tally: Tally, now: number): string {
  const facts = tally === 'stale' ? [aged(target, now)] : [elapsed(target, now), watched(target)]
  return beside([cutName(target.name), ...facts])
}

/** A broadcast that another client ended, until the user dismisses it: the icon alone would be plain OFF. */
function endedLine({ lastEnd }: ProjectState): string | null {
  if (lastEnd === null || lastEnd.by === 'plan') return null
  return TRAY_WORDS[lastEnd.by === 'lateStop' ? 'endedLate' : 'endedElsewhere'](lastEnd.at)
}

function elapsed(target: ProjectState, now: number): string | null {
  const ms = onAirFor(target, now)
  return ms === null ? null : TRAY_WORDS.onAirFor(ms)
}

const aged = ({ live }: ProjectState, now: number): string | null => live && TRAY_WORDS.lastRead(now - live.readAt)

function watched({ live }: ProjectState): string | null {
  return isRunning(live) && live?.viewers != null ? TRAY_WORDS.watching(live.viewers) : null
}

function endLine(target: ProjectState, now: number): string | null {
  const end = endOf(target, now)
  return end && TRAY_WORDS.endsIn(end.leftMs, end.by)
}

function faultsLine(target: ProjectState): string | null {
  if (!isRunning(target.live)) return null
  const all = destinationsOf(target) ?? []
  const faulty = all.filter((one) => faultOf(target, one) !== null)
  const [only] = faulty
  if (faulty.length === 1 && only) return `${cutName(only.name)}: ${faultOf(target, only)}`
  return faulty.length ? `Destinations: ${runningFaults(all.length, faulty.length)}` : null
}

/** In UTF-16 units: Windows cuts a longer tooltip. */
const LONGEST_TOOLTIP = 127
/** A long name must not take the space of the other facts. */
const LONGEST_SENTENCE = 64

/** The whole state in words, the most important first, for users who cannot see the icon's shape. */
export function tooltipOf({ state, target, tally, now }: Seen): string {
  const parts = [
    state.service.rehearsal ? REHEARSAL_MARK : TRAY_WORDS.product,
    cut(tallySentence(tally, state, target, null), LONGEST_SENTENCE),
    ...(target ? tooltipFacts(target, tally, now) : []),
  ]
  return cut(beside(parts), LONGEST_TOOLTIP)
}

function tooltipFacts(target: ProjectState, tally: Tally, now: number): (string | null)[] {
  if (tally === 'stale') return [aged(target, now)]
  const end = endOf(target, now)
  return [
    endedLine(target),
    tally === 'unsynced' ? TRAY_WORDS.editsUnseen(target.unsynced.edits) : null,
    elapsed(target, now),
    end && TRAY_WORDS.endsInShort(end.leftMs),
    watched(target),
  ]
}

/** The text in the menu bar: only while something is worth knowing at a glance. */
export function titleOf({ state, target, tally, now }: Seen): string {
  if (tally === 'off') return ''
  const word = state.service.rehearsal ? REHEARSAL_MARK : LAMP[tally]
  const end = tally === 'stale' ? null : endOf(target, now)
  return end && end.leftMs <= NEAR_END_MS ? beside([word, TRAY_WORDS.endsInShort(end.leftMs)]) : word
}
