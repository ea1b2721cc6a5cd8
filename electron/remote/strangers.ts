import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { Clock } from '../../shared/util/clock.ts'
import { guarded, type LogFault } from '../util/faults.ts'
import { LARGEST_HEAD, leave, MOST_STRANGERS, type Patience } from './requestGuard.ts'

/**
 * A connection as it is passed to an HTTP server: it delivers one request head and nothing more. What is written to it
 * goes out, and then it ends.
 */
export class OneRequest extends Duplex {
  /** The underlying connection. Whatever the client sends after the head is still unread. */
  readonly socket: Socket

  constructor(socket: Socket, head: Buffer) {
    super()
    this.socket = socket
    this.push(head)
    socket.once('close', () => this.destroy())
  }

  /** Marks it as a long-lived connection instead of a single request. */
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

  /** Data that was already written still goes out, as long as the client reads it. */
  override _destroy(_: Error | null, done: () => void): void {
    this.socket.destroySoon()
    done()
  }
}

const END = '\r\n\r\n'
/** In bytes. */
const MOST_BLANK = 64

export type Head = ReturnType<typeof createHead>

/** Collects the head of one request (RFC 9112, 2.1) from chunks of any size. */
export function createHead(largest = LARGEST_HEAD) {
  const pieces: Buffer[] = []
  let length = 0
  /** Blank lines before it mean nothing, and more than a few are part of it: nobody sends them for ever. */
  let blank = 0
  /** The end may be spread over several chunks. */
  let last = Buffer.alloc(0)
  return {
    /** The bytes received so far. */
    get length() {
      return length
    },
    /**
     * @returns the head without what came after it, or what was received so far once that is too large; null: more is
     * to come
     */
    add(chunk: Buffer): Buffer | null {
      const piece = length === 0 && blank < MOST_BLANK ? withoutBlankLines(chunk, MOST_BLANK - blank) : chunk
      blank += chunk.length - piece.length
      const seen = Buffer.concat([last, piece])
      const end = seen.indexOf(END)
      const more = end < 0 ? piece : piece.subarray(0, end + END.length - last.length)
      pieces.push(more)
      length += more.length
      last = seen.subarray(-END.length + 1)
      return end < 0 && length <= largest ? null : Buffer.concat(pieces)
    },
  }
}

/** Blank lines before a request mean nothing (RFC 9112, 2.2): they are not the end of a head. */
function withoutBlankLines(chunk: Buffer, most: number): Buffer {
  const start = chunk.subarray(0, most).findIndex((byte) => byte !== 13 && byte !== 10)
  return chunk.subarray(start < 0 ? most : start)
}

/** How many strangers are answered at once: this limits the time they cost, however many there are. */
const MOST_ANSWERED = 3
/** A client that is slow to read its response makes way for the next after this time, in ms. */
const ANSWERED_WITHIN_MS = 100

/** The limit for all incomplete heads together, in bytes. */
const MOST_HELD = 16 * 1024 * 1024

export type Strangers = ReturnType<typeof receiveStrangers>

export interface StrangersOptions {
  clock: Clock
  /** How long a stranger may take to send a head, and how long it may be idle during the response. */
  patience: Patience
  /** The largest head of a request, in bytes. */
  largestHead?: number
  /** Ends a connection whose head did not come in time. */
  onLate?: (socket: Socket) => void
  logFault: LogFault
}

const endLate = (socket: Socket) => leave(socket, '408 Request Timeout')

/**
 * Sits in front of an HTTP server. Every new connection is a stranger until it proves a session, and strangers are
 * answered a few at a time. One head of each connection is let through and nothing after it, so that a pipeline costs
 * no more than its first request. If there are too many, the one that has kept us waiting longest is dropped: nobody
 * can block the panel by holding connections open.
 */
export function receiveStrangers(server: Server, options: StrangersOptions) {
  const { clock, patience, logFault, largestHead, onLate = endLate } = options
  const { headersMs, idleMs } = patience
  const answer = createAnswering(server, { clock, idleMs, fail })
  /** Both in order of arrival. */
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
    const head = createHead(largestHead)
    silent.set(socket, head)
    const stopWaiting = clock.after(headersMs, () => onLate(socket))

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
    /** The client has proved its session, so it no longer counts as a stranger. */
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

/** Passes the heads to the HTTP server, a few at a time. */
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

/** Runs at most `most` jobs at once; each calls `leave` when it is over. */
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
