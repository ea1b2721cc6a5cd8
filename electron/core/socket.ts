import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { ClientMessage, LARGEST_MESSAGE, ServerMessage } from '../../shared/bridge.ts'
import type { Clock } from '../../shared/clock.ts'
import { parseJson } from '../../shared/json.ts'
import type { Core } from './core.ts'
import { eachLine } from './lines.ts'
import { createLink, MOST_WAITING } from './link.ts'
import { sleep } from './time.ts'

/**
 * Listens for programs of the same user: one JSON message a line, the same messages as every other carrier.
 * Only the holder of the data dir's lock listens, so a socket file in the way is left over from a crash.
 *
 * @param panelAddress makes an address that opens the panel
 * @returns what ends it
 */
export async function listenForPrograms(core: Core, path: string, panelAddress: () => string): Promise<() => void> {
  if (!path.startsWith('\\\\')) rmSync(path, { force: true })
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const link = createLink(core, {
      source: 'cli',
      say(message) {
        if (socket.writableLength > MOST_WAITING) socket.destroy()
        else socket.write(`${JSON.stringify(message)}\n`)
      },
      panelAddress,
      onFull: (full) => (full ? socket.pause() : socket.resume()),
    })
    eachLine(socket, LARGEST_MESSAGE, link.receive)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      link.close()
    })
  })
  await listening(server, path)
  if (!path.startsWith('\\\\')) chmodSync(path, 0o600)
  return () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
}

/** How long the core of a data dir may take to answer a program, in ms. */
const ANSWER_MS = 3_000
const ASK_AGAIN_MS = 100

/**
 * Asks the running core for an address that opens its panel. One that is just starting holds its lock before it
 * listens: it is asked again for a while. Rejects with a plain message when it does not answer.
 */
export async function askForPanel(path: string, clock: Clock): Promise<string> {
  const giveUp = clock.monotonic() + ANSWER_MS
  for (;;) {
    try {
      return await askOnce(path)
    } catch (error) {
      if (clock.monotonic() > giveUp) throw error
      await sleep(clock, ASK_AGAIN_MS)
    }
  }
}

function askOnce(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error('it did not answer in time')))
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('it closed the connection')))
    const question: ClientMessage = { type: 'panelAddress' }
    socket.write(`${JSON.stringify(ClientMessage.parse(question))}\n`)
    eachLine(socket, LARGEST_MESSAGE * 100, (line) => {
      const message = ServerMessage.safeParse(parseJson(line))
      if (!message.success || message.data.type !== 'panelAddress') return
      resolve(message.data.address)
      socket.destroy()
    })
  })
}
