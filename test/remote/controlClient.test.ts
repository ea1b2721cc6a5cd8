/** The client that is handed out, and the document: made from the schemas, and true against the real server. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import Ajv from 'ajv'
import { expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { connectControl } from '../../electron/cli/control/client.ts'
import { controlApi } from '../../electron/cli/control/controlApi.ts'
import type { ControlState } from '../../shared/control/model.ts'
import { ALIVE_MS, STALE_MS } from '../../shared/control/protocol.ts'
import { seeded } from '../fakes/random.ts'
import { newDir } from '../fakes/rig.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { atEnd, closing } from '../support/atEnd.ts'
import { controlled } from './controlKit.ts'

const TOP = join(import.meta.dirname, '../..')

/** A client on a clock that the test moves, with all that it showed. */
function client(address: string, code: string, random = () => 1) {
  const clock = new VirtualClock()
  const shown: { state: ControlState | null; isStale: boolean }[] = []
  const troubles: (string | null)[] = []
  const paired: { name: string; scope: string }[] = []
  const one = connectControl({
    ...{ address, code, random, after: clock.after.bind(clock) },
    onPaired: (as) => paired.push(as),
    onState: (state, isStale) => shown.push({ state, isStale }),
    onTrouble: (why) => troubles.push(why),
  })
  return { ...closing(one), clock, shown, troubles, paired }
}

const isUp = (one: ReturnType<typeof client>) => expect.poll(() => one.isStale()).toBe(false)

test('shows the state, sends what its sender saw, and gets the outcome', async () => {
  const on = await controlled()
  const deck = client(on.address, await on.pair('show'))
  await isUp(deck)
  expect(deck.paired).toEqual([{ name: 'show', scope: 'show' }])
  expect(deck.state()).toMatchObject({ tally: 'off', project: { name: 'Evening Show' } })
  const { projectId } = deck.seen()
  expect(await on.whole(deck.command({ type: 'goLive', projectId }))).toMatchObject({ result: 'done' })
  await on.rig.until(() => on.rig.tally() === 'live', 'on air')
  await expect.poll(() => deck.state()?.tally).toBe('live')
  expect(deck.seen().liveId).toBe(on.rig.show().live?.liveId)
  expect(await on.whole(deck.command({ type: 'nextScene', ...deck.seen() }))).toMatchObject({ result: 'done' })
  expect(await on.whole(deck.query('listScenes', { projectId }))).toMatchObject({ type: 'answer' })
})

test('everything is stale 2 s after the last word, and fresh with the next one', async () => {
  const on = await controlled()
  const deck = client(on.address, await on.pair('look'))
  await isUp(deck)
  deck.clock.advance(STALE_MS - 1)
  expect(deck.isStale()).toBe(false)
  deck.clock.advance(1)
  expect(deck.shown.at(-1)).toMatchObject({ isStale: true, state: { tally: 'off' } })
  await expect(deck.command({ type: 'closePadlock' })).rejects.toThrow('Nothing was sent')
  on.rig.clock.advance(ALIVE_MS)
  await isUp(deck)
  expect(on.rig.state().padlock.locked).toBe(false)
})

test('reconnects for ever, with longer waits, and is right again at once; a lost command is not sent again', async () => {
  const on = await controlled()
  const deck = client(on.address, await on.pair('show'))
  await isUp(deck)
  const { projectId } = deck.seen()
  const lost = expect(deck.command({ type: 'refresh', projectId })).rejects.toThrow('may have worked')
  const { port } = new URL(on.address)
  await on.panel.close()
  await lost
  expect(deck.shown.at(-1)).toMatchObject({ isStale: true })
  for (const waitMs of [250, 500, 1_000]) {
    await expect.poll(() => deck.clock.dues).toContain(waitMs)
    deck.clock.advance(waitMs)
  }
  await on.rig.press({ type: 'setPadlock', locked: true })
  await on.serveAgain(Number(port))
  await expect.poll(() => deck.clock.dues).toContain(1_000)
  deck.clock.advance(1_000)
  await isUp(deck)
  expect(deck.state()?.padlock).toBe('closed')
  expect(deck.troubles.at(-1)).toBe(null)
})

test('waits are up to a quarter shorter at random, so that not all surfaces come back at the same moment', async () => {
  const on = await controlled()
  const deck = client(on.address, await on.pair('look'), () => 0)
  await isUp(deck)
  await on.panel.close()
  await expect.poll(() => deck.clock.dues).toEqual([187.5])
})

test('whatever is cut and changed in between, no lamp is shown as current that was not true', async () => {
  const on = await controlled()
  const deck = client(on.address, await on.pair('look'))
  await isUp(deck)
  const { port } = new URL(on.address)
  const { core } = on.rig
  const random = seeded(7)
  const chance = (below: number) => Math.floor(random() * below)
  let step = 0
  const change = () => {
    step += 1
    core.store.change(({ projects }) => {
      for (const project of Object.values(projects)) project.name = String(step)
    })
  }
  let serving = { close: () => on.panel.close() }
  for (let round = 0; round < 25; round += 1) {
    for (let changes = chance(4); changes > 0; changes -= 1) change()
    if (chance(2) === 1) on.rig.clock.advance(chance(50))
    await serving.close()
    await expect.poll(() => deck.isStale()).toBe(true)
    for (let changes = chance(4); changes > 0; changes -= 1) change()
    serving = await on.serveAgain(Number(port))
    await expect.poll(() => deck.clock.waiting).toBe(1)
    deck.clock.advance(5_000)
    await isUp(deck)
    expect(deck.state()?.project?.name).toBe(core.store.get().projects[deck.seen().projectId]?.name)
  }
  const shown = deck.shown.filter(({ isStale }) => !isStale).map(({ state }) => Number(state?.project?.name))
  const numbered = shown.filter((name) => !Number.isNaN(name))
  expect(numbered).toEqual(numbered.toSorted((one, other) => one - other))
})

