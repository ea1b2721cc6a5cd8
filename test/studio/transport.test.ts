/** Neither malformed requests nor many connections block the local studio. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { KEY, Rehearsal } from './support.ts'

let rehearsal: Rehearsal
let log: string[]
const start = async (patience?: { headersMs: number; requestMs: number }) => {
  rehearsal = await Rehearsal.start({ log: (line) => log.push(line), ...(patience && { patience }) })
}
beforeEach(async () => {
  log = []
  await start()
})
afterEach(async () => {
  // Whatever was sent to it, the studio still responds and closes.
  await rehearsal.ask('getAccount')
  await rehearsal.studio.close()
  expect(log).toEqual([])
})

const AUTHORISED = `Authorization: Bearer ${KEY}`
const HOST = 'Host: 127.0.0.1'

/** Sends bytes unchanged, then `more` again and again; returns everything received before the connection ended. */
function raw(text: string, more = '', everyMs = 1): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(rehearsal.studio.baseUrl).port), '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', () => {})
    const timer = setInterval(() => more && socket.writable && socket.write(more), everyMs)
    socket.on('close', () => {
      clearInterval(timer)
      resolve(received)
    })
    socket.write(text)
  })
}

function request(line: string, headers: string[], body = ''): string {
  return [`${line} HTTP/1.1`, ...headers, '', body].join('\r\n')
}

const post = (headers: string[], body = '') =>
  request('POST /v1/external/projects', [HOST, AUTHORISED, 'Connection: close', ...headers], body)

function expectRefused(answer: string, status: number, code?: string): void {
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer.toLowerCase()).toContain('cuelight-rehearsal: 1')
  expect(answer.toLowerCase()).toContain('ratelimit: "account";r=')
  expect(answer.toLowerCase()).toContain('ratelimit-policy: "account";q=150;w=60')
  if (code) expect(answer).toContain(`"code":"${code}"`)
}

describe('520 connections', () => {
  it.each([
    ['that say nothing', ''],
    ['that have begun to ask', `GET /v1/external/account HTTP/1.1\r\n${HOST}\r\n`],
    ['that have their answer, and stay', request('GET /v1/external/account', [HOST])],
  ])('%s block no other client', async (_, text) => {
    const patient = await Rehearsal.start()
    onTestFinished(patient.studio.close)
    const port = Number(new URL(patient.studio.baseUrl).port)
    const sockets = await Promise.all(
      Array.from({ length: 520 }, async () => {
        const socket = connect(port, '127.0.0.1').on('error', () => {})
        await once(socket, 'connect')
        if (text === '') return socket
        socket.write(text)
        // A connection that was closed to make space gets no response.
        if (text.endsWith('\r\n\r\n'))
          await Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => {})
        return socket
      }),
    )
    onTestFinished(() => void sockets.map((socket) => socket.destroy()))
    expect((await patient.ask('getAccount')).plan).toBe('Rehearsal')
    // Most of them were not in the new client's way.
    expect(sockets.filter(({ destroyed }) => destroyed).length).toBeLessThan(100)
  })
})

describe('names of this machine', () => {
  it.each(['localhost', 'localhost:4718', '127.0.0.1', '[::1]:80', 'LOCALHOST'])('%s is one', async (host) => {
    const answer = await raw(request('GET /v1/external/account', [`Host: ${host}`, AUTHORISED, 'Connection: close']))
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
  })

  it.each([
    'Host: evil.example',
    'Host: 127.0.0.1.evil.example',
    'Host: localhost.evil.example:4718',
    'Host: evil@127.0.0.1',
    'Host:',
    'X-Host: localhost',
  ])('%s is not', async (header) => {
    for (const path of ['/v1/external/account', '/admin/ping']) {
      const answer = await raw(request(`GET ${path}`, [header, AUTHORISED, 'Connection: close']))
      expectRefused(answer, 403, 'HOST_NOT_ALLOWED')
    }
  })
})

