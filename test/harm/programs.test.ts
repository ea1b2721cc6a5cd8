/**
 * Programs on the per-user socket that never read or never stop: each loses its own connection, and nothing else
 * happens.
 */
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { eachLine, socketPath } from '../../electron/core/bridge/socket.ts'
import { listenForPrograms } from '../../electron/core/bridge/socketServer.ts'
import { type Core, createCore } from '../../electron/core/core.ts'
import { newDir } from '../fakes/rig.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { atEnd } from '../support/atEnd.ts'

interface Program {
  socket: Socket
  lines: string[]
  say(message: unknown): void
}

async function listening(change: (core: Core) => Core = (core) => core) {
  const dataDir = newDir()
  const core = createCore({
    dataDir,
    clock: new VirtualClock(),
    version: '1.2.3',
    log: (line) => expect(line).toBe(''),
  })
  const path = socketPath(dataDir)
  atEnd(core.close)
  atEnd(await listenForPrograms(change(core), path, () => 'http://127.0.0.1:1/'))
  return { core, path }
}

function program(path: string): Program {
  const socket = connect(path)
  socket.on('error', () => {})
  atEnd(() => socket.destroy())
  const lines: string[] = []
  eachLine(socket, 100_000_000, (line) => lines.push(line))
  return { socket, lines, say: (message) => socket.write(`${JSON.stringify(message)}\n`) }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('a program that keeps asking and never reads is disconnected', async () => {
  const { core, path } = await listening()
  core.store.change((draft) => {
    draft.service.account = 'x'.repeat(500_000)
  })
  const deaf = program(path)
  deaf.socket.pause()
  for (let count = 0; count < 400; count += 1) deaf.say({ type: 'resync' })
  const good = program(path)
  good.say({ type: 'panelAddress' })
  while (good.lines.length === 0) await turn()
  const closed = new Promise((resolve) => deaf.socket.once('close', resolve))
  deaf.socket.resume()
  await closed
  expect(deaf.lines.length).toBeLessThan(100)
})

test('a program with hundreds of pending commands is not read until one has its outcome', async () => {
  let asked = 0
  const answers: (() => void)[] = []
  // A second passes at each look at the clock, so that the rate limit does not apply.
  let now = 0
  const { path } = await listening((core) => ({
    ...core,
    clock: { ...core.clock, monotonic: () => (now += 1_000) },
    dispatch(...command) {
      asked += 1
      return new Promise((resolve) => answers.push(() => resolve(core.dispatch(...command))))
    },
  }))
  const busy = program(path)
  const type = 'x'.repeat(10_000)
  for (let count = 0; count < 2_000; count += 1) busy.say({ type: 'command', id: `n${count}`, command: { type } })
  const other = program(path)
  const others = async (rounds: number) => {
    const until = other.lines.length + rounds
    while (other.lines.length < until) {
      const { length } = other.lines
      other.say({ type: 'panelAddress' })
      while (other.lines.length === length) await turn()
    }
  }
  // Clients are served in turn: however long it takes to reach that number, it is not exceeded.
  while (asked < 256) await others(1)
  await others(200)
  expect(asked).toBeLessThan(300)
  while (busy.lines.length < 2_000) {
    for (const answer of answers.splice(0)) answer()
    await turn()
  }
  expect(asked).toBe(2_000)
})
