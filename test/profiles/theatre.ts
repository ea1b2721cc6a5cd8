/** Desks, services and keychains that end with their test. */
import { cpSync } from 'node:fs'
import { expect } from 'vitest'
import type { Found, Kept, Removed } from '../../electron/core/keychain/keychain.ts'
import type { Outcome } from '../../shared/outcome.ts'
import type { IndependentOptions } from '../fakes/independent/options.ts'
import { type IndependentServer, startIndependentServer } from '../fakes/independent/server.ts'
import { closing, folderForTest } from '../support/atEnd.ts'
import { type Desk, type DeskOptions, openDesk } from './desk.ts'

type Asked = 'set' | 'remove' | `get ${string}`
type Refused = { is: 'locked' } | typeof GONE
const GONE = { is: 'none', message: 'no keychain here' } as const

export type ScriptedKeychain = ReturnType<typeof scriptedKeychain>

/** A keychain that a test locks, unlocks and delays, to test what happens between a request and its response. */
function scriptedKeychain() {
  const keys = new Map<string, string>()
  const asked: Asked[] = []
  let gate: PromiseWithResolvers<void> | null = null

  async function heard<Answer>(question: Asked, answer: () => Answer): Promise<Answer | Refused> {
    asked.push(question)
    await gate?.promise
    if (keychain.gone) return GONE
    return keychain.locked ? { is: 'locked' } : answer()
  }

  const keychain = {
    ...{ keys, asked, locked: false, gone: false },
    /** From now on every response waits; whether the keychain is locked counts at the moment of the response. */
    wait() {
      gate ??= Promise.withResolvers()
    },
    answer() {
      gate?.resolve()
      gate = null
    },
    get(account: string, manner: string): Promise<Found> {
      // As read when it was requested: a late response may be an old one.
      const key = keys.get(account)
      return heard(`get ${manner}`, () => (key === undefined ? { is: 'missing' } : { is: 'found', key }))
    },
    set: (account: string, key: string): Promise<Kept> =>
      heard('set', () => {
        keys.set(account, key)
        return { is: 'kept' }
      }),
    remove: (account: string): Promise<Removed> =>
      heard('remove', () => {
        keys.delete(account)
        return { is: 'removed' }
      }),
  }
  return keychain
}

export interface Theatre {
  desk: Desk
  keychain: ScriptedKeychain
  /** A service on the desk's clock. */
  service(options?: IndependentOptions): Promise<IndependentServer>
  /** Creates a profile for a service; returns its id. */
  profile(name: string, service: { baseUrl: string; key?: string }, account?: string): Promise<string>
  /** Uses a profile and waits until its show is read. */
  use(profileId: string): Promise<void>
  /** Ends this process and starts another on its files, with these differences. */
  again(more?: Differing): Promise<Theatre>
  /** Kills the process at this moment, and starts another one on the files it left. */
  afterKill(more?: Differing): Promise<Theatre>
}

type Differing = Partial<Omit<DeskOptions, 'keychain'>> & { keychain?: ScriptedKeychain }

export async function theatre(more: Differing = {}): Promise<Theatre> {
  const keychain = more.keychain ?? scriptedKeychain()
  const desk = closing(await openDesk({ ...more, keychain }))
  const { clock } = desk

  return {
    desk,
    keychain,
    service: async (options = {}) => closing(await startIndependentServer({ clock, ...options })),
    async profile(name, { baseUrl, key }, account = 'default') {
      const made = { type: 'createProfile', name, baseUrl, account, ...(key ? { key } : {}) } as const
      expect(await desk.press(made)).toMatchObject({ done: { what: 'profileCreated' } })
      return desk.profile(name).id
    },
    async use(profileId) {
      expect(await desk.press({ type: 'switchProfile', profileId })).toMatchObject({ result: 'done' })
      await desk.until(() => desk.tally() === 'off', 'the show is read')
    },
    async again(next = {}) {
      await desk.close()
      return theatre({ dataDir: desk.dataDir, keychain, clock, ...next })
    },
    async afterKill(next = {}) {
      const dataDir = folderForTest()
      cpSync(desk.dataDir, dataDir, { recursive: true })
      return theatre({ dataDir, keychain, clock, ...next })
    },
  }
}

export const refusedFor = (outcome: Outcome): string =>
  outcome.result === 'refused' ? outcome.refusal.reason : outcome.result
