import { useRef, useState } from 'react'
import { type CommandInput, parseCommand } from '../../../shared/commands/commands.ts'
import { DEFAULT_ACCOUNT } from '../../../shared/settings/profiles.ts'
import { CONNECT_WORDS, describeTry, type FailedTry } from '../../../shared/words/accounts/connecting.ts'
import { hostOf } from '../../../shared/words/accounts/profiles.ts'
import { useActions } from '../../store/context.tsx'
import { describeAnswer } from '../../store/reasons.ts'
import type { PanelStore } from '../../store/store.ts'
import type { Answer } from '../../store/submissions.ts'
import { atField, type Problem } from '../../ui/form/useSubmit.ts'

/** The input of an account form. */
export interface Filled {
  name: string
  baseUrl: string
  account: string
  /** Undefined: no key was entered. */
  key: string | undefined
}

/** Reads the form. The key is read from its own field, only at the moment it is needed. */
export function readFilled(form: HTMLFormElement, key: HTMLInputElement | null): Filled {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '').trim()
  return {
    name: text('name'),
    baseUrl: text('baseUrl'),
    account: text('account'),
    key: key?.value.trim() || undefined,
  }
}

/** The state of the last test of the input. */
export type Tried =
  | { is: 'untried' }
  | { is: 'asking'; host: string }
  | { is: 'worked'; projects: number; ms: number }
  | { is: 'failed'; problem: FailedTry }

const UNTRIED: Tried = { is: 'untried' }

/** Each test has its own spot, so that a slow one never blocks the next. */
let tests = 0

/** Tests the input before any of it is saved. The result is ignored if the input was edited meanwhile. */
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
    const field = next.is === 'failed' ? next.problem.field : null
    if (problem) show({ ...problem, isKept: true })
    else if (next.is === 'failed' && field)
      show({ field, text: `${next.problem.what} ${next.problem.todo}`, isKept: true })
    return next.is === 'worked'
  }

  return { tried, test, forget }
}

/** The command that tests the input. */
export const tryOf = ({ baseUrl, account, key = '' }: Filled): CommandInput => ({
  type: 'tryConnection',
  ...{ baseUrl, account: account || DEFAULT_ACCOUNT, key },
})

/** Everything but the key is filled in: without a key there is nothing to test. */
export function lacksKey(filled: Filled): boolean {
  const parsed = parseCommand(tryOf(filled))
  return filled.key === undefined && 'invalid' in parsed && parsed.invalid.field === 'key'
}

function triedOf(answer: Answer): Tried {
  if (answer.result === 'done' && answer.done.what === 'connectionTried')
    return { is: 'worked', projects: answer.done.projects, ms: answer.done.ms }
  if (answer.result === 'failed') return { is: 'failed', problem: describeTry(answer.failure) }
  const lost = answer.result === 'linkLost'
  const what = lost ? CONNECT_WORDS.linkLost : describeAnswer(answer)
  return {
    is: 'failed',
    problem: { what, todo: lost ? '' : CONNECT_WORDS.nothingKept, field: null, isPassing: false },
  }
}

/** How long the state may take to include a profile that was just created, in ms. */
const SHOWN_WITHIN_MS = 5_000

export function testProfile({ press }: PanelStore, profileId: string): void {
  void press(`profile:${profileId}`, { type: 'testProfile', profileId })
}

/** Tests a profile that was just created, as soon as the state contains it. */
export function testWhenThere(panel: PanelStore, name: string): void {
  void whenThere(panel, name).then((id) => id && testProfile(panel, id))
}

/**
 * The id of a profile that was just created: the outcome contains only its name, the state has its id. Null: it did
 * not appear in time.
 */
export function whenThere({ store }: PanelStore, name: string): Promise<string | null> {
  return new Promise((resolve) => {
    const stop = store.subscribe(look)
    const timer = setTimeout(() => end(null), SHOWN_WITHIN_MS)
    look()

    function end(id: string | null): void {
      // Unsubscribe first: what is sent next changes the store, which would call this listener again.
      stop()
      clearTimeout(timer)
      resolve(id)
    }

    function look(): void {
      const profiles = store.getState().state?.profiles ?? []
      const found = profiles.find((one) => one.kind === 'kept' && one.name === name)
      if (found) end(found.id)
    }
  })
}
