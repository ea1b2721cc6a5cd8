/** Whatever a request's head contains, it gets a response or is cut off, and Cuelight goes on. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { base, clock, entered, expectGoesOn, get, hostOf, raw } from './kit.ts'

/** Names that are special in a JavaScript object, and names with a meaning for a server. */
const NAMES = [
  ...Object.getOwnPropertyNames(Object.prototype),
  ...Object.getOwnPropertyNames(Array.prototype).filter((name) => name !== 'constructor'),
  ...['prototype', 'then', 'host', 'origin', 'connection', 'upgrade', 'sec-websocket-key', 'sec-websocket-version'],
  ...[
    'sec-websocket-extensions',
    'sec-websocket-protocol',
    'content-length',
    'transfer-encoding',
    'expect',
    'cookie',
  ],
]
const token = fc.string({
  unit: fc.constantFrom(..."aZ09!#$%&'*+-.^_`|~"),
  minLength: 1,
  maxLength: 20,
})
const value = fc.oneof(
  fc.constantFrom(
    '',
    'x',
    '0',
    '-1',
    '1e9',
    'chunked',
    'websocket',
    '100-continue',
    'null',
    '[object Object]',
    '__proto__',
  ),
  fc.string({ unit: fc.integer({ min: 32, max: 255 }).map((code) => String.fromCharCode(code)), maxLength: 40 }),
)
const name = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...NAMES) }, token)
const headers = fc.array(fc.tuple(name, value), { maxLength: 6 })

test('no name of a header, and no number of them, ends Cuelight or is logged as our own fault', async () => {
  const door = await entered()
  const ours = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Origin: ${base(door.server)}`,
  ]
  const own = [`Host: ${hostOf(door.server)}`, ...ours, 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']
  const answered = async (path: string, isUpgrade: boolean, more: [string, string][]) => {
    const lines = [...(isUpgrade ? own : own.slice(0, 1)), ...more.map(([name, value]) => `${name}: ${value}`)]
    const { socket, firstOrEnd } = raw(door.server, `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1')
    const said = await firstOrEnd
    socket.destroy()
    // Lets the time pass for a server that waits for more, as after 100 Continue.
    clock.advance(100)
    // An empty response is a connection that was cut off.
    expect(said).toMatch(/^(HTTP\/1\.1 (10[01]|2\d\d|4\d\d) |$)/)
  }
  for (const name of NAMES) for (const upgrade of [true, false]) await answered('/bridge', upgrade, [[name, 'x']])
  const odd = fc.asyncProperty(fc.constantFrom('/', '/bridge', '/download/x'), fc.boolean(), headers, answered)
  await fc.assert(odd, { numRuns: 300 })
  expect(await get(door.at)).toMatchObject({ status: 200, body: 'the panel' })
  await expectGoesOn(door)
})
