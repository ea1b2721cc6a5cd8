import { useEffect, useRef, useState } from 'react'
import { type CommandInput, parseCommand } from '../../shared/commands/commands.ts'
import { fieldProblem } from '../../shared/words/connecting.ts'
import { describeRefusal } from '../../shared/words/outcomes.ts'
import { useActions } from '../store/context.tsx'
import { whyNoLink } from '../store/reasons.ts'
import type { Answer, FeedbackId } from '../store/submissions.ts'

/** The problem of one form field, in words. */
export interface Problem {
  field: string
  text: string
  /** The input was only tested or checked, and is still in the field. */
  isKept?: boolean
}

/**
 * A form that sends a command: validates it as the core will, and shows problems of either at the field they concern.
 */
export function useSubmit(spot: FeedbackId) {
  const form = useRef<HTMLFormElement>(null)
  const { store, press, tell, dismiss } = useActions()
  const [problem, setProblem] = useState<Problem | null>(null)
  useEffect(() => {
    const field = problem && form.current?.elements.namedItem(problem.field)
    if (field instanceof HTMLElement) field.focus()
  }, [problem])

  function say(invalid: { field: string; message: string }): void {
    const field = invalid.field.split('.').at(-1) ?? ''
    setProblem({ field, text: fieldProblem(field, invalid.message), isKept: true })
  }

  /** Whether the command may be sent. If not, the form shows why. */
  function isReady(command: CommandInput): boolean {
    const why = whyNoLink(store.getState())
    const parsed = parseCommand(command)
    if ('invalid' in parsed) say(parsed.invalid)
    else if (why) tell(spot, { result: 'inert', why })
    return !('invalid' in parsed) && why === null
  }

  async function send(command: CommandInput): Promise<Answer | null> {
    setProblem(null)
    const answer = await press(spot, command)
    const refused = answer && atField(answer)
    if (refused && form.current?.elements.namedItem(refused.field)) {
      setProblem(refused)
      dismiss(spot)
    }
    return answer
  }

  return { form, problem, say, show: setProblem, isReady, send }
}

/** The field that a refusal concerns, with its text; null if it concerns the whole command. */
export function atField(answer: Answer): Problem | null {
  if (answer.result !== 'refused') return null
  const { refusal } = answer
  if (refusal.reason === 'nameTaken') return { field: 'name', text: describeRefusal(refusal) }
  if (refusal.reason !== 'invalid') return null
  const field = refusal.field.split('.').at(-1) ?? ''
  return { field, text: fieldProblem(field, refusal.message) }
}