describe('the target', () => {
  const get = (target: string, ...headers: string[]) =>
    raw(request(`GET ${target}`, [...headers, AUTHORISED, 'Connection: close']))

  it('in absolute form names the host itself, whatever Host says', async () => {
    const answer = await get('http://127.0.0.1:80/v1/external/projects?limit=1', 'Host: evil.example')
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
    expect(answer).toContain('"total":2')
    expectRefused(await get('http://evil.example/v1/external/account', HOST), 403, 'HOST_NOT_ALLOWED')
  })

  it('with two hosts is invalid', async () => {
    expectRefused(await get('/v1/external/account', HOST, 'Host: evil.example'), 400, 'UNREADABLE_REQUEST')
    expectRefused(await get('/v1/external/account', HOST, HOST), 400, 'UNREADABLE_REQUEST')
  })

  it.each([
    ['HEAD /v1/external/account', 'GET'],
    ['PUT /v1/external/projects', 'GET, POST'],
    ['OPTIONS /v1/external/projects/one/schedules', 'GET, POST, DELETE'],
    ['DELETE /openapi.json', 'GET'],
  ])('of %s allows other methods, and names them', async (line, allowed) => {
    const answer = await raw(request(line, [HOST, AUTHORISED, 'Connection: close']))
    expect(answer).toMatch(/^HTTP\/1.1 405 /)
    expect(answer).toContain(`Allow: ${allowed}\r\n`)
    expect(answer.toLowerCase()).toContain('ratelimit: "account";r=')
  })
})

describe('a body', () => {
  it('that announces too much is refused before it is read', async () =>
    expectRefused(await raw(post(['Content-Length: 99999999999'], '{')), 413, 'VALIDATION_ERROR'))

  it.each([
    [97, 200],
    [98, 400],
    [2_000, 400],
    [200_000, 400],
  ])('of an item that is %i levels deep: %i', async (levels, status) => {
    const projectId = await rehearsal.fridayNight()
    const [sceneId] = await rehearsal.sceneIds(projectId)
    const body = { type: 'videoPlaylist', settings: { files: [] } }
    const { id: layerId } = await rehearsal.ask('addLayer', { projectId, sceneId, body })
    const files = `{"files":[{"fileId":"video-60","odd":${'['.repeat(levels)}${']'.repeat(levels)}}]}`
    const path = `/projects/${projectId}/layers/${layerId}/files`
    expect((await rehearsal.fetch(path, { method: 'PUT', body: files })).status).toBe(status)
  })

  it('that never ends is cut off', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    expectRefused(await raw(post(['Transfer-Encoding: chunked']), chunk), 413, 'VALIDATION_ERROR')
  })

  it('that stops in the middle does nothing', async () => {
    const socket = connect(Number(new URL(rehearsal.studio.baseUrl).port), '127.0.0.1')
    socket.write(post(['Content-Length: 15'], '{"name":"x"'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    socket.destroy()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect((await rehearsal.ask('listProjects')).total).toBe(2)
  })

  it('is discarded if no operation uses it, and the connection continues', async () => {
    const body = 'x'.repeat(500_000)
    const one = `POST /v1/external/nothing HTTP/1.1\r\n${HOST}\r\n${AUTHORISED}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const answer = await raw(one + request('GET /v1/external/account', [HOST, AUTHORISED, 'Connection: close']))
    expect(answer).toMatch(/^HTTP\/1.1 404 /)
    expect(answer).toContain('HTTP/1.1 200 OK')
  })

  it('is waited for when the caller sends Expect first', async () => {
    const answer = await raw(post(['Expect: 100-continue', 'Content-Length: 12'], '{"name":"x"}'))
    expect(answer).toContain('HTTP/1.1 100 Continue')
    expect(answer).toContain('HTTP/1.1 201 Created')
  })
})

describe('an invalid request', () => {
  it('is refused', async () => {
    expectRefused(await raw('HELLO\r\n\r\n'), 400)
    expectRefused(await raw(`GET /v1/external/account HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`), 431)
  })

  it.each(['GET *', 'GET http://127.0.0.1', 'OPTIONS *', 'GET /v1/external/projects?limit=%ZZ'])(
    '%s gets a response',
    async (line) => {
      const answer = await raw(request(line, [HOST, AUTHORISED, 'Connection: close']))
      expect(answer).toMatch(/^HTTP\/1.1 4\d\d /)
      expect(answer).toContain('"code":')
    },
  )
})

describe('a server with a short timeout', () => {
  beforeEach(async () => {
    await rehearsal.studio.close()
    await start({ headersMs: 300, requestMs: 600 })
  })

  it('cuts off a body that arrives too slowly, and does nothing', async () => {
    expectRefused(await raw(post(['Content-Length: 1000'], '{"name":"'), 'x', 50), 408)
    expect((await rehearsal.ask('listProjects')).total).toBe(2)
  })

  it('cuts off what never becomes a request', async () =>
    expectRefused(await raw('GET /v1/external/account HTTP/1.1\r\nHo'), 408))
})
