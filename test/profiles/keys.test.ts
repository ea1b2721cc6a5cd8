/** What happens to a key that is replaced, forgotten, revoked or moved, and when the keychain responds too late. */
import { expect, test } from 'vitest'
import { onAirOf } from '../../electron/core/commands/guard.ts'
import { nothingKnown } from '../../electron/core/state/initialState.ts'
import type { CommandInput } from '../../shared/commands/commands.ts'
import { STUDIO_PROFILE } from '../../shared/settings/profileIds.ts'
import { describeOutcome } from '../../shared/words/outcomes/outcomes.ts'
import { type IndependentServer, startIndependentServer } from '../fakes/independent/server.ts'
import { closing } from '../support/atEnd.ts'
import { refuseSettings } from '../support/refusingDisk.ts'
import { everythingIn } from './desk.ts'
import { refusedFor, theatre } from './theatre.ts'

const NEW = 'svc_theNewKeyThatTheServiceDoesNotKnow'

const strangers = ({ requests }: IndependentServer) =>
  requests.filter((one) => one.headers.authorization?.includes('unknown')).length

async function inUse() {
  const on = await theatre()
  const service = await on.service()
  const main = await on.profile('Main', service)
  await on.use(main)
  return { ...on, server: service, main }
}

test('while the keychain has not responded yet, its key is shown as being read, and as nothing else', async () => {
  const first = await inUse()
  first.keychain.wait()
  const { asked } = first.keychain
  const before = asked.length
  const opening = first.again()
  await expect.poll(() => asked.length).toBeGreaterThan(before)
  first.keychain.answer()
  const { desk } = await opening
  expect(desk.seen.map((state) => state.profiles[1]?.key)).toContain('reading')
  expect(desk.seen.every((state) => state.profileId === first.main)).toBe(true)
  expect(desk.seen.every((state) => state.service.keyPresent)).toBe(true)
})

test('a new key is used at once, before the keychain has stored it', async () => {
  const { desk, keychain, server, main } = await inUse()
  keychain.wait()
  const editing = desk.press({ type: 'editProfile', profileId: main, key: NEW })
  await desk.until(() => strangers(server) > 0, 'the new key is tried')
  expect(desk.state().service.failure?.kind).toBe('unauthorised')
  keychain.answer()
  expect(await editing).toMatchObject({ done: { what: 'profileSaved', key: 'kept' } })
  expect(keychain.keys.get(main)).toBe(NEW)
})

test('a keychain that returns the old key after a new one was given changes nothing', async () => {
  const first = await inUse()
  first.keychain.locked = true
  const { desk, keychain } = await first.again()
  expect(desk.profile('Main').key).toBe('locked')
  keychain.locked = false
  keychain.wait()
  await desk.pass(6_000)
  const editing = desk.press({ type: 'editProfile', profileId: first.main, key: NEW })
  await desk.pass(100)
  keychain.answer()
  expect(await editing).toMatchObject({ done: { key: 'kept' } })
  expect(keychain.keys.get(first.main)).toBe(NEW)
  first.server.forget()
  await desk.pass(60_000)
  expect(strangers(first.server)).toBeGreaterThan(0)
  expect(strangers(first.server)).toBe(first.server.requests.length)
})

test('a forgotten key is gone at once, here, on disk and in the keychain, even while it was being read', async () => {
  const first = await inUse()
  first.keychain.locked = true
  const on = await first.again()
  on.keychain.locked = false
  on.keychain.wait()
  await on.desk.pass(6_000)
  const forgetting = on.desk.press({ type: 'forgetKey', profileId: first.main })
  await on.desk.pass(100)
  on.keychain.answer()
  expect(await forgetting).toMatchObject({ done: { what: 'keyForgotten', fromKeychain: true } })
  const { keyPresent } = on.desk.state().service
  expect([on.desk.profile('Main').key, on.keychain.keys.size, keyPresent]).toEqual(['none', 0, false])
  first.server.forget()
  await on.desk.pass(60_000)
  expect(first.server.requests).toEqual([])
})

test('the key in use cannot be forgotten while something is on air: then no one could stop it', async () => {
  const { desk, main } = await inUse()
  await desk.press({ type: 'goLive', confirmed: true })
  expect(refusedFor(await desk.press({ type: 'forgetKey', profileId: main }))).toBe('targetLocked')
  expect(desk.state().service.keyPresent).toBe(true)
})

