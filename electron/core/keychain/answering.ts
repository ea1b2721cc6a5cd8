import { askBus, type BusProperty } from '../../util/sessionBus.ts'
import type { Question, Reply } from './keychain.ts'

/** The three keytar calls we use. Never `findCredentials`: on a locked keyring it crashes the process. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

/** Checks without making the system ask the user; null: unknown. */
export type IsLocked = () => Promise<boolean | null>

/**
 * This mark is stored beside the first key. A locked keychain shows nothing and does not report that it is locked: if
 * even the mark is not visible, the keychain is locked; if only the key is missing, the key was removed.
 */
const MARK = 'mark'
const MARKED = 'Cuelight keeps keys here'

/** Longer than any key, and than any reason, in characters. */
const LONGEST_KEY = 10_000
const LONGEST_REASON = 500

/** Handles one question. Never rejects, and never repeats a key in a message. */
export async function answer(keytar: Keytar, question: Question, isLocked: IsLocked): Promise<Reply> {
  try {
    return await asked(keytar, question, isLocked)
  } catch (error) {
    const said = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_KEY)
    const message = question.ask === 'set' ? said.replaceAll(question.key, '[key]') : said
    // libsecret's words for a keychain that exists and is locked; any other error means that there is none.
    return /locked|dismissed/i.test(message)
      ? { is: 'locked' }
      : { is: 'none', message: message.slice(0, LONGEST_REASON) }
  }
}

async function asked(keytar: Keytar, question: Question, isLocked: IsLocked): Promise<Reply> {
  const { service, account } = question
  if (question.ask === 'set') {
    // The mark first: if it cannot be stored, the key is not stored either.
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
  // Any program of this user may have stored something that is not a key.
  if (key !== null && key.length > LONGEST_KEY) return { is: 'missing' }
  if (key !== null) return { is: 'found', key }
  return { is: (await isOpen()) ? 'missing' : 'locked' }

  async function isOpen(): Promise<boolean> {
    const locked = await isLocked()
    return locked === null ? (await keytar.getPassword(service, MARK)) !== null : !locked
  }
}

/** Where keys are stored by default (Secret Service specification, "Aliases"). */
const DEFAULT_COLLECTION: BusProperty = {
  name: 'org.freedesktop.secrets',
  path: '/org/freedesktop/secrets/aliases/default',
  interface: 'org.freedesktop.Secret.Collection',
  property: 'Locked',
}

/**
 * Whether the keychain of a Linux desktop is locked. Asks on the message bus, because every libsecret call makes a
 * locked keychain ask for its password. Null: unknown, or this system has another kind of keychain.
 */
export const isLocked = async (): Promise<boolean | null> =>
  process.platform === 'linux' ? askBus(DEFAULT_COLLECTION) : null
