/** An OSC surface: a UDP socket of its own that writes packets by hand and reads the lamps it is sent. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect } from 'vitest'
import { createOscBridge, openPort } from '../../electron/cli/osc/bridge.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { controlled } from '../remote/controlKit.ts'
import { atEnd } from '../support/atEnd.ts'

export type OscArg = number | string | { float: number } | { tag: string; data?: Buffer }

/** A string of OSC 1.0: ended by at least one zero, and padded to four bytes. */
const padded = (text: string): Buffer => {
  const bytes = Buffer.from(text)
  return Buffer.concat([bytes, Buffer.alloc(4 - (bytes.length % 4))])
}

function number(value: number, isFloat: boolean): Buffer {
  const bytes = Buffer.alloc(4)
  if (isFloat) bytes.writeFloatBE(value)
  else bytes.writeInt32BE(value)
  return bytes
}

/** One message; whole numbers are integers. */
export function message(address: string, ...args: OscArg[]): Buffer {
  const parts = args.map((arg) => {
    if (typeof arg === 'string') return { tag: 's', data: padded(arg) }
    if (typeof arg === 'number') return { tag: 'i', data: number(arg, false) }
    return 'float' in arg ? { tag: 'f', data: number(arg.float, true) } : arg
  })
  const tags = padded(`,${parts.map(({ tag }) => tag).join('')}`)
  return Buffer.concat([padded(address), tags, ...parts.map(({ data }) => data ?? Buffer.alloc(0))])
}

/** @param at wall ms; null: at once */
export function bundle(at: number | null, ...elements: Buffer[]): Buffer {
  const tag = Buffer.alloc(8)
  if (at === null) tag[7] = 1
  else tag.writeUInt32BE(Math.floor(at / 1_000) + 2_208_988_800)
  return Buffer.concat([padded('#bundle'), tag, ...elements.flatMap((one) => [number(one.length, false), one])])
}

/** The values of a message that has floats, integers and strings. */
function valuesIn(data: Buffer): [address: string, values: (number | string)[]] {
  let at = 0
  const text = () => {
    const end = data.indexOf(0, at)
    const found = data.toString('utf8', at, end)
    at = end + 4 - (end % 4)
    return found
  }
  const [address, tags] = [text(), text()]
  const values = [...tags.slice(1)].map((tag) => {
    if (tag === 's') return text()
    at += 4
    return tag === 'f' ? data.readFloatBE(at - 4) : data.readInt32BE(at - 4)
  })
  return [address, values]
}

/** A device that listens for lamps. @param from its address */
export async function device(from = '127.0.0.1') {
  const socket = createSocket('udp4')
  socket.bind(0, from)
  await once(socket, 'listening')
  atEnd(() => socket.close())
  const lamps = new Map<string, (number | string)[]>()
  const outcomes: string[][] = []
  socket.on('message', (data) => {
    const [address, values] = valuesIn(data)
    if (address === '/cuelight/outcome') outcomes.push(values.map(String))
    else lamps.set(address.replace('/cuelight/', ''), values)
  })
  return {
    ...{ lamps, outcomes },
    port: socket.address().port,
    send: (to: number, data: Buffer) =>
      new Promise<void>((resolve) => socket.send(data, to, '127.0.0.1', () => resolve())),
  }
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  await new Promise<void>((resolve) => socket.close(resolve))
  return port
}

/** The real core and bridge, on clocks that the test moves, and one device that may press and gets lamps. */
export async function surfaceOn(options: Parameters<typeof controlled>[0] = {}) {
  const on = await controlled(options)
  on.rig.core.provide({ pairings: on.pairings })
  const desk = await device()
  const peers = [{ address: '127.0.0.1', lampPort: desk.port }]
  const socket = await openPort({ port: 0, peers })
  const { port } = socket.address()
  const clock = new VirtualClock(on.rig.clock.now())
  const said: string[] = []
  const code = await on.pair('cues', 'OSC')
  const pairing = { address: on.address, code }
  const bridge = createOscBridge({ clock, socket, peers, pairing, say: (line) => said.push(line) })
  let closed: Promise<void> | null = null
  const close = () => (closed ??= bridge.close())
  atEnd(close)
  const press = (name: string, ...args: OscArg[]) => desk.send(port, message(`/cuelight/${name}`, ...args))
  const shown = (name: string) => desk.lamps.get(name)
  /** Little time passes: a reading would become old while its news travels. */
  const poll = (read: () => unknown): ReturnType<typeof expect.poll> =>
    expect.poll(() => {
      on.rig.clock.advance(20)
      return read()
    })
  const pairingId = on.idOf(code)
  return {
    ...{ ...on, desk, port, clock, said, bridge, close, press, shown, poll, pairingId },
    arm: (isOn = true) => on.rig.press({ type: 'armPairing', pairingId, on: isOn }),
    /** Waits until a lamp has this level and word. */
    lit: (name: string, lamp: string, word?: string) =>
      poll(() => shown(`${name}/lamp`)?.slice(1, word === undefined ? 2 : 3)).toEqual(
        word === undefined ? [lamp] : [lamp, word],
      ),
    /** The outcome of what is pressed next. */
    async outcome(name: string, ...args: OscArg[]): Promise<string[]> {
      const before = desk.outcomes.length
      await press(name, ...args)
      await poll(() => desk.outcomes.length).toBeGreaterThan(before)
      return desk.outcomes.at(-1) ?? []
    },
  }
}
