import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type * as z from 'zod'
import type { Clock } from '../../../shared/util/clock.ts'
import { parseJson } from '../../../shared/util/json.ts'
import { createTurns } from '../../util/turns.ts'
import { Found, Kept, type Keychain, type Question, Removed } from './keychain.ts'

export interface ProcessKeychainOptions {
  /** What runs the keychain process: a program and its arguments. */
  command: readonly string[]
  clock: Clock
  /** Under which our keys lie in the keychain. */
  service?: string
  /** Where the keychain is found; left out, as this process finds it. */
  env?: NodeJS.ProcessEnv
}

const SERVICE = 'Cuelight'

/** Ms for an answer; and where a person may first have to unlock the keychain. */
const PATIENCE_MS = 5_000
const PERSON_MS = 30_000

/** The keychain behind a short-lived process a question, one at a time, so that never two prompts stand side by side. */
export function processKeychain({ service = SERVICE, ...options }: ProcessKeychainOptions): Keychain {
  const inTurn = createTurns()

  async function ask<Reply>(question: Question, replies: z.ZodType<Reply>) {
    try {
      const said = await inTurn(() => askOnce(options, question))
      if (said === null) return { is: 'locked' } as const
      const reply = replies.safeParse(parseJson(said))
      return reply.success ? reply.data : none('the keychain process ended without an answer')
    } catch (error) {
      // Not even a process could be started.
      return none(error instanceof Error ? error.message : `${error}`)
    }
  }

  return {
    get: (account, manner) => ask({ ask: 'get', service, account, manner }, Found),
    set: (account, key) => ask({ ask: 'set', service, account, key }, Kept),
    remove: (account) => ask({ ask: 'remove', service, account }, Removed),
  }
}

const none = (message: string) => ({ is: 'none', message }) as const

const patienceFor = (question: Question): number =>
  question.ask === 'set' || (question.ask === 'get' && question.manner === 'asking') ? PERSON_MS : PATIENCE_MS

/**
 * What the process says. One that does not answer in time is ended, and its prompt with it: it was waiting for a lock, and
 * null stands for that.
 */
function askOnce({ command, clock, env }: ProcessKeychainOptions, question: Question): Promise<string | null> {
  const [program = '', ...args] = command
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true, env })
    const stop = clock.after(patienceFor(question), () => {
      child.kill('SIGKILL')
      resolve(null)
    })
    child.once('error', reject)
    child.once('close', stop)
    text(child.stdout).then(resolve, reject)
    // It may have ended before it read the question: its missing answer tells.
    child.stdin.on('error', () => {})
    // It stays open: its end tells that process that nobody waits any more.
    child.stdin.write(`${JSON.stringify(question)}\n`)
  })
}
