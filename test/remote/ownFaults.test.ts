/** Faults of our own: each ends what it happened on, is logged once, and nothing else is affected. */
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { socketPath } from '../../electron/core/bridge/socket.ts'
import { listenForPrograms } from '../../electron/core/bridge/socketServer.ts'
import type { Core } from '../../electron/core/core.ts'
import { createFaultLog } from '../../electron/util/faults.ts'
import { ask } from '../fakes/panelPage.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { atEnd } from '../support/atEnd.ts'
import { bridge, entered, get, opened } from './kit.ts'

const broken = () => {
  throw new Error('planted')
}
const PRESS = '{"type":"command","id":"1","command":{"type":"setPadlock","locked":true}}'
const isSnapshot = ({ type }: { type: string }) => type === 'snapshot'

type Door = Awaited<ReturnType<typeof entered>>

const rejecting = () => Promise.reject(new Error('planted'))
const enterAgain = ({ server, session }: Door) => bridge(server, session)
const enterAnew = ({ server }: Door) => bridge(server, new URL(server.newAddress()).searchParams.get('token') ?? '')
const closed = (socket: Door['good']) => new Promise((resolve) => socket.once('close', resolve))

async function press({ good }: Door) {
  const end = closed(good)
  good.send(PRESS)
  return end
}

async function look({ good }: Door) {
  const end = closed(good)
  good.send('{"type":"visible","visible":true}')
  return end
}

/** The part of ours that fails, and the client's action that meets it. */
const FAULTS: [string, (door: Door) => void, (door: Door) => Promise<unknown>][] = [
  ['a session is looked up', ({ sessions }) => Object.assign(sessions, { find: broken }), enterAgain],
  ['a token is taken', ({ sessions }) => Object.assign(sessions, { exchange: broken }), enterAnew],
  ['a session cannot be written down', ({ sessions }) => Object.assign(sessions, { begin: rejecting }), enterAnew],
  ['a key is used', ({ sessions }) => Object.assign(sessions, { use: broken }), enterAgain],
  ['a session is asked for', ({ sessions }) => Object.assign(sessions, { knows: broken }), enterAgain],
  ['a command throws', ({ core }) => Object.assign(core, { dispatch: broken }), press],
  ['a command rejects', ({ core }) => Object.assign(core, { dispatch: rejecting }), press],
  ['whoever is looking is told', ({ core }) => Object.assign(core, { setVisible: broken }), look],
]
test.each(FAULTS)('when it fails as %s, one connection ends and Cuelight goes on', async (_, plant, meet) => {
  const door = await entered()
  const second = await opened(door.server, door.session)
  const [parts, core] = [{ ...door.sessions }, { ...door.core }]
  plant(door)
  // 1011: the server met an unexpected condition (RFC 6455, 7.4.1).
  expect(await meet(door)).toBe(1011)
  Object.assign(door.sessions, parts)
  Object.assign(door.core, core)
  expect(door.log.length).toBeGreaterThan(0)
  expect(door.log.join()).toContain('planted')
  expect(await get(door.at)).toMatchObject({ status: 200 })
  expect(await ask<{ type: string }>(second, { type: 'resync' }, isSnapshot)).toMatchObject({ type: 'snapshot' })
})

test('a program on the socket that meets a fault of ours loses only its own connection', async () => {
  const door = await entered()
  const log: string[] = []
  const path = socketPath(door.dataDir)
  const failing = { ...door.core, dispatch: broken } as Core
  const stop = await listenForPrograms(
    failing,
    path,
    () => '',
    undefined,
    (line) => log.push(line),
  )
  const [unlucky, other] = [connect(path), connect(path)]
  atEnd(() => {
    for (const socket of [unlucky, other]) socket.destroy()
    stop()
  })
  const ended = new Promise((resolve) => unlucky.once('close', resolve))
  unlucky.write(`${PRESS}\n`)
  await ended
  const answered = new Promise((resolve) => other.once('data', (data) => resolve(String(data))))
  other.write('{"type":"resync"}\n')
  expect(await answered).toContain('snapshot')
  expect(log.join()).toContain('planted')
})

test('a repeated fault is counted, and its stack is logged once', () => {
  const lines: string[] = []
  const clock = new VirtualClock()
  const logFault = createFaultLog((line) => lines.push(line), clock)
  const fail = (what: string) => logFault('it failed', new Error(what))
  // The error may contain what a client sent: it counts as the same fault all the same.
  for (let count = 0; count < 1_000; count += 1) fail(`odd ${count}`)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('odd 0')
  clock.advance(60_000)
  fail('once more')
  expect(lines).toEqual([lines[0], expect.stringContaining('it failed: the same fault 1000 more times')])
  logFault('it failed', new Error('elsewhere'))
  expect(lines).toHaveLength(3)
})
