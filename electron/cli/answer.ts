import type { Outcome, Refusal } from '../../shared/outcome.ts'
import { EXIT, type ExitCode } from '../../shared/words/cli/cli.ts'
import { describeOutcome } from '../../shared/words/outcomes/outcomes.ts'

/** How a command of the command line ended. */
export interface Answer {
  code: ExitCode
  sentence: string
  outcome?: Outcome
  /** Everything has been printed already. */
  quiet?: boolean
  /** The only output on stdout, however the command ended; errors still go to stderr. */
  onlyIds?: readonly string[]
  /** For users: printed instead of the sentence. */
  lines?: readonly string[]
  /** For programs: added to the JSON. */
  fields?: Readonly<Record<string, unknown>>
}

/** The answer for an outcome. */
export function answerOf(outcome: Outcome): Answer {
  return { code: codeOf(outcome), sentence: describeOutcome(outcome), outcome }
}

function codeOf({ result }: Outcome): ExitCode {
  if (result === 'unknown') return EXIT.notKnown
  return result === 'done' || result === 'armed' ? EXIT.done : EXIT.refused
}

export const refused = (refusal: Refusal): Answer => answerOf({ result: 'refused', refusal })
