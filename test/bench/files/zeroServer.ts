/**
 * A process that sends files of any size: a head that players accept, followed by zeros.
 *
 * node zeroServer.ts HEAD (a small MP4; GET /BYTES returns a file of that size)
 */
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const BLOCK = Buffer.alloc(1_048_576)
/** An MP4 box that players skip, with a 64-bit length because it may be large. */
const BOX_BYTES = 16

const media = readFileSync(process.argv[2] ?? '')

function headOf(bytes: number): Buffer {
  const box = Buffer.alloc(BOX_BYTES)
  box.writeUInt32BE(1, 0)
  box.write('free', 4, 'latin1')
  box.writeBigUInt64BE(BigInt(bytes - media.length), 8)
  return Buffer.concat([media, box])
}

function sendZeros(response: ServerResponse, bytes: number): void {
  let left = bytes
  const more = () => {
    while (left > 0) {
      const size = Math.min(left, BLOCK.length)
      left -= size
      if (!response.write(BLOCK.subarray(0, size))) return void response.once('drain', more)
    }
    response.end()
  }
  more()
}

const server = createServer(({ url = '' }, response) => {
  const bytes = Number(url.slice(1))
  const head = headOf(bytes)
  response.writeHead(200, { 'content-length': bytes }).write(head)
  sendZeros(response, bytes - head.length)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit(0))