test('a new key is accepted while on air, and the show stays visible', async () => {
  const { desk, main, server } = await inUse()
  await desk.press({ type: 'goLive', confirmed: true })
  await desk.until(() => desk.tally() === 'live', 'live')
  server.control.revokeKey()
  await desk.until(() => desk.state().service.failure?.kind === 'revoked', 'revoked')
  const key = server.control.issueKey()
  expect(await desk.press({ type: 'editProfile', profileId: main, key })).toMatchObject({ result: 'done' })
  expect(onAirOf(desk.state())).toEqual({ names: ['Evening Show'] })
  await desk.until(() => desk.tally() === 'live', 'live again')
  expect(server.executed('POST', /\/live$/)).toBe(1)
})

test('a wrong key, the Free plan and a revoked key are told apart, over restarts and for a new key', async () => {
  const first = await inUse()
  const kindOf = async ({ desk }: Pick<typeof first, 'desk'>) => {
    const outcome = await desk.press({ type: 'testProfile', profileId: first.main })
    return outcome.result === 'failed' ? outcome.failure.kind : outcome.result
  }
  expect(await kindOf(first)).toBe('done')
  first.server.control.setPlan('free')
  expect(await kindOf(first)).toBe('plan')
  first.server.control.setPlan('pro')
  first.server.control.revokeKey()
  expect(await kindOf(first)).toBe('revoked')
  const on = await first.again()
  expect(await kindOf(on)).toBe('revoked')
  expect(on.desk.profile('Main').test).toMatchObject({ projects: null, failure: { kind: 'revoked' } })
  await on.desk.press({ type: 'editProfile', profileId: first.main, key: NEW })
  expect(on.desk.profile('Main').test).toBeNull()
  expect(await kindOf(on)).toBe('unauthorised')
  const next = await on.again()
  expect(await kindOf(next)).toBe('unauthorised')
})

test('a key that worked before it could be stored still counts as one that worked once it is', async () => {
  const on = await theatre()
  const server = await on.service()
  on.keychain.locked = true
  const main = await on.profile('Main', server)
  expect(await on.desk.press({ type: 'testProfile', profileId: main })).toMatchObject({ result: 'done' })
  on.keychain.locked = false
  expect(on.desk.state().notices.map((one) => one.kind)).toContain('keyThisRun')
  const isTold = () => on.desk.state().notices.some((one) => one.kind === 'keyThisRun')
  await on.desk.until(() => on.desk.profile('Main').key === 'kept' && !isTold(), 'kept, once it is unlocked')
  const next = await on.again()
  server.control.revokeKey()
  expect(await next.desk.press({ type: 'testProfile', profileId: main })).toMatchObject({
    failure: { kind: 'revoked' },
  })
})

test.each([
  ['another origin', (url: string) => new URL(url).origin, true],
  ['another path of the same origin', (url: string) => `${new URL(url).origin}/elsewhere`, false],
])('edited to %s: the key is sent only to the place it was given for', async (_, place, leaves) => {
  const { desk, keychain, server, main, service } = await inUse()
  const other = await service()
  const baseUrl = `${place(leaves ? other.baseUrl : server.baseUrl)}/v1/external`
  const edited = await desk.press({ type: 'editProfile', profileId: main, baseUrl })
  expect(edited).toMatchObject({ done: { key: leaves ? 'none' : 'kept' } })
  await desk.pass(60_000)
  expect([desk.state().service.baseUrl, desk.state().service.keyPresent]).toEqual([baseUrl, !leaves])
  expect([other.requests.length, keychain.keys.size]).toEqual([0, leaves ? 0 : 1])
})

test.each([
  ['before the keychain answered', false],
  ['while the keychain was locked', true],
])('edited to another origin and killed %s: the next process does not send the key there', async (_, locked) => {
  const first = await inUse()
  const other = await first.service()
  first.keychain.locked = locked
  if (!locked) first.keychain.wait()
  const editing = first.desk.press({ type: 'editProfile', profileId: first.main, baseUrl: other.baseUrl })
  await first.desk.until(() => first.desk.onDisk().includes(other.baseUrl), 'the edit is on disk')
  const next = await first.afterKill()
  first.keychain.locked = false
  first.keychain.answer()
  await editing
  await next.desk.until(() => next.keychain.keys.size === 0, 'taken out, once it is unlocked')
  await next.desk.pass(60_000)
  expect(next.desk.state().service.baseUrl).toBe(other.baseUrl)
  expect([other.requests.length, strangers(other)]).toEqual([0, 0])
})

