import { type ChildProcess, spawn } from 'node:child_process'
import type { Clock } from '../../../shared/util/clock.ts'
import { parseJson } from '../../../shared/util/json.ts'
import { createTurns } from '../../util/turns.ts'
import {
  type Found,
  type Kept,
  type Keychain,
  type NoKeychain,
  type Question,
  type Removed,
  Reply,
} from './keychain.ts'

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
  const ask = (question: Question): Promise<Reply> => inTurn(() => askOnce(options, question)).catch(cannotAsk)

  return {
    get: async (account, manner) => asFound(await ask({ ask: 'get', service, account, manner })),
    set: async (account, key) => asKept(await ask({ ask: 'set', service, account, key })),
    remove: async (account) => asRemoved(await ask({ ask: 'remove', service, account })),
  }
}

const asFound = (reply: Reply): Found => (reply.is === 'kept' || reply.is === 'removed' ? strange(reply.is) : reply)
const asKept = (reply: Reply): Kept =>
  reply.is === 'kept' || reply.is === 'locked' || reply.is === 'none' ? reply : strange(reply.is)
const asRemoved = (reply: Reply): Removed =>
  reply.is === 'removed' || reply.is === 'locked' || reply.is === 'none' ? reply : strange(reply.is)

const patienceFor = (question: Question): number =>
  question.ask === 'set' || (question.ask === 'get' && question.manner === 'asking') ? PERSON_MS : PATIENCE_MS

function strange(reply: string): NoKeychain {
  return { is: 'none', message: `the keychain process answered "${reply}"` }
}

/** Not even a process could be started. */
const cannotAsk = (error: unknown): Reply => ({
  is: 'none',
  message: error instanceof Error ? error.message : `${error}`,
})

/** A process that does not answer in time is ended, and its prompt with it: it was waiting for a lock. */
function askOnce({ command, clock, env }: ProcessKeychainOptions, question: Question): Promise<Reply> {
  const [program = '', ...args] = command
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true, env })
    const stop = clock.after(patienceFor(question), () => {
      child.kill('SIGKILL')
      resolve({ is: 'locked' })
    })
    const end = (reply: Reply) => {
      stop()
      resolve(reply)
    }
    child.once('error', (error) => end({ is: 'none', message: error.message }))
    allSaid(child, (text) => end(replyIn(text)))
    // It may have ended before it read the question: its missing answer tells.
    child.stdin?.on('error', () => {})
    // It stays open: its end tells that process that nobody waits any more.
    child.stdin?.write(`${JSON.stringify(question)}\n`)
  })
}

function allSaid(child: ChildProcess, take: (text: string) => void): void {
  let text = ''
  child.stdout?.setEncoding('utf8')
  child.stdout?.on('data', (part: string) => {
    text += part
  })
  child.once('close', () => take(text))
}

function replyIn(text: string): Reply {
  const reply = Reply.safeParse(parseJson(text))
  return reply.success ? reply.data : { is: 'none', message: 'the keychain process ended without an answer' }
}
