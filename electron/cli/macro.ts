/** Runs a macro from the command line. One that goes live or stops needs --confirm, and then takes its two steps. */
import { commitOf, untilSecondStep } from '../../shared/commands/arming.ts'
import { macroNamed } from '../../shared/intents/naming.ts'
import { EXIT } from '../../shared/words/cli/cli.ts'
import { macroNeedsConfirm } from '../../shared/words/commands/macros.ts'
import { sleep } from '../util/time.ts'
import { type Answer, answerOf, refused } from './answer.ts'
import { type Desk, look, sendOnce } from './desk.ts'

export async function macro(desk: Desk): Promise<Answer> {
  const seen = await look(desk)
  if ('code' in seen) return seen
  const meant = macroNamed(seen.state, desk.typed.about, 'press')
  if ('reason' in meant) return refused(meant)
  if (desk.typed.confirm) return confirmed(desk, meant)
  const answer = await sendOnce(desk, meant)
  if (answer.outcome?.result !== 'armed') return answer
  // The user did not confirm, so it must not stay armed.
  await desk.client.send({ type: 'cancelArm', armId: answer.outcome.arm.armId })
  return { code: EXIT.usage, sentence: macroNeedsConfirm(answer.outcome.arm.macro?.name ?? '') }
}

async function confirmed(desk: Desk, meant: Parameters<Desk['client']['send']>[0]): Promise<Answer> {
  const outcome = await desk.client.send(meant)
  if (outcome.result !== 'armed') return answerOf(outcome)
  await sleep(desk.clock, untilSecondStep(outcome.arm))
  return sendOnce(desk, commitOf(outcome.arm))
}
