import { useRef, useState } from 'react'
import { type CommandInput, parseCommand } from '../../../shared/commands/commands.ts'
import { DEFAULT_ACCOUNT } from '../../../shared/settings/profiles.ts'
import { CONNECT_WORDS, type FailedTry, tellTry } from '../../../shared/words/connecting.ts'
import { hostOf } from '../../../shared/words/profiles.ts'
import { tellAnswer } from '../../store/answers.ts'
import { useActions } from '../../store/context.tsx'
import type { Answer } from '../../store/submissions.ts'
import { atField, type Problem } from '../../ui/useSubmit.ts'
import type { Filled } from './filled.ts'

/** How the last test of what is filled in went. */
export type Tried =
  | { is: 'untried' }
  | { is: 'asking'; host: string }
  | { is: 'worked'; projects: number; ms: number }
  | { is: 'failed'; told: FailedTry }

const UNTRIED: Tried = { is: 'untried' }

/** Each test has a spot of its own: one that is slow never stands in the way of the next. */
let tests = 0

/**
 * Tests what is filled in before any of it is kept. The answer to what was edited or cancelled meanwhile is not believed.
 *
 * @param show puts what is wrong at its field; null: nothing is
 */
export function useTry(show: (problem: Problem | null) => void) {
  const { press } = useActions()
  const latest = useRef(0)
  const [tried, setTried] = useState<Tried>(UNTRIED)

  function forget(): void {
    latest.current = 0
    setTried(UNTRIED)
  }

  async function test(filled: Filled): Promise<boolean> {
    tests += 1
    const mine = tests
    latest.current = mine
    show(null)
    setTried({ is: 'asking', host: hostOf(filled.baseUrl) })
    const answer = await press(`try:${mine}`, tryOf(filled))
    if (latest.current !== mine || answer === null) return false
    const problem = atField(answer)
    const next = problem ? UNTRIED : triedOf(answer)
    setTried(next)
    const field = next.is === 'failed' ? next.told.field : null
    if (problem) show({ ...problem, isKept: true })
    else if (next.is === 'failed' && field) show({ field, text: `${next.told.what} ${next.told.todo}`, isKept: true })
    return next.is === 'worked'
  }

  return { tried, test, forget }
}

/** The command that tests what is filled in. */
export const tryOf = ({ baseUrl, account, key = '' }: Filled): CommandInput => ({
  type: 'tryConnection',
  ...{ baseUrl, account: account || DEFAULT_ACCOUNT, key },
})

/** All but the key is filled in: without one there is nothing to test. */
export function lacksKey(filled: Filled): boolean {
  const parsed = parseCommand(tryOf(filled))
  return filled.key === undefined && 'invalid' in parsed && parsed.invalid.field === 'key'
}

function triedOf(answer: Answer): Tried {
  if (answer.result === 'done' && answer.done.what === 'connectionTried')
    return { is: 'worked', projects: answer.done.projects, ms: answer.done.ms }
  if (answer.result === 'failed') return { is: 'failed', told: tellTry(answer.failure) }
  const lost = answer.result === 'linkLost'
  const what = lost ? CONNECT_WORDS.linkLost : tellAnswer(answer)
  return { is: 'failed', told: { what, todo: lost ? '' : CONNECT_WORDS.nothingKept, field: null, isPassing: false } }
}
