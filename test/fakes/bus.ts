/** As much of D-Bus as a tray's host and a program with an icon need (D-Bus Specification 0.43, "Message Protocol"). */
import { connect as connectTo, type Socket } from 'node:net'

/** A message from the bus, as far as it is read here. */
export interface BusMessage {
  type: number
  serial: number
  replyTo: number
  member: string
  sender: string
  /** The strings at the beginning of its body. */
  strings: string[]
}

/** A value in a body. */
export type BusValue = string | number | boolean | readonly string[]

const CALL = 1
const REPLY = 2
const ERROR = 3
/** Header fields, with their codes and types. */
const FIELDS = { path: [1, 'o'], interface: [2, 's'], member: [3, 's'], replyTo: [5, 'u'] } as const
const MORE_FIELDS = { destination: [6, 's'], signature: [8, 'g'] } as const
type Field = keyof typeof FIELDS | keyof typeof MORE_FIELDS

/** A writer of the bus's own format: little-endian, each value aligned to its size. */
function createWriter() {
  let bytes: number[] = []
  const align = (to: number) => {
    while (bytes.length % to !== 0) bytes.push(0)
  }
  const u32 = (value: number) => {
    align(4)
    bytes.push(value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, (value >> 24) & 0xff)
  }
  const string = (value: string) => {
    u32(Buffer.byteLength(value))
    bytes.push(...Buffer.from(value), 0)
  }
  const signature = (value: string) => bytes.push(value.length, ...Buffer.from(value), 0)
  const write = (kind: string, value: BusValue) => {
    if (kind === 'g') signature(String(value))
    else if (kind === 'u' || kind === 'b') u32(Number(value))
    else if (kind === 'as') array(4, () => (value as readonly string[]).forEach(string))
    else string(String(value))
  }
  /** The array's length comes first, without the padding before its first element. */
  function array(alignment: number, fill: () => void): void {
    u32(0)
    const at = bytes.length - 4
    align(alignment)
    const start = bytes.length
    fill()
    const length = bytes.length - start
    bytes = [...bytes.slice(0, at), ...Buffer.from(Uint32Array.of(length).buffer), ...bytes.slice(at + 4)]
  }
  return { align, u32, write, signature, array, push: (...more: number[]) => bytes.push(...more), done: () => bytes }
}

/** @param body types and values: `b` in a variant is written `vb` */
function messageOf(type: number, serial: number, head: Partial<Record<Field, BusValue>>, body: [string, BusValue][]) {
  const inside = createWriter()
  for (const [kind, value] of body) {
    if (kind.startsWith('v')) inside.signature(kind.slice(1))
    inside.write(kind.startsWith('v') ? kind.slice(1) : kind, value)
  }
  const signature = body.map(([kind]) => (kind.startsWith('v') ? 'v' : kind)).join('')
  const content = inside.done()
  const whole = createWriter()
  whole.push('l'.charCodeAt(0), type, 0, 1)
  whole.u32(content.length)
  whole.u32(serial)
  whole.array(8, () => {
    for (const [name, value] of Object.entries(signature ? { ...head, signature } : head)) {
      const [code, kind] = { ...FIELDS, ...MORE_FIELDS }[name as Field]
      whole.align(8)
      whole.push(code)
      whole.signature(kind)
      whole.write(kind, value)
    }
  })
  whole.align(8)
  return Buffer.from([...whole.done(), ...content])
}

const up = (at: number, to: number) => Math.ceil(at / to) * to

/** One message at the beginning of the received bytes; null: it is not complete yet. */
function readMessage(bytes: Buffer): { message: BusMessage; length: number } | null {
  if (bytes.length < 16) return null
  const fieldsEnd = 16 + bytes.readUInt32LE(12)
  const start = up(fieldsEnd, 8)
  const length = start + bytes.readUInt32LE(4)
  if (bytes.length < length) return null
  const message = { type: bytes[1] ?? 0, serial: bytes.readUInt32LE(8), replyTo: 0, member: '', sender: '' }
  let signature = ''
  for (let at = 16; at < fieldsEnd; ) {
    at = up(at, 8)
    const [code, kind] = [bytes[at], String.fromCharCode(bytes[at + 2] ?? 0)]
    at += 4
    const isShort = kind === 'g'
    const value = kind === 'u' || isShort ? '' : stringAt(bytes, at)
    if (kind === 'u') message.replyTo = code === 5 ? bytes.readUInt32LE(at) : message.replyTo
    if (isShort) signature = bytes.toString('utf8', at + 1, at + 1 + (bytes[at] ?? 0))
    if (code === 3) message.member = value
    if (code === 7) message.sender = value
    at += kind === 'u' ? 4 : isShort ? (bytes[at] ?? 0) + 2 : bytes.readUInt32LE(at) + 5
  }
  const strings: string[] = []
  let at = start
  for (const kind of signature) {
    if (kind !== 's') break
    at = up(at, 4)
    strings.push(stringAt(bytes, at))
    at += bytes.readUInt32LE(at) + 5
  }
  return { message: { ...message, strings }, length }
}

const stringAt = (bytes: Buffer, at: number) => bytes.toString('utf8', at + 4, at + 4 + bytes.readUInt32LE(at))

interface Call {
  to: string
  path: string
  interface: string
  member: string
}

/**
 * Joins the bus as a program.
 *
 * @param address as in DBUS_SESSION_BUS_ADDRESS
 * @param answer the reply to a call to us; null: an error
 */
export async function joinBus(address: string, answer: (call: BusMessage) => [string, BusValue][] | null) {
  const path = /unix:(?:path|dir)=([^,;]+)/.exec(address)?.[1] ?? ''
  const socket: Socket = connectTo(path)
  const waiting = new Map<number, (message: BusMessage) => void>()
  let [held, serial] = [Buffer.alloc(0), 0]
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('data', () => resolve())
    const id = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')
    socket.write(`\0AUTH EXTERNAL ${id}\r\n`)
  })
  socket.write('BEGIN\r\n')
  socket.on('data', (chunk) => {
    held = Buffer.concat([held, chunk])
    for (let read = readMessage(held); read; read = readMessage(held)) {
      held = held.subarray(read.length)
      hear(read.message)
    }
  })

  function hear(message: BusMessage): void {
    if (message.type === REPLY || message.type === ERROR) waiting.get(message.replyTo)?.(message)
    if (message.type !== CALL) return
    const body = answer(message)
    const head = { replyTo: message.serial, destination: message.sender }
    if (body) socket.write(messageOf(REPLY, ++serial, head, body))
  }

  const call = ({ to, ...head }: Call, body: [string, BusValue][] = []): Promise<BusMessage> =>
    new Promise((resolve) => {
      waiting.set(++serial, resolve)
      socket.write(messageOf(CALL, serial, { ...head, destination: to }, body))
    })
  const bus = { to: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' }
  await call({ ...bus, member: 'Hello' })
  return {
    call,
    /** Requests a name under which others can reach us. */
    own: (name: string) =>
      call({ ...bus, member: 'RequestName' }, [
        ['s', name],
        ['u', 4],
      ]),
    close: () => void socket.destroy(),
  }
}
