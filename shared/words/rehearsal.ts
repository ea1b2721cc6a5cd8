/** Rehearsing: what each fault and scenario is called, and how long it lasts. What only its own screen says: `rehearsalScreen.ts`. */
import type { ActiveFault, RehearsalState } from '../rehearsal/rehearsal.ts'
import type { FaultKind, ScenarioName } from '../rehearsal/rehearsalKinds.ts'
import { clockTime, counted, inARow, listed } from './format.ts'

export interface Explained {
  name: string
  about: string
}

export const FAULT_WORDS: Record<FaultKind, Explained> = {
  latency: { name: 'Slow answers', about: 'Every answer comes later.' },
  rateStorm: { name: 'Budget used up', about: 'Answers 429, as if another tool had used all requests.' },
  serverError: { name: 'Server errors', about: 'Answers 500, 502 and 503 in turn. Nothing is carried out.' },
  cutBefore: { name: 'Nobody there', about: 'The connection breaks before anything is carried out.' },
  cutAfter: { name: 'Answers lost', about: 'It is carried out, and the connection breaks before the answer.' },
  hung: { name: 'No answer', about: 'It is carried out, and no answer ever comes.' },
  malformed: { name: 'Garbled answers', about: 'It is carried out; the answer is HTML, of wrong types or empty.' },
  truncated: { name: 'Answers cut short', about: 'It is carried out; the answer ends in the middle.' },
  expiredLogin: { name: 'Login expired', about: 'The login of a destination has expired.' },
  endlessPreparing: { name: 'Endless preparing', about: 'What is being prepared never goes on air.' },
  failedPreparing: { name: 'Failed preparing', about: 'What is being prepared ends with an error.' },
  stopsByItself: { name: 'Ends by itself', about: 'What is on air ends, with an error.' },
  clockJump: { name: 'Clock jumps', about: 'The service’s clock is wrong: its dates, not its broadcasts.' },
}

export const SCENARIO_WORDS: Record<ScenarioName, Explained> = {
  platformDown: { name: 'Platform down', about: 'Errors, then nobody there, then errors again.' },
  slowEvening: { name: 'Slow evening', about: 'Every answer takes two and a half seconds longer.' },
  lostAnswers: { name: 'Lost answers', about: 'The next start and the next stop happen, and no answer tells.' },
  budgetGone: { name: 'Budget gone', about: 'Another tool uses all requests up for a minute.' },
  badStart: { name: 'Bad start', about: 'A login expires; then starts hang; then starts fail.' },
  droppedMidShow: { name: 'Dropped mid-show', about: 'Unreachable, and meanwhile the platform ends the show.' },
  garbledService: { name: 'Garbled service', about: 'Answers that cannot be read, then answers cut short.' },
  wrongClock: { name: 'Wrong clock', about: 'The service’s clock is an hour fast, then an hour slow.' },
}

/** Said wherever the show is watched. */
export const REHEARSED_WORDS = {
  endAll: 'End all',
  untilEnded: 'until ended',
  real: 'Rehearsed: nothing real is wrong.',
} as const

/** What is left of a fault at work. */
export function faultLeft(fault: Pick<ActiveFault, 'until' | 'timesLeft'>, now: number): string {
  const parts = [
    // The last request it befell still waits for its answer.
    fault.timesLeft === null ? null : fault.timesLeft === 0 ? 'ending' : `${counted(fault.timesLeft, 'time')} left`,
    fault.until === null ? null : `${clockTime((fault.until - now) / 1000)} left`,
  ].filter((part) => part !== null)
  return parts.length ? inARow(parts) : REHEARSED_WORDS.untilEnded
}

export function scenarioLeft(endsAt: number, now: number): string {
  return `${clockTime((endsAt - now) / 1000)} left`
}

/** With more faults than this, their names are enough: the line must be read in passing. */
const MOST_TIMED = 3

/** What a rehearsal suffers now, so that nobody takes it for real; null while it suffers nothing. */
export function rehearsedNow({ faults, scenario }: RehearsalState, now: number): string | null {
  if (faults.length === 0 && !scenario) return null
  const told = (one: ActiveFault) => {
    const { name } = FAULT_WORDS[one.fault.kind]
    return faults.length > MOST_TIMED ? name : `${name} (${faultLeft(one, now)})`
  }
  const named = listed(faults.map(told))
  if (!scenario) return `${named}.`
  const played = `Scenario ${SCENARIO_WORDS[scenario.name].name}, ${scenarioLeft(scenario.endsAt, now)}`
  return named ? `${played}: ${named}.` : `${played}.`
}
