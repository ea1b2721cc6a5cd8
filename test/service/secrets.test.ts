import { expect, it } from 'vitest'
import type { Attempt } from '../../electron/service/calls.ts'
import { ServiceError } from '../../shared/failures.ts'
import { clientFor, drive, KEY, kit, rawKit, startLive } from './kit.ts'
import { json } from './server.ts'

/** Everything an error can show: fields, message, stack, cause. */
async function everything(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof ServiceError)) throw error
  return [JSON.stringify(error.failure), error.message, error.stack, String(error.cause), String(error)].join('\n')
}

/** As JSON may write any character. */
const ESCAPED = Array.from(KEY, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
const HALF_ESCAPED = KEY.replace('v', '\\u0076').replace('f', '\\u0066')

const BASE64 = [KEY, `u:${KEY}`].map((text) => Buffer.from(text).toString('base64').slice(4, 20))
const HEX = Buffer.from(KEY).toString('hex')

const ECHOES: [string, number, string][] = [
  ['in a message', 400, JSON.stringify({ code: 'CONFLICT', message: `the key ${KEY} is odd` })],
  ['in a code', 400, JSON.stringify({ code: KEY })],
  ['in a detail', 400, JSON.stringify({ code: 'CONFLICT', seen: { headers: [`Bearer ${KEY}`] } })],
  ['as the name of a detail', 400, JSON.stringify({ code: 'CONFLICT', seen: { [KEY]: { [KEY]: 1 } } })],
  ['as the name of a detail, escaped', 400, `{"code":"CONFLICT","${HALF_ESCAPED}":1}`],
  ['escaped in a message', 400, `{"code":"CONFLICT","message":"the key ${ESCAPED} is odd"}`],
  ['escaped where an excerpt is cut', 400, `{"message":"${'x'.repeat(68)} ${HALF_ESCAPED}"}`],
  ['escaped in JSON within JSON', 400, JSON.stringify({ message: `{"key":"${HALF_ESCAPED}"}` })],
  ['escaped in what is no JSON', 500, `<p>{"key":"${ESCAPED}"}`],
  ['escaped in a wrong value', 201, `{"liveId":{"${ESCAPED}":"${HALF_ESCAPED}"}}`],
  ['in base64', 401, JSON.stringify({ message: `b64 ${Buffer.from(KEY).toString('base64')}` })],
  ['in hex', 500, `<html>hex ${Buffer.from(KEY).toString('hex')}`],
  ['in hex, in capitals', 401, JSON.stringify({ message: Buffer.from(KEY).toString('hex').toUpperCase() })],
  ['in base64 of more', 401, JSON.stringify({ message: Buffer.from(`u:${KEY}`).toString('base64url') })],
  ['in HTML', 500, `<p>${Array.from(KEY, (letter) => `&#${letter.charCodeAt(0)};`).join('')}`],
  ['in part of it in HTML', 401, `<p>${KEY.replace('s', '&#x73;').replace('v', '&#X0076;')}`],
  ['in plain text', 500, `request was: authorization: Bearer ${KEY}`],
  ['where an excerpt is cut', 400, `${'x'.repeat(70)}${KEY}`],
  ['where an excerpt of a good status is cut', 201, `${'x'.repeat(70)}${KEY}`],
  ['in a wrong value', 201, JSON.stringify({ liveId: { key: KEY } })],
  ['in a wrong value that is cut', 201, JSON.stringify({ liveId: ['x'.repeat(65), KEY] })],
]

it.each(ECHOES)('a service that echoes the key %s', async (_, status, body) => {
  const attempts: Attempt[] = []
  const { client } = await kit(
    (_, response) => response.writeHead(status, { 'content-type': `text/plain; x=${KEY}` }).end(body),
    { observe: (attempt) => attempts.push(attempt) },
  )
  const shown = (await everything(startLive(client))) + JSON.stringify(attempts)
  // Not even its beginning: half a key is half a secret. Nor in a form that could be decoded.
  for (const form of [KEY.slice(0, 8), ESCAPED.slice(0, 24), '01234567', '&#', ...BASE64, HEX, HEX.toUpperCase()])
    expect(shown).not.toContain(form)
})

it.each([400, 201])('a key with another prefix, echoed where an excerpt is cut (%i)', async (status) => {
  const key = 'Tok-0123456789abcdef-Secret'
  const body = `${'x'.repeat(65)} ${key}`
  const { client } = await kit((_, response) => response.writeHead(status).end(body), { key: () => key })
  expect(await everything(startLive(client))).not.toContain('Tok-0')
})

it.each([
  ['in a message', 400, JSON.stringify({ message: 'not svc_anotherKey0123' })],
  ['where an excerpt of a good status is cut', 201, `${'x'.repeat(66)}svc_anotherKey0123`],
])('another key is not shown either, %s', async (_, status, body) => {
  const { client } = await kit((_, response) => response.writeHead(status).end(body))
  expect(await everything(startLive(client))).not.toContain('another')
})

it('a good response that repeats the key is read without it', async () => {
  const answer = { liveId: KEY, status: 'PREPARING', destinations: [{ provider: 'youtube', name: KEY }] }
  for (const form of [KEY, ESCAPED, HALF_ESCAPED]) {
    const { client } = await kit((_, response) =>
      response.writeHead(201).end(JSON.stringify(answer).replaceAll(KEY, form)),
    )
    const read = await startLive(client)
    expect([JSON.stringify(read).includes('01234567'), read.status]).toEqual([false, 'PREPARING'])
  }
})

it('an id that is the key is not shown', async () => {
  const { client } = await kit((_, response) => json(response, 404, {}))
  expect(await everything(client.call('getLive', { params: { projectId: KEY } }))).not.toContain(KEY)
})

it('no connection failure contains the key', async () => {
  const cut = await rawKit((socket) => socket.resetAndDestroy())
  const garbled = await rawKit((socket) => socket.write(`${KEY}\r\n`))
  const offline = clientFor('http://127.0.0.1:1/v1/external')
  for (const { client, clock } of [cut, garbled, offline]) {
    expect(await everything(drive(startLive(client), clock))).not.toContain(KEY.slice(0, 8))
  }
})

it('a key that no header can carry is not shown', async () => {
  const { client } = await kit(() => {}, { key: () => `${KEY}\r\nx: y` })
  expect(await everything(startLive(client))).not.toContain(KEY.slice(0, 8))
})
