import { useEffect, useRef, useState } from 'react'
import { type CommandInput, parseCommand } from '../../../shared/commands/commands.ts'
import type { Done } from '../../../shared/outcome.ts'
import { fieldProblem } from '../../../shared/words/accounts/connecting.ts'
import { describeRefusal } from '../../../shared/words/outcomes/outcomes.ts'
import { useActions } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import type { Answer, FeedbackId } from '../../store/submissions.ts'

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

  /**
   * Sends the command if nothing speaks against it; otherwise the form shows why.
   * @param why a reason of the form itself
   * @param way used instead of sending it directly
   * @returns what was done; null: nothing, or that is not known
   */
  async function submit(command: CommandInput, why: string | null = null, way = () => send(command)) {
    if (why !== null) tell(spot, { result: 'inert', why })
    if (why !== null || !isReady(command)) return null
    const answer = await way()
    return answer?.result === 'done' ? answer.done : null
  }

  return { form, problem, say, show: setProblem, isReady, send, submit }
}

/** The id of what an edit made; null: none is known. */
export const idOf = (done: Done): string | null => (done.what === 'edited' ? done.id : null)

/** The field that a refusal concerns, with its text; null if it concerns the whole command. */
export function atField(answer: Answer): Problem | null {
  if (answer.result !== 'refused') return null
  const { refusal } = answer
  if (refusal.reason === 'nameTaken') return { field: 'name', text: describeRefusal(refusal) }
  if (refusal.reason !== 'invalid') return null
  const field = refusal.field.split('.').at(-1) ?? ''
  return { field, text: fieldProblem(field, refusal.message) }
}
