import { PRESS_WORDS } from '../../shared/words/labels.ts'
import { tellCameOut, tellOutcome } from '../../shared/words/outcomes.ts'
import type { MirrorState } from './store.ts'
import { type Answer, lookOf, type Press, type Spot } from './submissions.ts'

/** What a press came to, in words. */
export function tellPress(press: Press): string {
  return press.phase === 'sent' ? PRESS_WORDS.sent : tellAnswer(press.answer)
}

export function tellAnswer(answer: Answer): string {
  if (answer.result === 'notSent' || answer.result === 'linkLost') return PRESS_WORDS[answer.result]
  if (answer.result === 'cameOut') return tellCameOut(answer.out)
  return answer.result === 'inert' ? answer.why : tellOutcome(answer)
}

/** The latest press at any of these spots. */
export function latestPress(presses: MirrorState['presses'], spots: readonly Spot[]): Press | null {
  let latest: Press | null = null
  for (const spot of spots) {
    const press = presses[spot]
    if (press && (!latest || press.nr > latest.nr)) latest = press
  }
  return latest
}

/** Must it be heard at once? What was asked for did not happen, or may not have. */
export function isLoud(press: Press): boolean {
  if (press.phase === 'answered' && press.answer.result === 'inert') return false
  return ['refused', 'failed', 'unknown'].includes(lookOf(press))
}

/** The known faults a go-live was refused for, while they wait for an answer. */
export function faultsAsked(press: Press | undefined) {
  if (press?.phase !== 'answered' || press.answer.result !== 'refused') return null
  const { refusal } = press.answer
  return refusal.reason === 'faults' ? refusal.faults : null
}
