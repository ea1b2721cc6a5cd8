/**
 * The keychain process: asks the system's keychain one question. It is a separate process so that an unanswered prompt
 * or a crash in native code can never delay or end a show, and so that reading a key once does not keep the keychain's
 * libraries in memory. Question and reply are messages: nothing of them appears in an argument, an environment or a
 * title. The caller kills this process once it has the reply; when the core is gone, this process ends too, with any
 * prompt.
 */
import { answer, isLocked, type Keytar } from './answering.ts'
import { Question, type Reply } from './keychain.ts'

/** Electron's port in a utility process: the same two directions under other names. */
interface ParentPort {
  once(event: 'message', listener: (event: { data: unknown }) => void): void
  postMessage(message: unknown): void
}
const { parentPort } = process as { parentPort?: ParentPort }

if (parentPort) parentPort.once('message', ({ data }) => void reply(data, (said) => parentPort.postMessage(said)))
else {
  process.once('message', (question) => void reply(question, (said) => process.send?.(said)))
  // Killed, not exited: an orderly exit would wait for the very call that waits for the user. (Chromium does the same
  // to a utility process whose app is gone.)
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}

async function reply(value: unknown, send: (reply: Reply) => void): Promise<void> {
  const question = Question.safeParse(value)
  if (!question.success) return send({ is: 'none', message: 'the keychain process did not understand the question' })
  const keytar = await load()
  send(typeof keytar === 'string' ? { is: 'none', message: keytar } : await answer(keytar, question.data, isLocked))
}

/** If the system lacks the library (libsecret on Linux), loading fails: then there is no keychain. */
async function load(): Promise<Keytar | string> {
  try {
    return (await import('keytar')).default
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  }
}
