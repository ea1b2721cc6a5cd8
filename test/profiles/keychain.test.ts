/** Keys in a real Secret Service, without one, and in a locked one. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { keychainEntry, nodeHelper } from '../../electron/core/keychain/helper.ts'
import { processKeychain } from '../../electron/core/keychain/processKeychain.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { type IndependentServer, startIndependentServer } from '../fakes/independent/server.ts'
import { newDir } from '../fakes/rig.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { ofProcess } from '../studio/processes.ts'
import { atEnd, closing } from '../support/atEnd.ts'
import { type Desk, type DeskOptions, eventually, everythingIn, keychainIn, openDesk } from './desk.ts'
import { type SecretService, startBus, startSecretService } from './secretService.ts'

let secrets: SecretService
beforeAll(async () => {
  secrets = await startSecretService()
})
afterAll(() => secrets.close())
// Runs last of all, when no keyring is paused any more.
beforeEach(() => atEnd(() => secrets.unlock()))

const clock = new VirtualClock()
/** Nothing else anywhere looks like it. */
const KEY = 'svc_keptInTheKeychainAndNowhereElse'

async function service(): Promise<IndependentServer> {
  return closing(await startIndependentServer({ clock, key: KEY }))
}

const desk = async (more: Partial<DeskOptions> = {}): Promise<Desk> =>
  closing(await openDesk({ keychain: keychainIn(secrets.env), clock, ...more }))

const create = ({ baseUrl, key }: IndependentServer) =>
  ({ type: 'createProfile', name: 'Main', baseUrl, key }) as const

const tested = (on: Desk) => on.press({ type: 'testProfile', profileId: on.profile('Main').id })

async function used(on: Desk, server: IndependentServer): Promise<void> {
  expect(await on.press(create(server))).toMatchObject({ done: { what: 'profileCreated', key: 'kept' } })
  const use = { type: 'switchProfile', profileId: on.profile('Main').id } as const
  expect(await on.press(use)).toMatchObject({ result: 'done' })
  await on.until(() => on.tally() === 'off', 'the show is read')
}

async function again(on: Desk, more: Partial<DeskOptions> = {}): Promise<Desk> {
  await on.close()
  return desk({ dataDir: on.dataDir, ...more })
}

/** A process whose keychain has been locked since the previous process used it. */
async function lockedNext() {
  const server = await service()
  const first = await desk()
  await used(first, server)
  secrets.lock()
  const prompts = closing(await secrets.countPrompts())
  return { server, prompts, next: await again(first) }
}

test('a key is stored in the keychain and serves the next process; it is in no file, log or outcome', async () => {
  const server = await service()
  const first = await desk()
  const other = { name: 'Other', baseUrl: 'https://other.example/v1/external' }
  const told: Outcome[] = [await first.press({ ...create(server), ...other })]
  await used(first, server)
  told.push(await tested(first))
  const next = await again(first)
  await next.until(() => next.tally() === 'off', 'the same show')
  expect(next.profile('Main').key).toBe('kept')
  const said = JSON.stringify([next.state(), first.state(), told, first.log, next.log])
  for (const place of [everythingIn(next.dataDir), said]) expect(place).not.toContain(server.key.slice(4))
})

test('a locked keychain does not mean "no key", and unlocking it later is noticed automatically', async () => {
  const { next } = await lockedNext()
  const { keychain, service: inUse } = next.state()
  expect([next.profile('Main').key, keychain.state, inUse.keyPresent]).toEqual(['locked', 'locked', false])
  expect(await tested(next)).toMatchObject({ refusal: { reason: 'keychainLocked' } })
  await secrets.unlock()
  await next.until(() => next.tally() === 'off', 'the show, once it is unlocked')
  expect([next.profile('Main').key, next.state().keychain.state]).toEqual(['kept', 'ok'])
})

test('an unlocked keychain can be asked at once', async () => {
  const { next } = await lockedNext()
  expect(await next.press({ type: 'retryKeychain' })).toMatchObject({ done: { state: 'locked' } })
  await secrets.unlock()
  expect(await next.press({ type: 'retryKeychain' })).toMatchObject({ done: { state: 'ok' } })
  expect(next.state().service.keyPresent).toBe(true)
})

test('a key that cannot be stored serves this run, the app says so, and it is stored as soon as possible', async () => {
  const server = await service()
  const on = await desk()
  secrets.lock()
  expect(await on.press(create(server))).toMatchObject({ done: { what: 'profileCreated', key: 'thisRun' } })
  expect(on.state().notices.map((one) => one.kind)).toContain('keyThisRun')
  expect(await tested(on)).toMatchObject({ done: { projects: 3 } })
  await secrets.unlock()
  await on.press({ type: 'retryKeychain' })
  expect(on.profile('Main').key).toBe('kept')
  const next = await again(on)
  expect(await tested(next)).toMatchObject({ result: 'done' })
})

