import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { describeFailure } from '../../shared/words/outcomes/failures.ts'
import { breathe } from '../fakes/virtualClock.ts'
import { clientFor, drive, failureOf, kit, rawKit, readLive, STARTED, startLive, stateOf } from './kit.ts'
import { came, json } from './server.ts'

const head = (length: number, type = 'application/json') =>
  `HTTP/1.1 201 Created\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`

/** Sends the same text for ever, as fast as it is read; resolves when its connection has ended. */
function endless(response: ServerResponse, text: string): Promise<unknown> {
  response.on('error', () => {})
  const more = () => {
    while (!response.destroyed && response.write(text));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
  return once(response, 'close')
}

const CLOSING = 'HTTP/1.1 201 Created\r\nconnection: close\r\n'

describe('a response that cannot be read', () => {
  const HTML = '<!doctype html>\n<title>Welcome to the Wi-Fi</title>'
  const started = (more: string) => `{"status":"LIVE","destinations":[]${more}}`
  it.each([
    ['HTML', HTML, `expected JSON, got text/html: ${HTML.replace('\n', ' ')}`],
    ['nothing', '', 'an empty answer'],
    ['half of it', '{"liveId":"l1","sta', 'expected JSON, got application/json: {"liveId":"l1","sta'],
    ['a list', '[]', 'answer: expected object, got []'],
    ['null', 'null', 'answer: expected object, got null'],
    ['a wrong type', started(',"liveId":5'), 'liveId: expected string, got 5'],
    [
      'a wrong type deep inside',
      '{"liveId":"l","status":"LIVE","destinations":[{"provider":"youtube","name":{}}]}',
      'destinations[0].name: expected string, got {}',
    ],
    ['a missing field', started(''), 'liveId: expected string, got nothing'],
  ])('is reported: %s', async (name, body, detail) => {
    const { client, server } = await kit((_, response) =>
      response.writeHead(201, { 'content-type': name === 'HTML' ? 'text/html' : 'application/json' }).end(body),
    )
    const unreadable = { kind: 'unreadable', status: 201, detail, mayHaveHappened: true }
    expect(await failureOf(startLive(client))).toMatchObject(unreadable)
    expect(server.got).toHaveLength(1)
  })

  it('is not requested again, since it would be the same', async () => {
    const { client, server } = await kit((_, response) => response.end('<html>'))
    expect(await failureOf(readLive(client))).toMatchObject({ kind: 'unreadable' })
    expect(server.got).toHaveLength(1)
  })

  it('is reported with long values shortened', async () => {
    const { client } = await kit((_, response) => response.end(JSON.stringify({ liveId: ['x'.repeat(5_000)] })))
    const { detail = '' } = await failureOf(startLive(client))
    expect(detail).toMatch(/^liveId: expected string, got \["xxx.*…$/)
    expect(detail.length).toBeLessThan(120)
  })

  it('is given up when it is too long', async () => {
    const { client } = await kit((_, response) => {
      response.writeHead(201)
      void endless(response, ' '.repeat(64 * 1024))
    })
    const expected = { kind: 'tooLarge', detail: 'more than 2 MB in the answer', mayHaveHappened: true }
    expect(await failureOf(startLive(client))).toMatchObject(expected)
  })

  it.each([
    ['deep', `{"liveId":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'more than 64 levels in answer'],
    [
      'wide',
      JSON.stringify({ ...STARTED, destinations: Array(1_001).fill({}) }),
      'more than 1,000 entries in answer',
    ],
    [
      'deep, though nothing of it is read',
      `{"liveId":"l1","status":"PREPARING","more":${'{"x":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
      'more than 64 levels in answer',
    ],
  ])('is reported when it is too %s', async (_, body, detail) => {
    const { client } = await kit((_, response) => response.writeHead(201).end(body))
    expect(await failureOf(startLive(client))).toMatchObject({ kind: 'tooLarge', detail, mayHaveHappened: true })
  })

  it.each([
    [9_000, 'scenes[8999].name: expected string, got 5'],
    [10_001, 'more than 10,000 items in scenes'],
  ])('names the invalid one of %i items', async (length, detail) => {
    const scenes = Array.from({ length }, (_, place) => ({ id: `s${place}`, name: 'a', isActive: false }))
    const broken = scenes.with(-1, { ...scenes[0], name: 5 } as never)
    const { client } = await kit((_, response) => json(response, 200, { scenes: broken, total: length }))
    expect(await failureOf(client.call('listScenes', { params: { projectId: 'p1' } }))).toMatchObject({ detail })
  })

  it.each([
    ['not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['no status', 'HTTP/1.1 abc\r\n\r\n'],
    ['a bad length', 'HTTP/1.1 201 Created\r\ncontent-length: many\r\n\r\n{}'],
    ['a bad chunk', 'HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n'],
    ['heads without end', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000)],
    ['headers without end', `HTTP/1.1 201 Created\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`],
  ])('is reported as unreadable: %s', async (_, bytes) => {
    const { client, server } = await rawKit((socket) => socket.write(bytes))
    expect(await failureOf(startLive(client))).toMatchObject({ kind: 'unreadable', mayHaveHappened: true })
    expect(server.requests).toHaveLength(1)
  })

  it('is reported when it is compressed, which we did not request', async () => {
    const { client } = await kit((_, response) =>
      response.writeHead(201, { 'content-encoding': 'gzip' }).end(gzipSync('{}')),
    )
    expect(await failureOf(startLive(client))).toMatchObject({ kind: 'unreadable', mayHaveHappened: true })
  })
})

describe('an incomplete response', () => {
  it.each([
    ['before it begins', ''],
    ['in the headers', 'HTTP/1.1 201 Cre'],
    ['before the body', head(50)],
    ['in the body', `${head(50)}{"liveId":"l1","status":`],
    ['in a chunk', 'HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n1f\r\n{"liveId":"l1"'],
    ['before the last chunk', 'HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n'],
    ['in a chunk that ends the connection', `${CLOSING}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n`],
    ['in a body that ends the connection', `${CLOSING}content-length: 50\r\n\r\n{"l`],
  ])('may have been executed, and is not sent again: cut %s', async (_, bytes) => {
    const { client, server } = await rawKit((socket) => socket.end(bytes))
    expect(await failureOf(startLive(client))).toMatchObject({ kind: 'disconnected', mayHaveHappened: true })
    expect(server.requests).toHaveLength(1)
  })

  it('may have been executed when the connection is reset', async () => {
    const { client, server } = await rawKit((socket) => socket.resetAndDestroy())
    const failure = await failureOf(startLive(client))
    expect(failure).toMatchObject({ kind: 'disconnected', mayHaveHappened: true })
    // It was a reset, not a timeout.
    expect(describeFailure(failure).what).not.toContain('time')
    expect(server.requests).toHaveLength(1)
  })

  it('is a refusal if the status says so', async () => {
    const { client } = await rawKit((socket) => socket.end(head(50).replace('201 Created', '404 Not Found')))
    const expected = { kind: 'notFound', status: 404, mayHaveHappened: false }
    expect(await failureOf(startLive(client))).toMatchObject(expected)
  })

  it('is a refusal by its status and its beginning if it never ends', async () => {
    let ended: Promise<unknown> = new Promise(() => {})
    const { client } = await kit((_, response) => {
      response.writeHead(503, { 'retry-after': '7' })
      ended = endless(response, 'No room. '.repeat(8 * 1024))
    })
    expect(await failureOf(startLive(client))).toMatchObject({
      kind: 'serverFault',
      status: 503,
      detail: expect.stringMatching(/^No room/),
      retryAfterMs: 7_000,
    })
    await ended
  })

  it.each([
    ['no answer', ''],
    ['half the headers', 'HTTP/1.1 201 Created\r\nx: '],
    ['half the body', `${head(50)}{"liveId":`],
  ])('times out, and its connection is closed: %s', async (_, bytes) => {
    let ended: Promise<unknown> = new Promise(() => {})
    const { client, clock, server } = await rawKit((socket) => {
      ended = once(socket, 'close')
      socket.write(bytes)
    })
    const failing = failureOf(startLive(client))
    await came(server.requests)
    clock.advance(9_999)
    for (let turns = 0; turns < 20; turns++) await breathe()
    expect(await stateOf(failing)).toBe('waiting')
    clock.advance(1)
    expect(await failing).toMatchObject({ kind: 'timeout', detail: 'too late', mayHaveHappened: true })
    expect(clock.waiting).toBe(0)
    await ended
  })

  it('does not disturb the next request', async () => {
    const { client, clock, server } = await rawKit((socket, count) =>
      socket.write(count === 1 ? head(50) : `${head(55)}{"liveId":"l2","status":"PREPARING","destinations":[]}   `),
    )
    const first = failureOf(startLive(client))
    await came(server.requests)
    clock.advance(10_000)
    await first
    expect(await startLive(client)).toMatchObject({ liveId: 'l2' })
  })
})

describe('no connection', () => {
  it('is offline: nothing happened, and no budget is spent', async () => {
    const { client } = clientFor('http://127.0.0.1:1/v1/external')
    const expected = { kind: 'offline', detail: 'ECONNREFUSED', mayHaveHappened: false }
    expect(await failureOf(startLive(client))).toMatchObject(expected)
    expect(client.budget().ours).toBe(0)
  })

  it('is offline when the host name is unknown', async () => {
    const { client, clock } = clientFor('http://nowhere.invalid/v1/external')
    const expected = { kind: 'offline', mayHaveHappened: false }
    expect(await failureOf(drive(startLive(client), clock))).toMatchObject(expected)
  })
})
