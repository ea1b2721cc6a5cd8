import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

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
