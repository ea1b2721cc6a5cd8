/** Commands of a show: what is asked for is meant as things are seen at this moment, and sent once. */
import { type Asked, commandFor, type Meant, projectOf } from '../../shared/asking.ts'
import type { CommandInput } from '../../shared/commands.ts'
import { isRunning } from '../../shared/state.ts'
import { CLI_SENTENCES, EXIT, WOULD_STOP_NOTHING, wouldStop } from '../../shared/words/cli.ts'
import { ProgramError } from '../core/programProblem.ts'
import { sleep } from '../core/time.ts'
import { type Answer, answerOf } from './answer.ts'
import { type Desk, look, refused, sendOnce } from './desk.ts'

/** Asks for something that takes one step. */
export async function ask(desk: Desk, asked: Asked): Promise<Answer> {
  const meant = await meaning(desk, asked)
  if ('answer' in meant) return meant.answer
  const answer = await sendOnce(desk, meant.command)
  const { outcome } = answer
  if (asked.verb !== 'goLive' || outcome?.result !== 'refused' || outcome.refusal.reason !== 'faults') return answer
  return { ...answer, sentence: `${answer.sentence} ${CLI_SENTENCES.despiteFaults}` }
}

/**
 * Stops in the two steps that everybody needs: arms, waits until the second one is taken, and commits. That it was typed
 * with --confirm is the person's yes.
 */
export async function stop(desk: Desk): Promise<Answer> {
  if (!desk.typed.confirm) return unconfirmed(desk)
  const meant = await meaning(desk, { verb: 'stop' })
  if ('answer' in meant) return meant.answer
  const armed = await nothingStopped(() => desk.client.send(meant.command))
  if ('code' in armed) return armed
  if (armed.result !== 'armed') return answerOf(armed)
  const { armId, armedAt, notBefore } = armed.arm
  // From when the arm came, not from when it was made: no clock needs to be the core's.
  await sleep(desk.clock, notBefore - armedAt + SLACK_MS)
  const ended = await nothingStopped(() => sendOnce(desk, { type: 'commitStop', armId }))
  return ended
}

/** A timer may be a little early; what comes too early counts as the same press. */
const SLACK_MS = 20

/** An arm dies with the Cuelight that keeps it: until the second step was sent, nothing can have been stopped. */
async function nothingStopped<T>(step: () => Promise<T>): Promise<T | Answer> {
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof ProgramError) || error.about.problem !== 'lost') throw error
    return { code: EXIT.noApp, sentence: `${error.message} ${CLI_SENTENCES.notStopped}` }
  }
}

/** Says what would be stopped, and stops nothing. */
async function unconfirmed(desk: Desk): Promise<Answer> {
  const seen = await look(desk)
  const project = 'refusal' in seen ? null : projectOf(seen.state, seen.named)
  const running = project !== null && isRunning(project.live)
  return { code: EXIT.usage, sentence: running ? wouldStop(project, desk.clock.now()) : WOULD_STOP_NOTHING }
}

/**
 * The command that is meant. A broadcast that may have begun elsewhere since the last reading is looked for before it is
 * said that there is none.
 */
async function meaning(desk: Desk, asked: Asked): Promise<{ command: CommandInput } | { answer: Answer }> {
  const first = await meantNow(desk, asked)
  if ('command' in first) return first
  const { reason } = first.refusal
  if (reason !== 'notLive' && reason !== 'notKnown') return { answer: refused(first.refusal) }
  const refreshed = await refresh(desk)
  if (refreshed !== null) return { answer: refreshed }
  const second = await meantNow(desk, asked)
  return 'command' in second ? second : { answer: refused(second.refusal) }
}

async function meantNow(desk: Desk, asked: Asked): Promise<Meant> {
  const seen = await look(desk)
  return 'refusal' in seen ? seen : commandFor(asked, seen.state, seen.named, 'step')
}

/** Reads what is meant anew. Null once it is read; otherwise why it was not. */
async function refresh(desk: Desk): Promise<Answer | null> {
  const seen = await look(desk)
  if ('refusal' in seen) return refused(seen.refusal)
  const outcome = await desk.client.send({
    type: 'refresh',
    ...(seen.named === null ? {} : { projectId: seen.named }),
  })
  return outcome.result === 'done' ? null : answerOf(outcome)
}