test('an ended pairing is said, and tried again only slowly', async () => {
  const on = await controlled()
  const deck = client(on.address, await on.pair('look'))
  await isUp(deck)
  await on.pairings.end(null)
  await expect.poll(() => deck.troubles.at(-1)).toContain('ended')
  const said = deck.troubles.length
  deck.clock.advance(4_999)
  expect([deck.isStale(), deck.clock.waiting, deck.troubles.length]).toEqual([true, 1, said])
  deck.clock.advance(1)
  await expect.poll(() => deck.troubles.length).toBe(said + 1)
})

test('a program in the place of Cuelight is not believed', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  atEnd(() => server.close())
  await once(server, 'listening')
  const times = { aliveMs: 1_000, staleMs: 2_000 }
  server.on('connection', (socket: WebSocket) => {
    const say = (message: object) => socket.send(JSON.stringify(message))
    say({ type: 'snapshot', revision: 1, now: 0, state: { tally: 'off' } })
    say({ type: 'hello', protocol: 'cuelight-control', versions: [1], nonce: 'a'.repeat(64) })
    socket.once('message', () => {
      say({ type: 'identified', version: 1, name: 'Deck', scope: 'show', proof: 'b'.repeat(64), ...times })
      say({ type: 'snapshot', revision: 1, now: 0, state: { tally: 'off' } })
    })
  })
  const { port } = server.address() as { port: number }
  const deck = client(`ws://127.0.0.1:${port}/control`, 'cue_code')
  await expect.poll(() => deck.troubles).toContain('not the Cuelight of this pairing')
  expect(deck.shown.filter(({ state }) => state !== null)).toEqual([])
})

test('the client as it is printed runs by itself, without any package', async () => {
  const on = await controlled()
  const code = await on.pair('show')
  const dir = newDir()
  writeFileSync(join(dir, 'cuelight.ts'), controlApi('client').join('\n'))
  writeFileSync(
    join(dir, 'deck.ts'),
    `import { connectControl, type ControlState } from './cuelight.ts'
    const cuelight = connectControl({
      address: process.env.ADDRESS!, code: process.env.CODE!,
      onState(state: ControlState | null, isStale) {
        if (isStale || state?.padlock !== 'open') return
        cuelight.command({ type: 'closePadlock' }).then((outcome) => {
          console.log(JSON.stringify(outcome))
          process.exit()
        })
      },
    })`,
  )
  const readme = readFileSync(join(TOP, 'README.md'), 'utf8')
  writeFileSync(join(dir, 'readme.ts'), /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '')
  const strictly = ['--ignoreConfig', '--noEmit', '--strict', '--target', 'es2024', '--lib', 'es2024,dom']
  const modules = ['--module', 'nodenext', '--types', 'node', '--typeRoots', join(TOP, 'node_modules/@types')]
  const files = ['--allowImportingTsExtensions', join(dir, 'readme.ts')]
  const check = spawn(process.execPath, [
    join(TOP, 'node_modules/typescript/bin/tsc'),
    ...strictly,
    ...modules,
    ...files,
  ])
  expect(await text(check.stdout)).toBe('')
  const child = spawn(process.execPath, ['--no-warnings', join(dir, 'deck.ts')], {
    env: { ...process.env, ADDRESS: on.address, CODE: code },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = await text(child.stdout)
  expect(JSON.parse(said)).toMatchObject({ type: 'outcome', result: 'done', reason: 'padlock' })
  expect(on.rig.state().padlock.locked).toBe(true)
})

test('every message, in both directions, is as the document says', async () => {
  const on = await controlled({ scenes: 300 })
  const document = JSON.parse(controlApi('document').join('\n'))
  const ajv = new Ajv({ strict: false, formats: { uuid: true } })
  const check = (message: { type: string }) => {
    const fits = ajv.compile(document.components.messages[message.type].payload)
    expect([message.type, fits(message), fits.errors]).toEqual([message.type, true, null])
  }
  const deck = await on.connect('edit', 'deck', { events: ['state', 'touched'] })
  const seen = await on.live()
  await on.whole(deck.command({ type: 'switchScene', ...seen, scene: 2 }))
  await deck.command({ type: 'armStop', ...seen })
  await on.whole(deck.query('getProject', { projectId: seen.projectId }))
  await on.whole(deck.query('nothing'))
  await on.whole(deck.command({ type: 'edit', operation: 'updateScene', input: { projectId: seen.projectId } }))
  deck.send('{}')
  await on.rig.pass(3_000)
  await deck.settled()
  for (const reply of deck.heard) check(reply)
  const told = new Set(deck.heard.map(({ type }) => type))
  const possible = document.operations.say.messages.map(({ $ref }: { $ref: string }) => $ref.split('/').at(-1))
  expect(possible.filter((type: string) => !told.has(type as never))).toEqual([])
  check(deck.identify)
  for (const message of [{ type: 'resync' }, { type: 'ping', id: randomUUID() }]) check(message)
  check({ type: 'command', id: randomUUID(), command: { type: 'armStop', ...seen } } as never)
  expect(document['x-close-codes']).toHaveProperty('4401')
})
