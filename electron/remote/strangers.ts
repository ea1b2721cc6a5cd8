import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { Clock } from '../../shared/util/clock.ts'
import { guarded, type LogFault } from '../util/faults.ts'
import { LARGEST_HEAD, leave, MOST_STRANGERS, type Patience } from './requestGuard.ts'

/** A connection as an HTTP server is given it: one head to read and no more. What is written goes out, and then it ends. */
export class OneRequest extends Duplex {
  /** The connection itself. What it goes on to say is still to be read. */
  readonly socket: Socket

  constructor(socket: Socket, head: Buffer) {
    super()
    this.socket = socket
    this.push(head)
    socket.once('close', () => this.destroy())
  }

  /** It is no question any more, but a connection that lasts. */
  lasts(): void {
    this.emit('lasts')
  }

  override _read(): void {}

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.socket.write(chunk, done)
  }

  override _final(done: () => void): void {
    this.socket.destroySoon()
    done()
  }

  /** What has been written still goes out, as long as somebody takes it. */
  override _destroy(_: Error | null, done: () => void): void {
    this.socket.destroySoon()
    done()
  }
}

const END = '\r\n\r\n'

export type Head = ReturnType<typeof createHead>

/** Collects the head of one request (RFC 9112, 2.1) from pieces of any size. */
export function createHead() {
  const pieces: Buffer[] = []
  let length = 0
  /** The end may lie across pieces. */
  let last = Buffer.alloc(0)
  return {
    /** How much of it has come, in bytes. */
    get length() {
      return length
    },
    /** @returns the head alone, without what came after it, or as much as is too much of it; null: more is to come */
    add(chunk: Buffer): Buffer | null {
      const piece = length === 0 ? withoutBlankLines(chunk) : chunk
      const seen = Buffer.concat([last, piece])
      const end = seen.indexOf(END)
      const more = end < 0 ? piece : piece.subarray(0, end + END.length - last.length)
      pieces.push(more)
      length += more.length
      last = seen.subarray(-END.length + 1)
      return end < 0 && length <= LARGEST_HEAD ? null : Buffer.concat(pieces)
    },
  }
}

/** They may come before a request and mean nothing (RFC 9112, 2.2): they are no end of a head. */
function withoutBlankLines(chunk: Buffer): Buffer {
  const start = chunk.findIndex((byte) => byte !== 13 && byte !== 10)
  return start < 0 ? chunk.subarray(chunk.length) : chunk.subarray(start)
}

/** Strangers that are answered at once: what they take of the time is bounded, however many there are. */
const MOST_ANSWERED = 3
/** Whoever is slow to take an answer makes room for the next after so long, in ms. */
const ANSWERED_WITHIN_MS = 100

/** What all heads that have not come to their end may hold together, in bytes. */
const MOST_HELD = 16 * 1024 * 1024

export type Strangers = ReturnType<typeof receiveStrangers>

export interface StrangersOptions {
  clock: Clock
  /** How long a stranger may take for a head, and how long for the answer without a byte. */
  patience: Patience
  logFault: LogFault
}

/**
 * Stands before an HTTP server: whoever connects is a stranger, and strangers are answered a few at a time. Of each
 * connection one head is let through and nothing that comes after it, so that a pipeline costs no more than its first request. When there
 * are too many, the one that has kept us waiting longest makes room: nobody holds the door by standing in it.
 */
export function receiveStrangers(server: Server, { clock, patience, logFault }: StrangersOptions) {
  const { headersMs, idleMs } = patience
  const answer = createAnswering(server, { clock, idleMs, fail })
  /** Both in the order they came. */
  const silent = new Map<Socket, Head>()
  const heard = new Set<Socket>()
  let held = 0

  function forget(socket: Socket): void {
    held -= silent.get(socket)?.length ?? 0
    silent.delete(socket)
    heard.delete(socket)
  }

  function makeRoom(): void {
    const [longest] = silent.size > 0 ? silent.keys() : heard
    if (!longest) return
    forget(longest)
    longest.destroy()
  }

  function fail(error: unknown, socket: Socket): void {
    logFault('a connection could not be served', error)
    socket.destroy()
  }

  function receive(socket: Socket): void {
    if (silent.size + heard.size >= MOST_STRANGERS) makeRoom()
    const head = createHead()
    silent.set(socket, head)
    const stopWaiting = clock.after(headersMs, () => leave(socket, '408 Request Timeout'))

    function take(chunk: Buffer): void {
      const before = head.length
      const whole = head.add(chunk)
      held += head.length - before
      while (held > MOST_HELD) makeRoom()
      if (!whole || socket.destroyed) return
      stopWaiting()
      forget(socket)
      heard.add(socket)
      socket.off('data', onData).pause()
      answer(socket, whole)
    }

    const onData = guarded(take, (error) => fail(error, socket))
    socket.on('data', onData)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      stopWaiting()
      forget(socket)
    })
  }
  server.on('connection', guarded(receive, fail))
  return {
    /** Whoever is at the other end has proved who they are: a stranger no more. */
    release: (socket: Socket) => forget(socket),
    close() {
      for (const socket of [...silent.keys(), ...heard]) socket.destroy()
    },
  }
}

interface Answering {
  clock: Clock
  idleMs: number
  fail: (error: unknown, socket: Socket) => void
}

/** Hands the heads to the HTTP server, a few at a time. */
function createAnswering(server: Server, { clock, idleMs, fail }: Answering): (socket: Socket, head: Buffer) => void {
  const [serveHttp] = server.listeners('connection')
  server.removeAllListeners('connection')
  const inPlace = createPlaces(MOST_ANSWERED)

  function letThrough(socket: Socket, head: Buffer, leave: () => void): void {
    if (socket.destroyed) {
      leave()
      return
    }
    socket.setTimeout(idleMs, () => socket.destroy())
    const request = new OneRequest(socket, head)
    const stopWaiting = clock.after(ANSWERED_WITHIN_MS, leave)
    request.once('lasts', leave)
    request.once('close', () => {
      stopWaiting()
      leave()
    })
    serveHttp?.call(server, request)
  }

  const serve = guarded(letThrough, (error, socket, _, leave) => {
    leave()
    fail(error, socket)
  })
  return (socket, head) => inPlace((leave) => serve(socket, head, leave))
}

/** Runs so many jobs at once; each says when it is over. */
function createPlaces(most: number): (job: (leave: () => void) => void) => void {
  const waiting: ((leave: () => void) => void)[] = []
  let free = most

  function next(): void {
    const job = free > 0 ? waiting.shift() : undefined
    if (!job) return
    free -= 1
    let isOver = false
    job(() => {
      if (isOver) return
      isOver = true
      free += 1
      next()
    })
  }

  return (job) => {
    waiting.push(job)
    next()
  }
}
