import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRtmpAddress } from '../../../electron/studio/engine/rtmp/address.ts'
import {
  chunksOf,
  createChunkReader,
  type Message,
  ProtocolError,
} from '../../../electron/studio/engine/rtmp/chunks.ts'

const message = fc.record({
  type: fc.constantFrom(3, 8, 9, 18, 20),
  streamId: fc.nat(9),
  timeMs: fc.oneof(fc.nat(100), fc.integer({ min: 0xfffff0, max: 0x1000010 }), fc.constant(0xffffffff)),
  body: fc.uint8Array({ maxLength: 700 }).map((bytes) => Buffer.from(bytes)),
})

test('messages are read as they were written, however the network splits them, also past 4.7 hours', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1 })
  fc.assert(
    fc.property(fc.array(message, { maxLength: 6 }), sizes, (all, cuts) => {
      const bytes = Buffer.concat(all.flatMap((one, nth) => chunksOf(one, 3 + (nth % 4), 128)))
      const got: Message[] = []
      const reader = createChunkReader((one) => void got.push(one))
      for (let at = 0, nth = 0; at < bytes.length; nth += 1) {
        const length = cuts[nth % cuts.length] ?? 1
        reader.take(bytes.subarray(at, at + length))
        at += length
      }
      expect(got).toEqual(all)
    }),
  )
})

test('a server may choose other chunks, but not endless messages or channels', () => {
  const got: Message[] = []
  const reader = createChunkReader((one) => void got.push(one))
  const size = Buffer.alloc(4)
  size.writeUInt32BE(1_000)
  const body = Buffer.alloc(900, 7)
  const all = [{ type: 1, streamId: 0, timeMs: 0, body: size }]
  reader.take(Buffer.concat([...all.flatMap((one) => chunksOf(one, 2, 128))]))
  reader.take(Buffer.concat(chunksOf({ type: 20, streamId: 0, timeMs: 5, body }, 3, 1_000)))
  expect(got).toEqual([{ type: 20, streamId: 0, timeMs: 5, body }])

  const huge = chunksOf({ type: 20, streamId: 0, timeMs: 0, body: Buffer.alloc(1_000_000) }, 3, 128)
  expect(() => reader.take(Buffer.concat(huge))).toThrow(ProtocolError)
  const many = createChunkReader(() => {})
  const started = Array.from({ length: 40 }, (_, nth) => {
    return Buffer.concat(
      chunksOf({ type: 20, streamId: 0, timeMs: 0, body: Buffer.alloc(200) }, 3 + nth, 128),
    ).subarray(0, 140)
  })
  expect(() => many.take(Buffer.concat(started))).toThrow(ProtocolError)
})

test('whatever a server sends is read or refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
      try {
        createChunkReader(() => {}).take(Buffer.from(bytes))
      } catch (error) {
        expect(error).toBeInstanceOf(ProtocolError)
      }
    }),
  )
})

test('an address is a server and an application, without secrets', () => {
  expect(readRtmpAddress('rtmp://live.example.com/app/room')).toMatchObject({
    host: 'live.example.com',
    port: 1935,
    app: 'app/room',
    isSecure: false,
  })
  expect(readRtmpAddress('rtmps://[::1]:444/x?y=1')).toMatchObject({
    host: '::1',
    port: 444,
    app: 'x?y=1',
    isSecure: true,
  })
  for (const wrong of [
    '',
    'live.example.com/app',
    'https://example.com/app',
    'rtmp://example.com',
    'rtmp://me:pw@example.com/app',
    'rtmp://h/a#k',
  ])
    expect(readRtmpAddress(wrong)).toMatch(/^Enter /)
})
