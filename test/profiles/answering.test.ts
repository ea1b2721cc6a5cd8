/** How the keychain process interprets keytar's results, and what it never requests. */
import { expect, test } from 'vitest'
import { answer, type Keytar } from '../../electron/core/keychain/answering.ts'
import type { Question } from '../../electron/core/keychain/keychain.ts'

const KEY = 'svc_ofATest'
const get = (manner: 'quietly' | 'asking'): Question => ({ ask: 'get', service: 's', account: 'a', manner })
const set: Question = { ask: 'set', service: 's', account: 'a', key: KEY }
const remove: Question = { ask: 'remove', service: 's', account: 'a' }

/** A keytar over a map that counts what might make a locked keychain ask for its password. */
function keytarOver(entries: Record<string, string>, locked = false) {
  const kept = new Map(Object.entries(entries))
  const touched: string[] = []
  const keytar: Keytar = {
    async getPassword(_, account) {
      touched.push(`get ${account}`)
      return locked ? null : (kept.get(account) ?? null)
    },
    async setPassword(_, account, password) {
      touched.push(`set ${account}`)
      if (locked) throw new Error('Cannot create an item in a locked collection')
      kept.set(account, password)
    },
    async deletePassword(_, account) {
      touched.push(`remove ${account}`)
      return !locked && kept.delete(account)
    },
  }
  return { keytar, kept, touched }
}

test.each([
  ['a key that is there', { a: KEY, mark: 'm' }, false, { is: 'found', key: KEY }],
  ['none beside the mark', { mark: 'm' }, null, { is: 'missing' }],
  ['no mark either, and nobody says', {}, null, { is: 'locked' }],
  ['no mark either, and it is open', {}, false, { is: 'missing' }],
])('%s', async (_, entries, locked, expected) => {
  const { keytar } = keytarOver(entries as Record<string, string>)
  expect(await answer(keytar, get('asking'), async () => locked)).toEqual(expected)
})

test('an automatic request leaves a locked keychain alone', async () => {
  const { keytar, touched } = keytarOver({ a: KEY, mark: 'm' }, true)
  expect(await answer(keytar, get('quietly'), async () => true)).toEqual({ is: 'locked' })
  expect(await answer(keytar, remove, async () => true)).toEqual({ is: 'locked' })
  expect(touched).toEqual([])
  expect(await answer(keytar, get('asking'), async () => true)).toEqual({ is: 'locked' })
  expect(await answer(keytar, set, async () => true)).toEqual({ is: 'locked' })
  expect(touched).toEqual(['get a', 'set mark'])
})

test('if the mark cannot be stored, the key is not stored either', async () => {
  const { keytar, kept } = keytarOver({}, true)
  await answer(keytar, set, async () => null)
  expect(kept.size).toBe(0)
})

test('a missing key counts as removed, if it can be seen to be missing', async () => {
  const { keytar } = keytarOver({ mark: 'm' })
  expect(await answer(keytar, remove, async () => null)).toEqual({ is: 'removed' })
  expect(await answer(keytarOver({}).keytar, remove, async () => null)).toEqual({ is: 'locked' })
})

test('an error that repeats the key is reported without it', async () => {
  const { keytar } = keytarOver({})
  const broken: Keytar = { ...keytar, setPassword: () => Promise.reject(new Error(`no place for ${KEY}`)) }
  expect(await answer(broken, set, async () => null)).toEqual({ is: 'none', message: 'no place for [key]' })
})
