import type { Question, Reply } from './protocol.ts'

/** The three calls of keytar we use. Never `findCredentials`: on a locked keyring it takes the process down. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

/**
 * Beside the first key lies this mark. A locked keychain shows nothing and says so of nothing: where not even the mark
 * is seen, the keychain is locked; where it is seen and the key is not, the key was taken out.
 */
const MARK = 'mark'
const MARKED = 'Cuelight keeps keys here'

/** Answers one question. Never rejects. */
export async function answer(keytar: Keytar, question: Question): Promise<Reply> {
  try {
    return await asked(keytar, question)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    // What libsecret says of a keychain that is there and closed; any other error means that none is there.
    return /locked/i.test(message) ? { is: 'locked' } : { is: 'none', message }
  }
}

async function asked(keytar: Keytar, question: Question): Promise<Reply> {
  const { service, account } = question
  if (question.ask === 'set') {
    await keytar.setPassword(service, account, question.key)
    await keytar.setPassword(service, MARK, MARKED)
    return { is: 'kept' }
  }
  if (question.ask === 'remove') {
    const removed = await keytar.deletePassword(service, account)
    return { is: removed || (await isOpen(keytar, service)) ? 'removed' : 'locked' }
  }
  const key = await keytar.getPassword(service, account)
  if (key !== null) return { is: 'found', key }
  return { is: (await isOpen(keytar, service)) ? 'missing' : 'locked' }
}

async function isOpen(keytar: Keytar, service: string): Promise<boolean> {
  return (await keytar.getPassword(service, MARK)) !== null
}