test('edited to another origin with its own key, only that one is ever sent there', async () => {
  const { desk, main, server, service } = await inUse()
  const other = await service()
  await desk.press({ type: 'editProfile', profileId: main, baseUrl: other.baseUrl, key: other.key })
  await desk.until(() => desk.tally() === 'off', 'the other show')
  expect([strangers(other), strangers(server)]).toEqual([0, 0])
})

test('while on air only name and key of the profile in use can be edited', async () => {
  const { desk, main, server } = await inUse()
  await desk.press({ type: 'goLive', confirmed: true })
  const edit = (change: object) => desk.press({ type: 'editProfile', profileId: main, ...change })
  expect(refusedFor(await edit({ baseUrl: 'https://else.example/v1/external' }))).toBe('targetLocked')
  expect(refusedFor(await edit({ account: 'another' }))).toBe('targetLocked')
  const connections = () => new Set(server.requests.map((one) => one.connection)).size
  const before = connections()
  expect(refusedFor(await edit({ name: 'Main show' }))).toBe('done')
  await desk.pass(30_000)
  expect([desk.profile('Main show').id, connections()]).toEqual([main, before])
})

test('a refused edit changes neither the key nor the service', async () => {
  const { desk, main, profile, service, keychain } = await inUse()
  const other = await service()
  await profile('Spare', other)
  const edit = { type: 'editProfile', profileId: main, name: 'spare', baseUrl: other.baseUrl, key: NEW } as const
  const refused = await desk.press(edit)
  expect(refused).toMatchObject({ refusal: { reason: 'nameTaken', profileName: 'Spare' } })
  await desk.pass(60_000)
  expect([desk.tally(), keychain.keys.get(main), other.requests.length]).toEqual(['off', expect.any(String), 0])
})

test('a locked keychain is asked quietly, ever more seldom; a missing key is not waited for', async () => {
  const first = await inUse()
  first.keychain.locked = true
  const { desk, keychain, again } = await first.again()
  keychain.asked.length = 0
  await desk.pass(600_000)
  expect(new Set(keychain.asked)).toEqual(new Set(['get quietly']))
  expect(keychain.asked.length).toBeGreaterThan(8)
  expect(keychain.asked.length).toBeLessThan(20)
  keychain.locked = false
  keychain.keys.clear()
  await desk.pass(61_000)
  expect(desk.profile('Main').key).toBe('missing')
  keychain.asked.length = 0
  await desk.pass(600_000)
  expect(keychain.asked).toEqual([])
  await desk.press({ type: 'retryKeychain' })
  expect(keychain.asked).toEqual(['get asking'])
  await again()
})

test('a stream key that was to leave a locked keychain is removed with the next start', async () => {
  const { desk, keychain, again } = await theatre()
  const account = 'stream key 87b0'
  keychain.keys.set(account, 'the-key')
  await desk.core.settings.change({ keysToForget: [account] })
  const next = await again()
  await next.desk.until(() => !keychain.keys.has(account), 'its removal')
  await next.desk.until(() => next.desk.core.settings.get().keysToForget.length === 0, 'that it is settled')
})

test('a key that a keychain did not store in time may be there anyway: it is removed with its profile', async () => {
  const on = await theatre()
  const server = await on.service()
  on.keychain.locked = true
  const main = await on.profile('Main', server)
  on.keychain.locked = false
  on.keychain.keys.set(main, server.key)
  expect(await on.desk.press({ type: 'removeProfile', profileId: main })).toMatchObject({
    done: { what: 'profileRemoved', fromKeychain: true },
  })
  expect(on.keychain.keys.size).toBe(0)
})

test.each(['locked', 'gone'] as const)('an older key under a %s keychain does not come back', async (how) => {
  const first = await inUse()
  first.keychain[how] = true
  await first.desk.press({ type: 'editProfile', profileId: first.main, key: NEW })
  expect(first.desk.profile('Main').key).toBe('thisRun')
  const next = await first.again()
  expect([next.desk.profile('Main').key, next.desk.state().service]).toMatchObject(['none', { keyPresent: false }])
  next.keychain[how] = false
  await next.desk.press({ type: 'retryKeychain' })
  expect(next.keychain.keys.size).toBe(0)
})

test('profiles of one origin and one account label share one budget, including the test of a profile', async () => {
  const { desk, server, profile } = await inUse()
  const [same, own] = [
    await profile('Same', server, 'default'),
    await profile('Own', { ...server, key: server.control.issueKey() }, 'another'),
  ]
  const spent = () => desk.leases().map((lines) => lines.length)
  const total = () => spent().reduce((sum, one) => sum + one, 0)
  await desk.pass(1_000)
  const [accounts, before] = [spent().length, total()]
  await desk.press({ type: 'testProfile', profileId: same })
  expect([spent().length, total()]).toEqual([accounts, before + 1])
  await desk.press({ type: 'testProfile', profileId: own })
  expect([spent().length, total()]).toEqual([accounts + 1, before + 2])
})

