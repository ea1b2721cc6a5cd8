import { askBus, type BusProperty } from '../../util/sessionBus.ts'
import type { Question, Reply } from './keychain.ts'

/** The three calls of keytar we use. Never `findCredentials`: on a locked keyring it takes the process down. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

/** Asks without making the system ask a person; null: it cannot be told. */
export type IsLocked = () => Promise<boolean | null>

/**
 * Beside the first key lies this mark. A locked keychain shows nothing and says so of nothing: where not even the mark
 * is seen, the keychain is locked; where it is seen and the key is not, the key was taken out.
 */
const MARK = 'mark'
const MARKED = 'Cuelight keeps keys here'

/** Longer than any key, in characters; and than any reason. */
const LONGEST_KEY = 10_000
const LONGEST_REASON = 500

/** Answers one question. Never rejects, and never repeats a key in a message. */
export async function answer(keytar: Keytar, question: Question, isLocked: IsLocked): Promise<Reply> {
  try {
    return await asked(keytar, question, isLocked)
  } catch (error) {
    const said = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_KEY)
    const message = question.ask === 'set' ? said.replaceAll(question.key, '[key]') : said
    // What libsecret says of a keychain that is there and closed; any other error means that none is there.
    return /locked|dismissed/i.test(message)
      ? { is: 'locked' }
      : { is: 'none', message: message.slice(0, LONGEST_REASON) }
  }
}

async function asked(keytar: Keytar, question: Question, isLocked: IsLocked): Promise<Reply> {
  const { service, account } = question
  if (question.ask === 'set') {
    // The mark first: where it cannot be put, nothing of the key is there either.
    await keytar.setPassword(service, MARK, MARKED)
    await keytar.setPassword(service, account, question.key)
    return { is: 'kept' }
  }
  const mayPrompt = question.ask === 'get' && question.manner === 'asking'
  if (!mayPrompt && (await isLocked())) return { is: 'locked' }
  if (question.ask === 'remove') {
    const removed = await keytar.deletePassword(service, account)
    return { is: removed || (await isOpen()) ? 'removed' : 'locked' }
  }
  const key = await keytar.getPassword(service, account)
  // Any program of this user may have put something there that is no key.
  if (key !== null && key.length > LONGEST_KEY) return { is: 'missing' }
  if (key !== null) return { is: 'found', key }
  return { is: (await isOpen()) ? 'missing' : 'locked' }

  async function isOpen(): Promise<boolean> {
    const locked = await isLocked()
    return locked === null ? (await keytar.getPassword(service, MARK)) !== null : !locked
  }
}

/** Where keys are put unless somebody says otherwise (Secret Service specification, "Aliases"). */
const DEFAULT_COLLECTION: BusProperty = {
  name: 'org.freedesktop.secrets',
  path: '/org/freedesktop/secrets/aliases/default',
  interface: 'org.freedesktop.Secret.Collection',
  property: 'Locked',
}

/**
 * Is the keychain of a Linux desktop locked? Asked on the message bus, because every question to libsecret makes a
 * locked one ask for its password. Null: nobody says, or this system has another kind of keychain.
 */
export const isLocked = async (): Promise<boolean | null> =>
  process.platform === 'linux' ? askBus(DEFAULT_COLLECTION) : null
