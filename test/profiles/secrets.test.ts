/** Cuelight as built, with a real keychain: the key of a profile is nowhere but there and in one request header. */
import { randomBytes } from 'node:crypto'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WAIT } from '../../build/suite/patience.ts'
import type { AppState } from '../../shared/state.ts'
import { type App, startApp, sweep } from '../e2e/app.ts'
import { type IndependentServer, startIndependentServer } from '../fakes/independent/server.ts'
import { type PanelClient, panelOf } from '../fakes/panelPage.ts'
import { childrenOf, ofProcess } from '../studio/processes.ts'
import { atEnd, closing, folderForTest } from '../support/atEnd.ts'
import { hearts, written } from '../support/secrets.ts'
import { eventually, everythingIn } from './desk.ts'
import { type SecretService, startSecretService } from './secretService.ts'

let secrets: SecretService
beforeAll(async () => {
  secrets = await startSecretService()
})
afterAll(() => secrets.close())
/** Contains characters that must be escaped in some format; its last twelve characters are unique. */
const KEY = `svc_${randomBytes(12).toString('base64url')}+/=${randomBytes(9).toString('base64url')}`

/** Its possible traces: plain, escaped, in base64 at any offset, or only its end. */
const GIVEAWAYS = [...written(KEY), ...hearts(KEY), KEY.slice(-12)]

const findsIn = (text: string) => GIVEAWAYS.filter((form) => text.includes(form))

/**
 * The service does its worst: it repeats the key wherever a response has a place for text.
 *
 * @returns a function that returns which of its ways have not been used yet
 */
function repeatTheKey({ faults }: IndependentServer): () => number[] {
  const always = { times: 'always' } as const
  const details = { yourKey: KEY, header: `Bearer ${KEY}`, list: [{ key: KEY }] }
  const refuse = { kind: 'refuse', status: 400, code: `NOT_${KEY}`, message: `not with ${KEY}`, details } as const
  const headers = { 'x-echo': KEY, 'set-cookie': `k=${KEY}`, ratelimit: `"${KEY}";r=1;t=1` }
  const text = `<h1>${encodeURIComponent(KEY)} ${KEY}</h1>`
  const wrong = (path: RegExp, set: Record<string, string>, more: object = always) =>
    faults.add({ kind: 'wrongTypes', set, match: { path, method: 'GET' }, ...more })
  const added = [
    faults.add({ ...refuse, match: { method: 'POST', path: /verify$/ }, ...always }),
    faults.add({ ...refuse, match: { method: 'POST', path: /activate$/, nth: 1 } }),
    faults.add({ kind: 'answer', status: 500, text, headers, match: { path: /sync$/ } }),
    faults.add({ kind: 'redirect', location: `/${KEY}`, match: { path: /scenes$/ } }),
    wrong(/projects\/[^/]+$/, { autoSynch: KEY }, {}),
    wrong(/projects\/[^/]+$/, { name: `Show ${KEY}` }),
    wrong(/projects$/, { 'projects.0.name': KEY }),
    wrong(/live$/, { 'destinations.0.name': KEY }),
  ]
  return () => added.flatMap((one, nth) => (one.fired === 0 ? [nth] : []))
}

/** A process and its children, as everyone on this machine sees them; some may end meanwhile. */
function processesOf(pid: number): { pid: number; told: string }[] {
  const told = (['cmdline', 'environ', 'comm', 'exe'] as const).map((file) => ofProcess(pid, file)).join('\n')
  return [{ pid, told }, ...childrenOf(pid).flatMap(processesOf)]
}

const isKeychain = ({ told }: { told: string }) => told.includes('keychain.mjs')

async function withKeychainAtWork(app: App, work: () => Promise<unknown>): Promise<string> {
  secrets.pause()
  const done = work()
  await eventually(() => processesOf(app.pid).some(isKeychain))
  const seen = processesOf(app.pid)
  secrets.goOn()
  await done
  return seen.map((one) => one.told).join('\n')
}

const scenesOfTarget = ({ projects, targetId }: AppState) => projects[targetId ?? '']?.scenes?.length ?? 0