test.each([
  ['key', { key: 'sk_live_ofSomethingElse' }],
  ['key', { key: 'svc_' }],
  ['key', { key: 'svc_with a space' }],
  ['key', { key: 'svc_ümlaut' }],
  ['baseUrl', { baseUrl: 'https://api.example.com/v1' }],
  ['baseUrl', { baseUrl: 'http://api.example.com/v1/external' }],
  ['baseUrl', { baseUrl: 'http://127.0.0.1:99999/v1/external' }],
  ['baseUrl', { baseUrl: 'https://user:svc_secret@api.example.com/v1/external' }],
  ['name', { name: ' ' }],
  ['account', { account: '' }],
  ['key', { key: '' }],
] as const)('%s is named when it is refused: %j', async (field, wrong) => {
  const { desk } = await theatre()
  const right = { name: 'Main', baseUrl: 'https://api.example.com/v1/external', key: 'svc_aKey' }
  const outcome = await desk.press({ type: 'createProfile', ...right, ...wrong })
  expect(outcome).toMatchObject({ refusal: { reason: 'invalid', field } })
  expect(JSON.stringify(outcome)).not.toMatch(/sk_live|svc_secret|ümlaut|space"/)
  expect(desk.state().profiles).toHaveLength(1)
})

test.each(['Local studio', 'main', 'MAIN'])('no second profile is called %s', async (name) => {
  const { desk, profile } = await theatre()
  await profile('Main', { baseUrl: 'https://api.example.com/v1/external' })
  const second = { type: 'createProfile', name, baseUrl: 'https://b.example/v1/external' } as const
  expect(refusedFor(await desk.press(second))).toBe('nameTaken')
})

test('a key that the service writes into its responses reaches neither surfaces nor the journal', async () => {
  const { desk, server } = await inUse()
  const always = { times: 'always' } as const
  const named = { kind: 'wrongTypes', set: { name: `Show ${server.key}`, 'projects.0.name': server.key } } as const
  const played = server.faults.add({ ...named, match: { path: /projects/, method: 'GET' }, ...always })
  server.faults.add({ kind: 'refuse', status: 400, message: `no ${server.key}`, match: { path: /activate$/ } })
  await desk.pass(1_000)
  await desk.press({ type: 'refresh' })
  await desk.press({ type: 'loadProjects' })
  await desk.press({ type: 'nextScene', liveId: null })
  expect(played.fired).toBeGreaterThan(1)
  expect(JSON.stringify(desk.state())).toContain('[key]')
  expect(JSON.stringify(desk.state()) + everythingIn(desk.dataDir)).not.toContain(server.key.slice(4))
})

test('projects named like a property of every object are not taken for projects', () => {
  const { projects } = nothingKnown()
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
    expect(projects[name]).toBeUndefined()
})

test('a profile change that the disk refuses is not made: the old key stays in use, and that is reported', async () => {
  const { desk, main, server, keychain } = await inUse()
  const other = closing(await startIndependentServer())
  await desk.until(() => desk.profile('Main').key === 'kept', 'the key is kept')
  await desk.core.settings.written()
  const stands = () => [desk.profile('Main'), desk.state().service.keyPresent, keychain.keys.size]
  const before = structuredClone(stands())
  const mend = refuseSettings(desk.dataDir)
  const refused: CommandInput[] = [
    { type: 'forgetKey', profileId: main },
    { type: 'editProfile', profileId: main, baseUrl: other.baseUrl },
    { type: 'editProfile', profileId: main, name: 'Renamed' },
    { type: 'createProfile', name: 'Second', baseUrl: other.baseUrl, account: 'default' },
  ]
  for (const command of refused) {
    expect([command.type, refusedFor(await desk.press(command))]).toEqual([command.type, 'notSaved'])
    expect(stands()).toEqual(before)
  }
  server.forget()
  await desk.press({ type: 'refresh' })
  await desk.pass(10_000)
  expect([desk.tally(), server.requests.length > 0, other.requests.length]).toEqual(['off', true, 0])
  const switched = await desk.press({ type: 'switchProfile', profileId: STUDIO_PROFILE })
  expect(describeOutcome(switched)).toContain('after a restart the previous account is in use again')
  mend()
})
