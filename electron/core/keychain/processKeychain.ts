import type * as z from 'zod'
import type { Clock } from '../../../shared/util/clock.ts'
import { createTurns } from '../../util/turns.ts'
import type { StartHelper } from './helper.ts'
import { Found, Kept, type Keychain, type Question, Removed } from './keychain.ts'

export interface ProcessKeychainOptions {
  /** Starts a keychain process. */
  start: StartHelper
  clock: Clock
  /** Under which our keys lie in the keychain. */
  service?: string
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
      const reply = replies.safeParse(said)
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
 * What the process says; undefined where it ends without a word. One that does not answer in time is ended, and its prompt
 * with it: it was waiting for a lock, and null stands for that.
 */
function askOnce({ start, clock }: ProcessKeychainOptions, question: Question): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const helper = start({
    onMessage: resolve,
    onEnd: (why) => (why === undefined ? resolve(undefined) : reject(new Error(why))),
  })
  const stop = clock.after(patienceFor(question), () => resolve(null))
  helper.post(question)
  return promise.finally(() => {
    stop()
    helper.kill()
  })
}
