/** Desks, services and keychains that end with their test. */
import { cpSync } from 'node:fs'
import { afterEach, expect } from 'vitest'
import type { Outcome } from '../../shared/outcome.ts'
import type { IndependentOptions } from '../fakes/independent/options.ts'
import { type IndependentServer, startIndependentServer } from '../fakes/independent/server.ts'
import { type Desk, type DeskOptions, newDir, openDesk, removed } from './desk.ts'
import { type ScriptedKeychain, scriptedKeychain } from './scriptedKeychain.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

/** Closes it when the test ends. */
export const closing = <T extends { close(): Promise<void> }>(one: T): T => {
  open.push(one)
  return one
}

export interface Theatre {
  desk: Desk
  keychain: ScriptedKeychain
  /** A service on the desk's clock. */
  service(options?: IndependentOptions): Promise<IndependentServer>
  /** Makes a profile for a service; answers its id. */
  profile(name: string, service: { baseUrl: string; key?: string }, account?: string): Promise<string>
  /** Uses a profile and waits until its show is read. */
  use(profileId: string): Promise<void>
  /** Ends this process and starts another on its files, with what may differ. */
  again(more?: Differing): Promise<Theatre>
  /** A process killed at this moment, and another one on the files it left. */
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
      open.splice(open.indexOf(desk), 1)
      await desk.close()
      return theatre({ dataDir: desk.dataDir, keychain, clock, ...next })
    },
    async afterKill(next = {}) {
      const dataDir = newDir()
      closing({ close: async () => removed(dataDir) })
      cpSync(desk.dataDir, dataDir, { recursive: true })
      return theatre({ dataDir, keychain, clock, ...next })
    },
  }
}

export const refusedFor = (outcome: Outcome): string =>
  outcome.result === 'refused' ? outcome.refusal.reason : outcome.result
