/** Cuelight as built, with a real keychain: the key of a profile is nowhere but there and in one request header. */
import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Download } from '../../shared/bridge/bridge.ts'
import type { CommandInput } from '../../shared/commands/commands.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { type App, startApp } from '../e2e/app.ts'
import { type IndependentServer, startIndependentServer } from '../fakes/independent/server.ts'
import { openAddress } from '../fakes/panelPage.ts'
import { closing } from '../support/atEnd.ts'
import { hearts, written } from '../support/secrets.ts'
import { eventually, everythingIn, removed } from './desk.ts'
import { type SecretService, startSecretService } from './secretService.ts'

/** The panel of a running Cuelight as a browser has it: a session from the printed address, and the bridge. */
interface PanelOf {
  /** Every frame that came, as it came. */
  readonly frames: string[]
  press(command: CommandInput): Promise<Outcome>
  /** Resolves once a state holds; `asked` again with each frame. */
  until(holds: (frames: string) => boolean): Promise<void>
  /** A page, as bytes. */
  get(path: string): Promise<Buffer>
  /** A file that is handed out, as bytes. */
  save(download: Download): Promise<Buffer>
  close(): Promise<void>
}

async function openPanel(address: string): Promise<PanelOf> {
  const { origin } = new URL(address)
  const { socket, first } = await openAddress(address)
  const frames: string[] = [first]
  const waiting = new Set<() => void>()
  const outcomes = new Map<string, (outcome: Outcome) => void>()
  const addresses = new Map<string, (address: string) => void>()
  socket.on('message', (data) => {
    const frame = data.toString()
    frames.push(frame)
    const message = JSON.parse(frame)
    if (message.type === 'outcome') outcomes.get(message.id)?.(message.outcome)
    if (message.type === 'downloadAddress') addresses.get(message.id)?.(message.address)
    for (const look of waiting) look()
  })
  const get = async (path: string) => Buffer.from(await (await fetch(origin + path)).arrayBuffer())
  return {
    frames,
    press(command) {
      const id = randomUUID()
      socket.send(JSON.stringify({ type: 'command', id, command }))
      return new Promise((resolve) => outcomes.set(id, resolve))
    },
    until(holds) {
      return new Promise((resolve) => {
        const look = () => {
          if (!holds(frames.join('\n'))) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      })
    },
    get,
    async save(download) {
      const id = randomUUID()
      socket.send(JSON.stringify({ type: 'download', id, download, about: null }))
      return get(await new Promise<string>((resolve) => addresses.set(id, resolve)))
    },
    async close() {
      socket.terminate()
    },
  }
}

let secrets: SecretService
beforeAll(async () => {
  secrets = await startSecretService()
})
afterAll(() => secrets.close())
/** Made of what must be escaped somewhere; its last twelve characters are like no other twelve. */
const KEY = `svc_${randomBytes(12).toString('base64url')}+/=${randomBytes(9).toString('base64url')}`

/** What would give it away: as it is, escaped, in base64 at any place, or only its end. */
const GIVEAWAYS = [...written(KEY), ...hearts(KEY), KEY.slice(-12)]

const findsIn = (text: string) => GIVEAWAYS.filter((form) => text.includes(form))

/** The service does its worst: it repeats the key wherever an answer has a place for a word. */
function repeatTheKey({ faults }: IndependentServer): () => number {
  const always = { times: 'always' } as const
  const details = { yourKey: KEY, header: `Bearer ${KEY}`, list: [{ key: KEY }] }
  const refuse = { kind: 'refuse', status: 400, code: `NOT_${KEY}`, message: `not with ${KEY}`, details } as const
  const headers = { 'x-echo': KEY, 'set-cookie': `k=${KEY}`, ratelimit: `"${KEY}";r=1;t=1` }
  const added = [
    faults.add({ ...refuse, match: { method: 'POST', path: /verify$/ }, ...always }),
    faults.add({ ...refuse, match: { method: 'POST', path: /activate$/, nth: 1 } }),
    faults.add({
      kind: 'answer',
      status: 500,
      text: `<h1>${encodeURIComponent(KEY)} ${KEY}</h1>`,
      headers,
      match: { path: /sync$/ },
    }),
    faults.add({ kind: 'redirect', location: `/${KEY}`, match: { path: /scenes$/ } }),
    faults.add({ kind: 'wrongTypes', set: { autoSynch: KEY }, match: { path: /projects\/[^/]+$/ } }),
    faults.add({ kind: 'wrongTypes', set: { name: `Show ${KEY}` }, match: { path: /projects\/[^/]+$/ }, ...always }),
    faults.add({ kind: 'wrongTypes', set: { 'projects.0.name': KEY }, match: { path: /projects$/ }, ...always }),
    faults.add({
      kind: 'wrongTypes',
      set: { 'destinations.0.name': KEY },
      match: { path: /live$/, method: 'GET' },
      ...always,
    }),
  ]
  return () => added.filter((one) => one.fired === 0).length
}

/** Cuelight's own process and all it has started, as the system tells of them. */
function processesOf(pid: number): { pid: number; told: string }[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
  const told = ['cmdline', 'environ', 'comm'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'latin1'))
  return [{ pid, told: [...told, readlinkSync(`/proc/${pid}/exe`)].join('\n') }, ...children.flatMap(processesOf)]
}