async function runShow(panel: PanelClient): Promise<void> {
  const liveId = () => /"liveId":"([^"]+)"/.exec(panel.frames.join('\n'))?.[1] ?? ''
  await panel.send({ type: 'refresh' })
  await panel.send({ type: 'loadProjects' })
  await panel.send({ type: 'checkDestinations' })
  expect(await panel.send({ type: 'goLive', despiteFaults: true, confirmed: true })).toMatchObject({ result: 'done' })
  await panel.heard((text) => /"value":"LIVE"|"status":"LIVE"/.test(text))
  // Until its scenes are read, which the service refused at first, there is no next one.
  await expect.poll(() => panel.state().then(scenesOfTarget)).toBeGreaterThan(1)
  expect(await panel.send({ type: 'nextScene', liveId: liveId() })).toMatchObject({ result: 'failed' })
  expect(await panel.send({ type: 'nextScene', liveId: liveId() })).toMatchObject({ result: 'done' })
  expect(await panel.send({ type: 'sync', liveId: liveId() })).toMatchObject({ result: 'unknown' })
  const armed = await panel.send({ type: 'armStop', liveId: liveId(), mode: 'hold' })
  if (armed.result !== 'armed') throw new Error(`not armed: ${JSON.stringify(armed)}`)
  await new Promise((resolve) => setTimeout(resolve, armed.arm.notBefore - armed.arm.armedAt + 50))
  expect(await panel.send({ type: 'commitStop', armId: armed.arm.armId })).toMatchObject({ result: 'done' })
}

/** Reads again until a condition is true: a reading younger than a second would not be repeated. */
const readUntil = (panel: PanelClient, holds: () => boolean) =>
  expect.poll(() => panel.send({ type: 'refresh' }).then(holds), { ...WAIT, interval: 500 }).toBe(true)

test('the key of a profile is in no file, frame, page, bundle, output, title or environment', async () => {
  const server = closing(await startIndependentServer({ key: KEY, preparingMs: 100 }))
  const app = await startApp({ env: secrets.env, dataDir: folderForTest() })
  atEnd(() => sweep(app))
  const panel = closing(await panelOf(app))
  const create = { type: 'createProfile', name: 'Main', baseUrl: server.baseUrl, key: KEY } as const
  const tried = { type: 'tryConnection', baseUrl: server.baseUrl, key: KEY } as const
  expect(await panel.send(tried)).toMatchObject({ done: { what: 'connectionTried' } })
  const atWork = await withKeychainAtWork(app, async () => {
    expect(await panel.send(create)).toMatchObject({ done: { what: 'profileCreated', key: 'kept' } })
  })
  expect(await panel.send({ ...create, key: 'sk_another' })).toMatchObject({ refusal: { field: 'key' } })
  const profileId = /"id":"([^"]+)","kind":"kept"/.exec(panel.frames.join('\n'))?.[1] ?? ''
  const unplayed = repeatTheKey(server)
  expect(await panel.send(tried)).toMatchObject({ done: { what: 'connectionTried' } })
  expect(await panel.send({ type: 'testProfile', profileId })).toMatchObject({ done: { what: 'profileTested' } })
  expect(await panel.send({ type: 'switchProfile', profileId })).toMatchObject({ result: 'done' })
  await panel.heard((text) => text.includes('"operation":"getProject"') || text.includes('"settings"'))
  await runShow(panel)
  await readUntil(panel, () => unplayed().length === 0)
  server.control.revokeKey()
  await readUntil(panel, () => panel.frames.join('\n').includes('"revoked"'))
  const running = processesOf(app.pid)
    .map((one) => one.told)
    .join('\n')
  const bundle = unzipSync(await panel.save('support'))
  const downloaded = [await panel.save('settings'), await panel.save('openapi'), await panel.get('/')]
  expect(await app.end()).toBe(0)

  const bundled = Object.entries(bundle).map(([name, bytes]) => `${name}\n${Buffer.from(bytes).toString('latin1')}`)
  const places = {
    ...{ atWork, running, output: app.stdout() + app.stderr(), files: everythingIn(app.dataDir) },
    ...{ frames: panel.frames.join('\n'), bundled: bundled.join('\n'), downloaded: downloaded.join('\n') },
  }
  const found = Object.entries(places).flatMap(([place, text]) => findsIn(text).map((form) => `${place}: ${form}`))
  expect(found).toEqual([])
  // Each place was really searched: what belongs there was found.
  expect(places.atWork).toContain('keychain.mjs')
  expect(places.files).toContain(profileId)
  expect(places.bundled).toMatch(/journal\.jsonl[\s\S]*state\.json/)
  expect(places.frames).toContain('[key]')
  expect(places.downloaded).toContain('"Main"')
})
