import type * as z from 'zod'
import type { Clock } from '../../../shared/util/clock.ts'
import { createTurns } from '../../util/turns.ts'
import type { StartHelper } from './helper.ts'
import { Found, Kept, type Keychain, type Question, Removed } from './keychain.ts'

export interface ProcessKeychainOptions {
  /** Starts a keychain process. */
  start: StartHelper
  clock: Clock
  /** The service name of our keys in the keychain. */
  service?: string
}

const SERVICE = 'Cuelight'

/** How long to wait for a reply, in ms; longer if the user may have to unlock the keychain first. */
const PATIENCE_MS = 5_000
const UNLOCK_MS = 30_000

/** Uses the keychain through one short-lived process per question, one at a time, so that two prompts never overlap. */
export function processKeychain({ service = SERVICE, ...options }: ProcessKeychainOptions): Keychain {
  const queued = createTurns()

  async function ask<Reply>(question: Question, replies: z.ZodType<Reply>) {
    try {
      const said = await queued(() => askOnce(options, question))
      if (said === null) return { is: 'locked' } as const
      const reply = replies.safeParse(said)
      return reply.success ? reply.data : none('the keychain process ended without an answer')
    } catch (error) {
      // The process could not even be started.
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
  question.ask === 'set' || (question.ask === 'get' && question.manner === 'asking') ? UNLOCK_MS : PATIENCE_MS

/**
 * The reply of the process; undefined if it ended without one. A process that does not reply in time is killed, with
 * its prompt: it was waiting for a locked keychain, and null stands for that.
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
