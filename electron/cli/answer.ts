import type { Outcome, Refusal } from '../../shared/outcome.ts'
import { EXIT, type ExitCode } from '../../shared/words/cli.ts'
import { describeOutcome } from '../../shared/words/outcomes.ts'

/** How a command of the command line ended. */
export interface Answer {
  code: ExitCode
  sentence: string
  outcome?: Outcome
  /** All there was to say has been said. */
  quiet?: boolean
  /** All that is to stand on stdout, however it ended: what went wrong is still told on stderr. */
  onlyIds?: readonly string[]
  /** What a person asked to see, instead of the sentence. */
  lines?: readonly string[]
  /** What a machine asked to see, beside the rest. */
  fields?: Readonly<Record<string, unknown>>
}

/** The answer that an outcome is. */
export function answerOf(outcome: Outcome): Answer {
  return { code: codeOf(outcome), sentence: describeOutcome(outcome), outcome }
}

function codeOf({ result }: Outcome): ExitCode {
  if (result === 'unknown') return EXIT.notKnown
  return result === 'done' || result === 'armed' ? EXIT.done : EXIT.refused
}

export const refused = (refusal: Refusal): Answer => answerOf({ result: 'refused', refusal })