const isKeychain = ({ told }: { told: string }) => told.includes('keychain.mjs')

/** Everything the keychain process shows while it has the key. */
async function withKeychainAtWork(app: App, work: () => Promise<unknown>): Promise<string> {
  secrets.pause()
  const done = work()
  await eventually(() => processesOf(app.pid).some(isKeychain))
  const seen = processesOf(app.pid)
  secrets.goOn()
  await done
  return seen.map((one) => one.told).join('\n')
}

/** A show with everything that can be pressed in it. */
async function runShow(panel: PanelOf): Promise<void> {
  const liveId = () => /"liveId":"([^"]+)"/.exec(panel.frames.join('\n'))?.[1] ?? ''
  await panel.press({ type: 'refresh' })
  await panel.press({ type: 'loadProjects' })
  await panel.press({ type: 'checkDestinations' })
  expect(await panel.press({ type: 'goLive', despiteFaults: true })).toMatchObject({ result: 'done' })
  await panel.until((text) => /"value":"LIVE"|"status":"LIVE"/.test(text))
  await panel.press({ type: 'nextScene', liveId: liveId() })
  await panel.press({ type: 'nextScene', liveId: liveId() })
  await panel.press({ type: 'sync', liveId: liveId() })
  const armed = await panel.press({ type: 'armStop', liveId: liveId(), mode: 'hold' })
  if (armed.result !== 'armed') throw new Error(`not armed: ${JSON.stringify(armed)}`)
  await new Promise((resolve) => setTimeout(resolve, armed.arm.notBefore - armed.arm.armedAt + 50))
  expect(await panel.press({ type: 'commitStop', armId: armed.arm.armId })).toMatchObject({ result: 'done' })
}

test('the key of a profile is in no file, frame, page, bundle, output, title or environment', async () => {
  const server = closing(await startIndependentServer({ key: KEY, preparingMs: 100 }))
  const app = await startApp({ env: secrets.env })
  closing({ close: async () => removed(app.dataDir) })
  closing({ close: () => app.end() })
  const panel = closing(await openPanel(app.address))
  const create = { type: 'createProfile', name: 'Main', baseUrl: server.baseUrl, key: KEY } as const
  const tried = { type: 'tryConnection', baseUrl: server.baseUrl, key: KEY } as const
  expect(await panel.press(tried)).toMatchObject({ done: { what: 'connectionTried' } })
  const atWork = await withKeychainAtWork(app, async () => {
    expect(await panel.press(create)).toMatchObject({ done: { what: 'profileCreated', key: 'kept' } })
  })
  expect(await panel.press({ ...create, key: 'sk_another' })).toMatchObject({ refusal: { field: 'key' } })
  const profileId = /"id":"([^"]+)","kind":"kept"/.exec(panel.frames.join('\n'))?.[1] ?? ''
  const unplayed = repeatTheKey(server)
  expect(await panel.press(tried)).toMatchObject({ done: { what: 'connectionTried' } })
  expect(await panel.press({ type: 'testProfile', profileId })).toMatchObject({ done: { what: 'profileTested' } })
  expect(await panel.press({ type: 'switchProfile', profileId })).toMatchObject({ result: 'done' })
  await panel.until((text) => text.includes('"operation":"getProject"') || text.includes('"settings"'))
  await runShow(panel)
  server.control.revokeKey()
  await panel.press({ type: 'refresh' })
  await panel.until((text) => text.includes('"revoked"'))
  const running = processesOf(app.pid)
    .map((one) => one.told)
    .join('\n')
  const bundle = unzipSync(await panel.save('support'))
  const downloaded = [await panel.save('settings'), await panel.save('openapi'), await panel.get('/')]
  expect(unplayed()).toBe(0)
  expect(await app.end()).toBe(0)

  const bundled = Object.entries(bundle).map(([name, bytes]) => `${name}\n${Buffer.from(bytes).toString('latin1')}`)
  const places = {
    ...{ atWork, running, output: app.stdout() + app.stderr(), files: everythingIn(app.dataDir) },
    ...{ frames: panel.frames.join('\n'), bundled: bundled.join('\n'), downloaded: downloaded.join('\n') },
  }
  const found = Object.entries(places).flatMap(([place, text]) => findsIn(text).map((form) => `${place}: ${form}`))
  expect(found).toEqual([])
  // Each place was really looked at: what belongs there was found.
  expect(places.atWork).toContain('keychain.mjs')
  expect(places.files).toContain(profileId)
  expect(places.bundled).toMatch(/journal\.jsonl[\s\S]*state\.json/)
  expect(places.frames).toContain('[key]')
  expect(places.downloaded).toContain('"Main"')
})
