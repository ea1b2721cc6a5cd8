/**
 * The keychain process: asks the system's keychain one question and ends. It is a process of its own so that a prompt
 * which nobody answers, or a fault in native code, can never hold up or end a show; and so that a key that is read
 * once does not keep the keychain's libraries in memory for good. The question comes and the answer goes over pipes:
 * nothing of it is in an argument, an environment or a title.
 */
import { parseJson } from '../../../shared/json.ts'
import { answer, type Keytar } from './answering.ts'
import { Question, type Reply } from './protocol.ts'

let text = ''
process.stdin.setEncoding('utf8')
for await (const part of process.stdin) text += part
const reply = await replyTo(parseJson(text))
process.stdout.write(JSON.stringify(reply), () => process.exit())

async function replyTo(value: unknown): Promise<Reply> {
  const question = Question.safeParse(value)
  if (!question.success) return { is: 'none', message: 'the keychain process did not understand the question' }
  const keytar = await load()
  return typeof keytar === 'string' ? { is: 'none', message: keytar } : answer(keytar, question.data)
}

/** Where the system lacks the library (libsecret on Linux), loading fails: then there is no keychain. */
async function load(): Promise<Keytar | string> {
  try {
    return (await import('keytar')).default
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  }
}
