/**
 * Runs or rehearses a macro from the command line. One that goes live or stops needs --confirm to run, and then takes
 * its two steps.
 */
import { commitOf, untilSecondStep } from '../../shared/commands/arming.ts'
import { macroNamed } from '../../shared/intents/naming.ts'
import type { MacroReport } from '../../shared/macros/macro.ts'
import { stepResult } from '../../shared/macros/offered.ts'
import type { AppState } from '../../shared/state.ts'
import { EXIT } from '../../shared/words/cli/cli.ts'
import { lastRun, MACRO_WORDS, macroNeedsConfirm, stepLine } from '../../shared/words/commands/macros.ts'
import { sleep } from '../util/time.ts'
import { type Answer, answerOf, refused } from './answer.ts'
import { type Desk, look, sendOnce } from './desk.ts'

export async function macro(desk: Desk): Promise<Answer> {
  const seen = await look(desk)
  if ('code' in seen) return seen
  const { rehearse, confirm, about } = desk.typed
  const meant = macroNamed(seen.state, about, 'press')
  if ('reason' in meant) return refused(meant)
  if (rehearse) return rehearsed(desk, meant.macroId)
  if (confirm) return confirmed(desk, meant)
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

/** Ms between two looks at a running rehearsal. */
const LOOK_MS = 500

/** Waits for the end of the rehearsal, and tells how each step went. Ctrl+C ends it. */
async function rehearsed(desk: Desk, macroId: string): Promise<Answer> {
  const { client, clock, stopped } = desk
  const begun = await sendOnce(desk, { type: 'rehearseMacro', macroId })
  if (begun.code !== EXIT.done) return begun
  void stopped.then(() => client.send({ type: 'stopMacro', rehearsal: true })).catch(() => {})
  for (;;) {
    const state = await client.state()
    const report = state.macroReports[macroId]
    const { macroRehearsal } = state
    if (macroRehearsal?.id !== macroId || macroRehearsal.ended !== null)
      return report ? answerFor(report, macroId, state) : { code: EXIT.notKnown, sentence: MACRO_WORDS.noReport }
    await sleep(clock, LOOK_MS)
  }
}

function answerFor(report: MacroReport, macroId: string, { macros }: AppState): Answer {
  const steps = macros.find(({ id }) => id === macroId)?.steps ?? []
  const sentence = lastRun(report, steps.length)
  const lines = [
    sentence,
    ...steps.map((step, index) => stepLine(step, index + 1, stepResult(report, index), report.why)),
  ]
  return { code: report.why === null ? EXIT.done : EXIT.refused, sentence, lines, fields: { value: report } }
}
