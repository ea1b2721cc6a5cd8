/** What bounds strangers in the local network before a byte of HTTP is read: who may connect, how many, how often. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import type { Clock } from '../../../shared/util/clock.ts'
import { createBucket } from '../../util/bucket.ts'
import { guarded, type LogFault } from '../../util/faults.ts'
import { isLocalAddress, plainAddress } from './addresses.ts'
import { createBuckets } from './buckets.ts'

/** A page and its scripts are some sixty connections; a device that makes many more has to wait. */
const BURST = 200
const PER_SECOND = 20
/** For all devices together that never had a phone's access, so that many addresses gain nothing. */
const BURST_OF_ALL = 400
const PER_SECOND_OF_ALL = 60
/** The most devices that are counted one by one: beyond, those heard of longest ago are forgotten. */
const MOST_DEVICES = 256
/** The most connections without a finished TLS handshake, and how long one may take, in ms. */
const MOST_HANDSHAKES = 32
const HANDSHAKE_MS = 5_000
/** The most connections of one device, and of all. */
const MOST_OF_ONE = 40
const MOST_OF_ALL = 300

interface DoorOptions {
  clock: Clock
  /** The certificate for the address at which a device connected; null: none is served there. */
  contextFor: (address: string) => SecureContext | null
  /** Receives each connection whose handshake is done. */
  onSecure: (socket: TLSSocket) => void
  logFault: LogFault
}

export type NetworkDoor = Awaited<ReturnType<typeof openNetworkDoor>>

/**
 * Listens for TLS in the local network. Rejects with the error of the system if it cannot.
 *
 * @param address IPv4; `0.0.0.0`: all @param port 0 for any
 */
export async function openNetworkDoor(address: string, port: number, options: DoorOptions) {
  const { clock, contextFor, onSecure, logFault } = options
  const rates = createRates(clock)
  /** All connections, and from where. */
  const open = new Map<Socket, string>()
  /** In order of arrival. */
  const shaking = new Set<Socket>()
  const server = createServer({ noDelay: true }, guarded(receive, fail))

  function fail(error: unknown, socket: Socket): void {
    logFault('a connection from the network could not be served', error)
    socket.destroy()
  }

  function dropOldest(): void {
    const [oldest] = shaking
    if (!oldest) return
    shaking.delete(oldest)
    oldest.destroy()
  }

  /** Strangers hold connections as long as they like, and never that of a phone. */
  function makeRoom(): void {
    const [oldest] = [...open].find(([, from]) => !rates.isKnown(from)) ?? []
    if (!oldest) return
    open.delete(oldest)
    oldest.destroy()
  }

  function receive(socket: Socket): void {
    socket.on('error', () => socket.destroy())
    const from = plainAddress(socket.remoteAddress)
    const secureContext = contextFor(plainAddress(socket.localAddress))
    const many = [...open.values()].filter((one) => one === from).length
    if (open.size >= MOST_OF_ALL && rates.isKnown(from)) makeRoom()
    const isFull = open.size >= MOST_OF_ALL || many >= MOST_OF_ONE
    if (!isLocalAddress(from) || !secureContext || isFull || !rates.allows(from)) {
      socket.destroy()
      return
    }
    open.set(socket, from)
    if (shaking.size >= MOST_HANDSHAKES) dropOldest()
    shaking.add(socket)
    const secure = new TLSSocket(socket, { isServer: true, secureContext })
    const stopWaiting = clock.after(HANDSHAKE_MS, () => shaking.has(socket) && socket.destroy())
    secure.on('error', () => socket.destroy())
    const gone = () => {
      stopWaiting()
      shaking.delete(socket)
      open.delete(socket)
    }
    for (const one of [socket, secure]) one.on('close', gone)
    secure.once(
      'secure',
      guarded(
        () => {
          stopWaiting()
          shaking.delete(socket)
          onSecure(secure)
        },
        (error) => fail(error, socket),
      ),
    )
  }

  const listening = once(server, 'listening')
  server.listen(port, address)
  await listening
  server.on('error', (error) => logFault('the network could not be served', error))
  return {
    port: (server.address() as AddressInfo).port,
    /** A phone with access is there: it is never refused because of what others do. */
    knows: rates.knows,
    async close(): Promise<void> {
      for (const socket of open.keys()) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function createRates(clock: Clock) {
  const each = createBuckets(clock, { most: BURST, perMs: PER_SECOND / 1_000, keys: MOST_DEVICES })
  const all = createBucket(clock, BURST_OF_ALL, PER_SECOND_OF_ALL / 1_000)
  const known = new Set<string>()
  return {
    isKnown: (from: string) => known.has(from),
    knows(from: string): void {
      known.delete(from)
      known.add(from)
      for (const oldest of known) if (known.size > MOST_DEVICES) known.delete(oldest)
    },
    allows(from: string): boolean {
      const own = each.of(from)
      if (own.isEmpty() || (!known.has(from) && all.isEmpty())) return false
      own.take()
      if (!known.has(from)) all.take()
      return true
    },
  }
}
