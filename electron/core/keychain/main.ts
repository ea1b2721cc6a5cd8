/**
 * The keychain process: asks the system's keychain one question and ends. It is a process of its own so that a prompt
 * which nobody answers, or a fault in native code, can never hold up or end a show; and so that a key that is read
 * once does not keep the keychain's libraries in memory for good. The question comes and the answer goes over pipes:
 * nothing of it is in an argument, an environment or a title. When the core is gone, so is this process, and any prompt
 * of its.
 */
import { createInterface } from 'node:readline'
import { parseJson } from '../../../shared/util/json.ts'
import { answer, isLocked, type Keytar } from './answering.ts'
import { Question, type Reply } from './keychain.ts'

createInterface({ input: process.stdin }).once('line', async (line) => {
  const reply = await replyTo(parseJson(line))
  process.stdout.write(JSON.stringify(reply), () => process.exit())
})
// Killed, not exited: an orderly exit would wait for the very call that waits for a person.
process.stdin.once('end', () => process.kill(process.pid, 'SIGKILL'))

async function replyTo(value: unknown): Promise<Reply> {
  const question = Question.safeParse(value)
  if (!question.success) return { is: 'none', message: 'the keychain process did not understand the question' }
  const keytar = await load()
  return typeof keytar === 'string' ? { is: 'none', message: keytar } : answer(keytar, question.data, isLocked)
}

/** Where the system lacks the library (libsecret on Linux), loading fails: then there is no keychain. */
async function load(): Promise<Keytar | string> {
  try {
    return (await import('keytar')).default
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  }
}
