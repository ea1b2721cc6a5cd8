import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { LATE_MS } from '../../electron/core/bridge/clientSession.ts'
import { eachLine, socketPath } from '../../electron/core/bridge/socket.ts'
import { connectPatiently } from '../../electron/core/bridge/socketClient.ts'
import { listenForPrograms } from '../../electron/core/bridge/socketServer.ts'
import { LARGEST_MESSAGE } from '../../shared/bridge/bridge.ts'
import type { ServerMessage } from '../../shared/bridge/messages.ts'
import { describeFailure } from '../../shared/words/outcomes/failures.ts'
import { startRig } from '../fakes/rig.ts'
import { LIVE, PROJECT } from '../service/kit.ts'
import { type Got, json, serve } from '../service/server.ts'
import { atEnd, closing } from '../support/atEnd.ts'
import { liveId, onAir, type Stage, stage, stageOnAir } from './stage.ts'

interface Program {
  socket: Socket
  ask(line: unknown): Promise<ServerMessage>
}

async function program(on: Stage): Promise<Program> {
  const path = socketPath(on.rig.dataDir)
  const stop = await listenForPrograms(on.rig.core, path, () => 'http://127.0.0.1:1/?token=t')
  const socket = connect(path)
  atEnd(() => {
    socket.destroy()
    stop()
  })
  const waiting: ((message: ServerMessage) => void)[] = []
  eachLine(socket, 10_000_000, (line) => waiting.shift()?.(JSON.parse(line)))
  return {
    socket,
    ask(line) {
      socket.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`)
      return new Promise((resolve) => waiting.push(resolve))
    },
  }
}

test('the padlock applies to programs on the socket as to every client', async () => {
  const on = await stage()
  const live = await onAir(on)
  const { ask } = await program(on)
  await on.rig.press({ type: 'setPadlock', locked: true })
  const sceneId = on.rig.show().scenes?.[1]?.id ?? ''
  for (const command of [
    { type: 'armStop', liveId: live },
    { type: 'switchScene', liveId: live, sceneId },
    { type: 'sync', liveId: live },
  ]) {
    const answer = await ask({ type: 'command', id: command.type, command })
    expect(answer).toMatchObject({ type: 'outcome', outcome: { refusal: { reason: 'padlocked' } } })
  }
  const opening = await ask({ type: 'command', id: 'open', command: { type: 'setPadlock', locked: false } })
  expect(opening).toMatchObject({ outcome: { refusal: { reason: 'personOnly' } } })
  expect(on.server.requests.filter((one) => one.method === 'POST' && /sync|activate|stop/.test(one.path))).toEqual([])
})

test('a command that is read seconds after its press is refused; a repeated one gets its outcome however late', async () => {
  const on = await stage()
  const { ask } = await program(on)
  const close = { type: 'setPadlock', locked: true }
  const sent = (id: string, ageMs: number, command: object) =>
    ask({ type: 'command', id, at: on.rig.clock.now() - ageMs, command })
  expect(await sent('late', LATE_MS + 1, close)).toMatchObject({ outcome: { refusal: { reason: 'late' } } })
  expect(on.rig.state().padlock.locked).toBe(false)
  expect(await sent('in time', LATE_MS, close)).toMatchObject({ outcome: { result: 'done' } })
  expect(await sent('in time', LATE_MS + 1, close)).toMatchObject({ outcome: { result: 'done' } })
  const cancel = { type: 'cancelArm', armId: 'none' }
  expect(await sent('back', LATE_MS + 1, cancel)).not.toMatchObject({ outcome: { refusal: { reason: 'late' } } })
})

test('a program cannot pretend to be the user', async () => {
  const on = await stage()
  const { ask } = await program(on)
  const command = { type: 'setPadlock', locked: false }
  const beside = await ask({ type: 'command', id: '1', source: 'tray', command })
  expect(beside).toMatchObject({ type: 'invalid', field: 'source' })
  const within = await ask({ type: 'command', id: '2', command: { ...command, source: 'tray' } })
  expect(within).toMatchObject({ outcome: { refusal: { reason: 'invalid', field: 'source' } } })
})

test('what is on air comes as a snapshot on request, the same as for the panel', async () => {
  const on = await stageOnAir()
  const { ask } = await program(on)
  const { targetId } = on.rig.state()
  const projects = { [targetId ?? '']: { live: { liveId: liveId(on.rig) } } }
  expect(await ask({ type: 'resync' })).toMatchObject({ type: 'snapshot', state: { targetId, projects } })
})

test('links by the thousand get one response each, and another program is served after a few of them', async () => {
  const on = await stageOnAir()
  const { socket } = await program(on)
  const other = connect(socketPath(on.rig.dataDir))
  atEnd(() => other.destroy())
  let [answered, refused] = [0, 0]
  const lines = Array.from({ length: 2_000 }, (_, nr) =>
    JSON.stringify({ type: 'link', id: `l${nr}`, url: 'cuelight://stop' }),
  )
  const all = new Promise<void>((resolve) =>
    eachLine(socket, 10_000_000, (line) => {
      const { type, outcome } = JSON.parse(line)
      if (type !== 'outcome') return
      answered += 1
      if (outcome.refusal?.reason === 'tooMany') refused += 1
      if (answered === lines.length) resolve()
    }),
  )
  socket.write(`${lines.join('\n')}\n`)
  const command = { type: 'cancelArm', armId: 'none' }
  other.write(`${JSON.stringify({ type: 'command', id: 'o', command })}\n`)
  await new Promise<void>((resolve) =>
    eachLine(other, 10_000_000, (line) => JSON.parse(line).type === 'outcome' && resolve()),
  )
  expect(answered).toBeLessThan(100)
  // Over its allowance it is read slowly.
  let isOver = false
  void all.then(() => {
    isOver = true
  })
  while (!isOver) await on.rig.pass(10)
  // A client that sends more than a user can is refused, and the journal records none of it.
  expect(refused).toBeGreaterThan(1_500)
  expect(on.rig.state().journal.filter(({ source }) => source === 'link').length).toBeLessThan(200)
})

test('an endless line ends that connection and nothing else', async () => {
  const on = await stage()
  const { socket, ask } = await program(on)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => {})
  const flood = setInterval(() => socket.write('x'.repeat(LARGEST_MESSAGE)), 0)
  await closed
  clearInterval(flood)
  expect(ask).toBeTypeOf('function')
  const client = await connectPatiently(socketPath(on.rig.dataDir), on.rig.clock)
  expect(await client.panelAddress()).toContain('token')
  client.close()
  expect(on.rig.log).toEqual([])
})

test('a socket left over from a crash is replaced, and is private to this user', async () => {
  const on = await stage()
  const path = socketPath(on.rig.dataDir)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'left over')
  const { ask } = await program(on)
  expect(await ask({ type: 'panelAddress' })).toMatchObject({ type: 'panelAddress' })
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test.skipIf(process.platform === 'win32')(
  'whatever the umask, the socket is closed to other users from its first moment',
  async () => {
    const on = await stage()
    const path = socketPath(on.rig.dataDir)
    const before = process.umask(0)
    atEnd(() => process.umask(before))
    const listening = listenForPrograms(on.rig.core, path, () => '')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(process.umask()).toBe(0)
    atEnd(await listening)
  },
)

test('a data dir with a long name still has a socket', () => {
  const path = socketPath(`/${'deep/'.repeat(40)}`, 'linux')
  expect(Buffer.byteLength(path)).toBeLessThanOrEqual(104)
  expect(socketPath('/some/dir', 'win32')).toMatch(/^\\\\\.\\pipe\\cuelight-/)
})

const scenes = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ id: `s${place}`, name: `Scene ${place}`, isActive: place === 0 }))
const OFF = { ...LIVE, status: 'OFFLINE', liveId: null }

/** A core on a service with one project and the given lists. */
async function rigOn(lists: { scenes: () => unknown[]; projects?: () => unknown[] }) {
  const all = ({ path }: Got): object => {
    const { pathname, searchParams } = new URL(path, 'http://x')
    const paged = (name: string, items: unknown[]) => {
      const offset = Number(searchParams.get('offset'))
      return { [name]: items.slice(offset, offset + 100), total: items.length }
    }
    if (pathname === '/projects') return paged('projects', lists.projects?.() ?? [PROJECT])
    if (pathname.endsWith('/scenes')) return paged('scenes', lists.scenes())
    return pathname.endsWith('/live') ? OFF : PROJECT
  }
  const server = closing(await serve((got, response) => json(response, 200, all(got))))
  return closing(await startRig({ service: { baseUrl: server.baseUrl, key: 'svc_test' } }))
}

test('too many scenes are reported as too many, for as long as they are', async () => {
  let count = 601
  const rig = await rigOn({ scenes: () => scenes(count) })
  await rig.until(() => rig.state().targetId !== null && rig.show().failure !== null, 'the scenes were read')
  // Other readings succeed meanwhile.
  await rig.pass(20_000)
  expect(rig.show()).toMatchObject({ scenes: null, live: { status: 'OFFLINE' } })
  expect(describeFailure(rig.show().failure as never).what).toBe('Too much to read: more than 600 scenes.')
  expect([rig.state().service.failure, rig.tally()]).toEqual([null, 'off'])
  count = 600
  await rig.until(() => rig.show().scenes?.length === 600, 'they are read')
  expect(rig.show().failure).toBe(null)
})

test('of an endless project list the state contains the newest, with names cut, and the total', async () => {
  const project = (_: unknown, place: number) => ({ ...PROJECT, id: `p${place}`, name: 'n'.repeat(10_000) })
  const projects = Array.from({ length: 4_500 }, project)
  const rig = await rigOn({ scenes: () => scenes(1), projects: () => projects })
  expect(await rig.press({ type: 'loadProjects' })).toMatchObject({ done: { count: 4_500 } })
  const { items, failure } = rig.state().projectList
  expect([items.length, failure]).toEqual([100, null])
  expect(items[0]).toMatchObject({ id: 'p0', name: expect.stringMatching(/^n{499}…$/) })
})