test('a key whose profile was removed while the keychain was locked is removed later', async () => {
  const server = await service()
  const on = await desk()
  await on.press(create(server))
  const { id } = on.profile('Main')
  secrets.lock()
  expect(await on.press({ type: 'removeProfile', profileId: id })).toMatchObject({ done: { fromKeychain: false } })
  await secrets.unlock()
  expect(await keychainIn(secrets.env).get(id, 'quietly')).toMatchObject({ is: 'found' })
  await on.press({ type: 'retryKeychain' })
  expect(await keychainIn(secrets.env).get(id, 'quietly')).toEqual({ is: 'missing' })
})

test('a key that someone removed from the keychain is missing, and the profile says so', async () => {
  const server = await service()
  const first = await desk()
  await used(first, server)
  await keychainIn(secrets.env).remove(first.profile('Main').id)
  const next = await again(first)
  expect([next.profile('Main').key, next.state().service.keyPresent]).toEqual(['missing', false])
})

const NO_BUS = { PATH: process.env.PATH, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/at/all' }

test.each([
  ['no message bus', async () => ({ env: NO_BUS, close() {} })],
  ['no keychain on the bus', startBus],
])('%s: the key serves this run only, and the next one asks for it', async (_, surroundings) => {
  const place = closing(await surroundings())
  const server = await service()
  const on = await desk({ keychain: keychainIn(place.env) })
  expect(await on.press(create(server))).toMatchObject({
    done: { key: 'thisRun', about: expect.stringMatching(/\w/) },
  })
  expect(on.state().keychain).toMatchObject({ state: expect.stringMatching(/none|locked/) })
  await on.press({ type: 'switchProfile', profileId: on.profile('Main').id })
  await on.until(() => on.tally() === 'off', 'the show')
  expect(everythingIn(on.dataDir)).not.toContain(server.key.slice(4))
  const next = await again(on, { keychain: keychainIn(place.env) })
  expect([next.profile('Main').key, next.state().service.keyPresent]).toEqual(['none', false])
})

test('only a user action, and nothing automatic, asks the user for a keychain password', async () => {
  const { server, next, prompts } = await lockedNext()
  await next.pass(60_000)
  expect(next.profile('Main').key).toBe('locked')
  await next.press({ type: 'switchProfile', profileId: 'studio' })
  await next.press({ type: 'forgetKey', profileId: next.profile('Main').id })
  expect(await prompts.count()).toBe(0)
  await next.press({ type: 'editProfile', profileId: next.profile('Main').id, key: server.key })
  expect(await prompts.count()).toBeGreaterThan(0)
})

test('a keychain process ends with its parent, however long it would have waited for the user', async () => {
  secrets.pause()
  closing({ close: async () => secrets.goOn() })
  const child = fork(keychainEntry(), { env: secrets.env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  child.send({ ask: 'get', service: 'Cuelight', account: 'a', manner: 'asking' })
  await eventually(() => ofProcess(child.pid ?? 0, 'maps').includes('libsecret'))
  child.disconnect()
  await ended
  expect(child.signalCode).toBe('SIGKILL')
})

test('a keychain that never responds counts as locked after 5 s, and its process is ended', async () => {
  const waiting = new VirtualClock()
  const keychain = processKeychain({ start: nodeHelper({}, program('setInterval(() => {}, 1000)')), clock: waiting })
  const answer = keychain.get('somebody', 'quietly')
  await new Promise((resolve) => setTimeout(resolve, 50))
  waiting.advance(5_000)
  expect(await answer).toEqual({ is: 'locked' })
})

test('a keychain process that cannot be run, or responds with garbage, counts as no keychain', async () => {
  const running = (entry: string) =>
    processKeychain({ start: nodeHelper({}, entry), clock: new VirtualClock() }).get('somebody', 'quietly')
  expect(await running('/no/such/program')).toMatchObject({ is: 'none' })
  expect(await running(program('process.send("hello")'))).toMatchObject({ is: 'none' })
  expect(await running(program('process.exit()'))).toMatchObject({ is: 'none' })
  expect(await running(program('process.abort()'))).toMatchObject({ is: 'none' })
})

/** A keychain process that runs this script instead. */
function program(script: string): string {
  const path = join(newDir(), 'keychain.cjs')
  writeFileSync(path, script)
  return path
}
