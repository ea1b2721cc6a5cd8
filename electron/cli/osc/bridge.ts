/** OSC over UDP on one side, the control API on the other. */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { toBuffer } from 'osc-min'
import { CONTROL_CLOSE } from '../../../shared/control/protocol.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { OSC_WORDS } from '../../../shared/words/cli/osc.ts'
import { createBucket } from '../../util/bucket.ts'
import { connectControl } from '../control/client.ts'
import { askedBy, ROOT } from './addresses.ts'
import { type Lamps, lampsOf, type OscValue } from './lamps.ts'
import { messagesIn, type OscMessage, type Packet } from './packets.ts'
import { isLoopback, type OscPlace } from './peers.ts'
import { createPresses, type Ended } from './presses.ts'

/** How many messages a device may send at once, and how many more per second: more is no hand. */
const BURST = 60
const PER_SECOND = 30
/** UDP loses packets: every lamp is sent again after this long, in ms. */
const AGAIN_MS = 1_000
/** What is ignored is said once for each device, and no more often than this in all. */
const MOST_SAID = 30

/** Opens the port. Only this computer can reach it if only this computer may press. Rejects if the system refuses. */
export async function openPort({ port, peers }: OscPlace): Promise<Socket> {
  const socket = createSocket('udp4')
  const address = peers.every((one) => isLoopback(one.address)) ? '127.0.0.1' : '0.0.0.0'
  socket.bind({ port, address, exclusive: true })
  await once(socket, 'listening')
  // A packet that could not be sent is not the end of it.
  socket.on('error', () => {})
  return socket
}

interface BridgeOptions {
  clock: Clock
  socket: Socket
  peers: OscPlace['peers']
  pairing: { address: string; code: string }
  /** Writes a line for the user. */
  say: (line: string) => void
}

/** Presses in, lamps out, until it is closed. */
export function createOscBridge({ clock, socket, peers, pairing, say }: BridgeOptions) {
  const ended = Promise.withResolvers<void>()
  const client = connectControl({
    ...pairing,
    after: (ms, callback) => clock.after(ms, callback),
    onState: () => lamps.show(),
    onTrouble(why) {
      say(why === null ? OSC_WORDS.connected : OSC_WORDS.trouble(why))
      if (why === CONTROL_CLOSE.notPaired.about) ended.resolve()
    },
  })
  const presses = createPresses(client)
  const sayOnce = saying(say)
  const { send, sent } = sending(socket, peers)
  const lamps = createLampSender(clock, send, () => {
    const view = { isPaired: true, isFresh: !client.isStale(), state: client.state(), now: clock.now() }
    return lampsOf(view, presses.armed())
  })
  const allowances = new Map(peers.map(({ address }) => [address, createBucket(clock, BURST, PER_SECOND / 1_000)]))

  const report = ([result, sentence]: Ended) =>
    send(`${ROOT}/outcome`, [
      { type: 'string', value: result },
      { type: 'string', value: sentence },
    ])

  function act(message: OscMessage, address: string): void {
    const asked = askedBy(message)
    // Without a reply: a device that sends back what it hears must not go round in circles with us.
    if (asked === null) sayOnce(`unknown ${address}`, OSC_WORDS.notOurs(address, message.address))
    else if (asked.do === 'lamps') lamps.again()
    else if (asked.do !== 'nothing')
      void presses.press(asked).then((how) => {
        report(how)
        lamps.show()
      })
  }

  function hear(data: Buffer, { address }: Pick<RemoteInfo, 'address'>): void {
    const allowance = allowances.get(address)
    if (!allowance) sayOnce(`stranger ${address}`, OSC_WORDS.stranger(address))
    else if (allowance.isEmpty()) sayOnce(`many ${address}`, OSC_WORDS.tooMany(address))
    else {
      const packet = messagesIn(data, clock.now())
      const count = 'messages' in packet ? packet.messages.length : 1
      for (let at = 0; at < count; at += 1) allowance.take()
      take(packet, address)
    }
  }

  function take(packet: Packet, address: string): void {
    if ('messages' in packet) for (const message of packet.messages) act(message, address)
    else if (packet.wrong === 'later') report(['refused', OSC_WORDS.later])
    else sayOnce(`malformed ${address}`, OSC_WORDS.malformed(address))
  }

  socket.on('message', hear)
  return {
    /** Resolves when the pairing has been ended in Cuelight. */
    ended: ended.promise,
    /** The last that surfaces hear is that nothing is known any more. */
    async close(): Promise<void> {
      client.close()
      lamps.stop()
      socket.off('message', hear)
      lamps.sendAll(
        lampsOf({ isPaired: true, isFresh: false, state: client.state(), now: clock.now() }, presses.armed()),
      )
      await sent()
      await new Promise<void>((resolve) => socket.close(resolve))
    },
  }
}

/** What each device does wrong, said once. */
function saying(say: (line: string) => void) {
  const said = new Set<string>()
  return (what: string, line: string): void => {
    if (said.has(what) || said.size >= MOST_SAID) return
    said.add(what)
    say(line)
  }
}

type Send = (address: string, args: OscValue[]) => void

/** Sends to every device that hears lamps; what gets lost is sent again with the next beat. */
function sending(socket: Socket, peers: OscPlace['peers']) {
  let last = Promise.resolve()
  const send: Send = (address, args) => {
    const { buffer, byteOffset, byteLength } = toBuffer({ address, args })
    const data = new Uint8Array(buffer, byteOffset, byteLength)
    for (const { address: to, lampPort } of peers) {
      if (lampPort === null) continue
      last = new Promise((resolve) => socket.send(data, lampPort, to, () => resolve()))
    }
  }
  return { send, /** Resolves when the last one was handed to the system. */ sent: () => last }
}

/** Sends each lamp when it changes, and all of them again and again. @param current every lamp as it is now */
function createLampSender(clock: Clock, send: Send, current: () => Lamps) {
  const shown = new Map<string, string>()
  let stopBeat = clock.after(AGAIN_MS, beat)

  function sendAll(lamps: Lamps, isChanged: (address: string, text: string) => boolean = () => true): void {
    // A scene that is gone has no lamp any more.
    for (const address of shown.keys()) {
      if (lamps.has(address)) continue
      const isName = address.endsWith('/name')
      lamps.set(address, isName ? [{ type: 'string', value: '' }] : GONE)
    }
    for (const [address, args] of lamps) {
      const text = JSON.stringify(args)
      if (isChanged(address, text)) send(address, args)
      shown.set(address, text)
    }
  }

  function beat(): void {
    stopBeat = clock.after(AGAIN_MS, beat)
    sendAll(current())
  }

  return {
    sendAll,
    show: () => sendAll(current(), (address, text) => shown.get(address) !== text),
    again: () => sendAll(current()),
    stop: () => stopBeat(),
  }
}

const GONE: OscValue[] = [
  { type: 'float', value: 0 },
  { type: 'string', value: 'unknown' },
  { type: 'string', value: '' },
]
