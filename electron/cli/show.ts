/** Commands of a show: each refers to the state as seen at this moment, and is sent once. */
import { commitOf, untilSecondStep } from '../../shared/commands/arming.ts'
import type { CommandInput } from '../../shared/commands/commands.ts'
import { type Ask, intend, projectOf } from '../../shared/intents/intents.ts'
import type { Outcome, Refusal } from '../../shared/outcome.ts'
import { isRunning } from '../../shared/state.ts'
import { CLI_SENTENCES, EXIT, WOULD_STOP_NOTHING, wouldStop } from '../../shared/words/cli/cli.ts'
import { ProgramError } from '../core/bridge/socketClient.ts'
import { sleep } from '../util/time.ts'
import { type Answer, answerOf, refused } from './answer.ts'
import { type Desk, look, type Seen, sendOnce } from './desk.ts'

/**
 * Sends a command that takes one step.
 *
 * @param isNamed it refers to a scene by name or number, which may have changed: the project is read right before the
 * command is sent
 */
export async function send(desk: Desk, ask: Ask, isNamed = false): Promise<Answer> {
  const seen: SeenNames | Answer = await (isNamed ? lookAgain(desk) : look(desk))
  if ('code' in seen) return seen
  const meant = await meaning(desk, ask, seen)
  const answer = 'answer' in meant ? meant.answer : await sendOne(desk, meant)
  const { oldNames } = seen
  return oldNames === undefined ? answer : { ...answer, sentence: `${answer.sentence} ${oldNames}` }
}

async function sendOne(desk: Desk, meant: CommandInput): Promise<Answer> {
  const answer = await sendOnce(desk, meant)
  const { outcome } = answer
  if (outcome && lacksDestinations(outcome))
    return { ...answer, sentence: `${answer.sentence} ${CLI_SENTENCES.destinations}` }
  if (meant.type !== 'goLive' || outcome?.result !== 'refused') return answer
  const way = WAYS_ON[outcome.refusal.reason]
  return way === undefined ? answer : { ...answer, sentence: `${answer.sentence} ${way}` }
}

/** Hints on what can be typed after a start was refused. */
const WAYS_ON: Partial<Record<Refusal['reason'], string>> = {
  faults: CLI_SENTENCES.despiteFaults,
  first: CLI_SENTENCES.confirm,
  scheduled: CLI_SENTENCES.cancelDates,
}

/** The user chooses destinations with a command here, not on a screen. */
const lacksDestinations = (outcome: Outcome): boolean =>
  outcome.result === 'failed' && outcome.failure.code === 'NO_DESTINATIONS'

/** Arms, waits until the second step is accepted, and commits: `--confirm` is the user's confirmation. */
export async function stop(desk: Desk): Promise<Answer> {
  if (!desk.typed.confirm) return unconfirmed(desk)
  const seen = await look(desk)
  if ('code' in seen) return seen
  const meant = await meaning(desk, (show) => show.armStop('press'), seen)
  if ('answer' in meant) return meant.answer
  const armed = await nothingStopped(() => desk.client.send(meant))
  if ('code' in armed) return armed
  if (armed.result !== 'armed') return answerOf(armed)
  const { arm } = armed
  await sleep(desk.clock, untilSecondStep(arm))
  return nothingStopped(() => sendOnce(desk, commitOf(arm)))
}

/** An arm is lost with the Cuelight that holds it: before the second step was sent, nothing can have been stopped. */
async function nothingStopped<T>(step: () => Promise<T>): Promise<T | Answer> {
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof ProgramError) || error.about.problem !== 'lost') throw error
    return { code: EXIT.noApp, sentence: `${error.message} ${CLI_SENTENCES.notStopped}` }
  }
}

/** Reports what would be stopped, and stops nothing. */
async function unconfirmed(desk: Desk): Promise<Answer> {
  const seen = await look(desk)
  const project = 'code' in seen ? null : projectOf(seen.state, seen.named)
  const running = project !== null && isRunning(project.live)
  return { code: EXIT.usage, sentence: running ? wouldStop(project, desk.clock.now()) : WOULD_STOP_NOTHING }
}

/** How long to wait for the current names of scenes, in ms. */
const NAMES_WITHIN_MS = 1_000
/** Names younger than this, in ms, are current: the core does not read them again. */
const YOUNG_MS = 1_000

interface SeenNames extends Seen {
  /** What is printed if the names of the scenes could not be read in time. */
  oldNames?: string
}

/**
 * Reads the names of the scenes before it returns the state. If that takes longer, the last known names are used,
 * because a cue must not be late for that.
 */
async function lookAgain(desk: Desk): Promise<SeenNames | Answer> {
  const { client, clock } = desk
  const from = clock.now()
  const first = await look(desk)
  if ('code' in first) return first
  const shown = projectOf(first.state, first.named)
  if (!shown) return first
  await Promise.race([client.send({ type: 'refresh', projectId: shown.id }), sleep(clock, NAMES_WITHIN_MS)])
  const seen = { ...first, state: await client.state() }
  const project = projectOf(seen.state, seen.named)
  const readAt = project?.scenesReadAt ?? null
  if (!project?.scenes || (readAt !== null && readAt >= from - YOUNG_MS)) return seen
  return { ...seen, oldNames: CLI_SENTENCES.oldNames(readAt === null ? null : clock.now() - readAt) }
}

/**
 * The command for this request. Before it reports that there is no broadcast, it reads the same project once more,
 * because a broadcast may have started elsewhere since the last reading.
 */
async function meaning(desk: Desk, ask: Ask, seen: Seen): Promise<CommandInput | { answer: Answer }> {
  const project = projectOf(seen.state, seen.named)
  const meant = intend(project, ask)
  if (!('reason' in meant)) return meant
  if (!project || (meant.reason !== 'notLive' && meant.reason !== 'notKnown')) return { answer: refused(meant) }
  const outcome = await desk.client.send({ type: 'refresh', projectId: project.id })
  if (outcome.result !== 'done') return { answer: answerOf(outcome) }
  const anew = intend(projectOf(await desk.client.state(), project.id), ask)
  return 'reason' in anew ? { answer: refused(anew) } : anew
}
