/** Stream keys of the studio's servers: in the keychain, and given to each studio that starts. */
import { expect, test } from 'vitest'
import type { Found, Keychain } from '../../electron/core/keychain/keychain.ts'
import { administer } from '../../electron/studio/administration/client.ts'
import { systemClock } from '../../electron/util/time.ts'
import { joined, kill, newPlace, type Place } from './kit.ts'

const KEY = 'stream-key-of-the-platform'

/** A keychain that keeps its entries over runs, and can be locked. */
function keychainOf() {
  const entries = new Map<string, string>()
  const self = { entries, isLocked: false }
  const locked = { is: 'locked' } as const
  const get = (account: string): Found => {
    const key = entries.get(account)
    return key === undefined ? { is: 'missing' } : { is: 'found', key }
  }
  const keychain: Keychain = {
    get: async (account) => (self.isLocked ? locked : get(account)),
    async set(account, key) {
      if (self.isLocked) return locked
      entries.set(account, key)
      return { is: 'kept' }
    },
    async remove(account) {
      if (self.isLocked) return locked
      entries.delete(account)
      return { is: 'removed' }
    },
  }
  return Object.assign(self, { keychain })
}

const serversOf = async (place: Place) =>
  (await administer(place.address(), 'servers', undefined, systemClock)).servers

test('a studio that died is given its stream keys again, and a removed server leaves none', async () => {
  const chain = keychainOf()
  const { place, run, pid } = await joined(newPlace(), chain.keychain)
  const studio = () => run.studio.rehearsal() ?? expect.fail()
  const added = await run.during(studio().addServer('Our server', 'rtmp://127.0.0.1:1/live', KEY))
  expect(added).toMatchObject({ name: 'Our server', destinationId: expect.any(String) })
  expect(added.unsaved).toBeUndefined()
  expect([...chain.entries.values()]).toEqual([KEY])
  const mine = { destinationId: added.destinationId, name: 'Our server', url: 'rtmp://127.0.0.1:1/live' }
  expect(await serversOf(place)).toEqual([{ ...mine, hasKey: true }])
  // Another name keeps the key.
  const changed = { ...mine, name: 'Ours' }
  expect(await run.during(studio().changeServer(mine.destinationId, { name: 'Ours' }))).toEqual({ name: 'Ours' })

  kill(pid)
  await run.restarted()
  expect(await serversOf(place)).toEqual([{ ...changed, hasKey: true }])
  expect(JSON.stringify(run.log)).not.toContain(KEY)

  await run.during(studio().removeServer(added.destinationId))
  expect([await serversOf(place), chain.entries.size]).toEqual([[], 0])
})

test('a removed server whose key stays in a locked keychain says so, and a key that is none keeps no other one back', async () => {
  const chain = keychainOf()
  const { place, run, pid } = await joined(newPlace(), chain.keychain)
  const studio = () => run.studio.rehearsal() ?? expect.fail()
  const add = (name: string) => run.during(studio().addServer(name, 'rtmp://127.0.0.1:1/live', KEY))
  const [one, , third] = [await add('One'), await add('Two'), await add('Three')]
  chain.entries.set(`stream key ${one.destinationId}`, 'two words')
  kill(pid)
  await run.restarted()
  expect((await serversOf(place)).map(({ hasKey }) => hasKey).toSorted()).toEqual([false, true, true])
  const { length } = run.log
  await run.look()
  // What the studio has refused is not tried again with every look.
  expect(run.log).toHaveLength(length)

  chain.isLocked = true
  expect(await run.during(studio().removeServer(third.destinationId))).toEqual({ unsaved: 'the keychain is locked' })
  expect(await run.during(studio().removeServer(one.destinationId))).toEqual({ unsaved: 'the keychain is locked' })
  // The core removes what is on the list, once the keychain is open.
  const ours = [third, one].map(({ destinationId }) => `stream key ${destinationId}`)
  expect([...place.toForget.accounts]).toEqual(ours)
})

test('a locked keychain is asked again until it is open, and a key that it does not take is for this studio only', async () => {
  const chain = keychainOf()
  const first = await joined(newPlace(), chain.keychain)
  const studio = first.run.studio.rehearsal() ?? expect.fail()
  const added = await first.run.during(studio.addServer('Our server', 'rtmp://127.0.0.1:1/live', KEY))
  await first.run.during(first.run.studio.leave())
  chain.isLocked = true

  const next = await joined(first.place, chain.keychain)
  expect(await serversOf(next.place)).toMatchObject([{ hasKey: false }])
  chain.isLocked = false
  await next.run.look()
  await next.run.look()
  expect(await serversOf(next.place)).toMatchObject([{ hasKey: true }])
  chain.isLocked = true
  const again = next.run.studio.rehearsal() ?? expect.fail()
  const set = await next.run.during(again.changeServer(added.destinationId, { key: 'another-key' }))
  expect(set).toEqual({ name: 'Our server', unsaved: 'the keychain is locked' })
  expect(await serversOf(next.place)).toMatchObject([{ hasKey: true }])
  await next.run.during(next.run.studio.leave())

  // The entry has the key before that one: it does not come back.
  const last = await joined(first.place, chain.keychain)
  chain.isLocked = false
  await last.run.look()
  await last.run.look()
  expect(await serversOf(last.place)).toMatchObject([{ hasKey: false }])
  expect(last.place.toForget.accounts.size).toBe(1)
  const open = last.run.studio.rehearsal() ?? expect.fail()
  expect(await last.run.during(open.changeServer(added.destinationId, { key: 'third-key' }))).toEqual({
    name: 'Our server',
  })
  expect([[...chain.entries.values()], last.place.toForget.accounts.size]).toEqual([['third-key'], 0])
})
