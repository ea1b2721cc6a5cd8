/** Servers of the account: what they change about its projects, and what never leaves the studio. */
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { WAIT } from '../../../build/suite/patience.ts'
import { childrenOf, ofProcess } from '../processes.ts'
import { expectRefusal, KEY, projectId, rehearsal, rehearseEach } from '../support.ts'
import { NO_RTMP_SERVER, startRtmpServer } from './rtmpServer.ts'

rehearseEach('theShow')

const SERVER = { name: 'Our server', url: 'rtmp://127.0.0.1:1/live', key: 'stream-key-nobody-may-see' }

interface Answer {
  readonly isMarked: boolean
  readonly status: number
  readonly body: Record<string, unknown>
}

/** A request whose response need not have the mark of a rehearsal. */
async function send(method: string, path: string, body?: unknown): Promise<Answer> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const response = await fetch(rehearsal.studio.baseUrl + path, init)
  const isMarked = response.headers.get('cuelight-rehearsal') === '1'
  return { isMarked, status: response.status, body: (await response.json()) as Answer['body'] }
}

/** A project with these destinations. */
async function projectTo(...destinationIds: string[]): Promise<string> {
  const made = await send('POST', '/projects', { name: 'All day', duration: { manual: true }, destinationIds })
  return String(made.body.id)
}

it('a project with a server is no rehearsal, and every other one stays one', async () => {
  const example = (await rehearsal.ask('listDestinations')).destinations[0]?.id ?? ''
  const { destinationId } = await rehearsal.told('addServer', SERVER)
  expect((await send('GET', '/projects')).isMarked).toBe(true)
  const real = await projectTo(destinationId, example)
  const marks = ['/projects', `/projects/${real}`, `/projects/${real}/live`, `/projects/${projectId}/live`].map(
    async (path) => (await send('GET', path)).isMarked,
  )
  expect(await Promise.all(marks)).toEqual([false, false, false, true])

  expect(await send('POST', `/projects/${real}/live`)).toMatchObject({ isMarked: false, status: 201 })
  rehearsal.clock.advance(4_000)
  const { body: live } = await send('GET', `/projects/${real}/live`)
  // The server is sent to, but did not accept it yet; to an example nothing is sent.
  expect(live).toMatchObject({
    status: 'LIVE',
    destinations: [
      { id: destinationId, status: 'PREPARING', viewers: null },
      { id: example, status: 'OFFLINE', error: null },
    ],
  })
  expect((await send('POST', `/projects/${real}/live/stop`)).body.message).toBe('Stopped.')
  await rehearsal.goLive(projectId)
  const stopped = await rehearsal.ask('stopLive', { projectId })
  expect(stopped.message).toBe('Stopped. Rehearsal: nothing is broadcast.')
})

it('no fault happens to what is really broadcast: it ends all of them, and none can be set meanwhile', async () => {
  const real = await projectTo('watchpage')
  await rehearsal.setFault({ kind: 'failedPreparing' })
  await rehearsal.administer('POST', '/scenario', { name: 'badStart' })
  expect((await send('POST', `/projects/${real}/live`)).status).toBe(201)
  expect((await rehearsal.administer('GET', '/rehearsal')).body).toMatchObject({ faults: [], scenario: null })
  for (const [method, path, body] of [
    ['POST', '/faults', { kind: 'stopsByItself' }],
    ['POST', '/scenario', { name: 'droppedMidShow' }],
    ['PUT', '/account', { account: 'free' }],
  ] as const)
    expectRefusal(await rehearsal.administer(method, path, body), 409, 'CONFLICT')
  rehearsal.clock.advance(4_000)
  expect((await send('GET', `/projects/${real}/live`)).body.status).toBe('LIVE')
  await send('POST', `/projects/${real}/live/stop`)
  await rehearsal.setFault({ kind: 'serverError' })
})

it('no response contains a stream key, and only the administration an address', async () => {
  const { destinationId } = await rehearsal.told('addServer', SERVER)
  const real = await projectTo(destinationId)
  const answers = [
    await rehearsal.told('servers', undefined),
    await send('GET', '/destinations'),
    await send('GET', `/projects/${real}`),
    await rehearsal.told('engine', undefined),
    await rehearsal.told('rehearsal', undefined),
  ]
  expect(JSON.stringify(answers)).not.toContain(SERVER.key)
  expect(JSON.stringify(answers.slice(1, -1))).not.toContain(SERVER.url)
  expect(await rehearsal.told('servers', undefined)).toMatchObject({ servers: [{ hasKey: true, url: SERVER.url }] })
  const { broadcasting } = await rehearsal.told('rehearsal', undefined)
  const { name, url } = SERVER
  expect(broadcasting.servers).toEqual([{ destinationId, name, url, hasKey: true, projects: ['All day'] }])
})

it('a server is verified by contacting it: reached or not, and without a key not at all', async () => {
  const { destinationId } = await rehearsal.told('addServer', SERVER)
  const verify = async () => {
    const { body } = await send('POST', '/destinations/verify', { destinationIds: [destinationId] })
    return body.results
  }
  const refused = { valid: false, error: 'CONNECTION_ERROR: Nothing accepts connections there.' }
  expect(await verify()).toEqual([{ id: destinationId, ...refused }])

  const garbage = createServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1')
  await once(garbage, 'listening')
  const { port } = garbage.address() as AddressInfo
  const elsewhere = { url: `rtmp://127.0.0.1:${port}/live`, key: SERVER.key }
  await rehearsal.told('changeServer', elsewhere, { destinationId })
  expect(await verify()).toMatchObject([{ valid: false, error: expect.stringMatching(/^STREAM_ERROR: .*no RTMP/) }])
  garbage.close()
})

it('what is no server cannot be one: addresses, keys, names, examples', async () => {
  const wrong = [
    { ...SERVER, url: 'https://example.com/live' },
    { ...SERVER, url: 'rtmp://example.com' },
    { ...SERVER, key: 'two words' },
    { ...SERVER, key: '' },
    { ...SERVER, url: `${SERVER.url}/${SERVER.key}` },
    { ...SERVER, url: `${SERVER.url}?key=${SERVER.key}` },
    { ...SERVER, url: `rtmp://127.0.0.1:1/${SERVER.key}` },
    { ...SERVER, url: `${SERVER.url}/${SERVER.key.replace('k', '%6b')}` },
    { ...SERVER, url: `${SERVER.url}%0d%0a` },
    { ...SERVER, url: 'rtmp://127.0.0.1:0/live' },
    { ...SERVER, key: 'k'.repeat(501) },
    { ...SERVER, name: '\u202e' },
  ]
  for (const body of wrong) await expect(rehearsal.told('addServer', body)).rejects.toThrow()
  const [example] = (await rehearsal.ask('listDestinations')).destinations
  const given = rehearsal.told('changeServer', { key: 'k' }, { destinationId: example?.id ?? '' })
  await expect(given).rejects.toThrow(/example destination/)
})

it('a name of a server is what resolvers know, and a key goes to no address but its own', async () => {
  const { destinationId, url } = await rehearsal.told('addServer', {
    ...SERVER,
    url: 'rtmp://münchen.example:1936/live',
  })
  expect(url).toBe('rtmp://xn--mnchen-3ya.example:1936/live')
  const moved = rehearsal.told('changeServer', { url: SERVER.url }, { destinationId })
  await expect(moved).rejects.toThrow(/Enter the stream key as well/)
})

it('what viewers would notice is refused while a server is sent to: another address, another key', async () => {
  const { destinationId } = await rehearsal.told('addServer', SERVER)
  const real = await projectTo(destinationId)
  await send('POST', `/projects/${real}/live`)
  const change = (body: { name?: string; url?: string; key?: string }) =>
    rehearsal.told('changeServer', body, { destinationId })
  for (const body of [{ url: 'rtmp://127.0.0.1:2/live', key: SERVER.key }, { key: 'another' }])
    await expect(change(body)).rejects.toThrow(/on air.*Stop it first/)
  expect(await change({ name: 'Ours' })).toMatchObject({ name: 'Ours', url: SERVER.url })
  await send('POST', `/projects/${real}/live/stop`)
  expect(await change({ url: 'rtmp://127.0.0.1:2/live', key: 'another' })).toMatchObject({ hasKey: true })
})

/** The engine's report of the only destination. */
const sentState = async () => (await rehearsal.told('engine', undefined)).targets[0]

it.skipIf(NO_RTMP_SERVER !== null)(
  NO_RTMP_SERVER ?? 'a key that its server refuses is changed on air, one that it takes is not',
  async () => {
    const guard = createHttpServer((request, response) => {
      request.setEncoding('utf8').on('data', (form: string) => {
        response.writeHead(form.includes('name=right') ? 200 : 403).end()
      })
    }).listen(0, '127.0.0.1')
    await once(guard, 'listening')
    const server = await startRtmpServer(`http://127.0.0.1:${(guard.address() as AddressInfo).port}/`)
    try {
      const { destinationId } = await rehearsal.told('addServer', { ...SERVER, url: server.url, key: 'wrong' })
      await send('POST', `/projects/${await projectTo(destinationId)}/live`)
      rehearsal.clock.advance(4_000)
      await vi.waitFor(async () => expect(await sentState()).toMatchObject({ error: 'AUTH_ERROR' }), WAIT)
      const change = (key: string) => rehearsal.told('changeServer', { key }, { destinationId })
      expect(await change('right')).toMatchObject({ hasKey: true })
      await vi.waitFor(async () => expect((await sentState())?.error).not.toBe('AUTH_ERROR'), WAIT)
      await expect(change('another')).rejects.toThrow(/on air.*Stop it first/)
    } finally {
      await server.stop()
      guard.close()
    }
  },
)

it('an engine that says nothing for a while was not restarted, and one that was ended was restarted once', async () => {
  const { destinationId } = await rehearsal.told('addServer', SERVER)
  await send('POST', `/projects/${await projectTo(destinationId)}/live`)
  rehearsal.clock.advance(4_000)
  await vi.waitFor(async () => expect((await sentState())?.state).toBe('WAIT'), WAIT)
  const [engine = 0] = childrenOf(process.pid).filter((pid) => ofProcess(pid, 'cmdline').includes('engine/main.ts'))
  const restarts = async () => (await rehearsal.told('rehearsal', undefined)).broadcasting.engineRestarts
  // Also if this fails: the studio waits for its end.
  onTestFinished(() => {
    if (childrenOf(process.pid).includes(engine)) process.kill(engine, 'SIGCONT')
  })
  process.kill(engine, 'SIGSTOP')
  const isSilent = async () => (await sentState())?.message === 'The engine does not respond.'
  await vi.waitFor(async () => {
    rehearsal.clock.advance(1_000)
    expect(await isSilent()).toBe(true)
  }, WAIT)
  expect(await restarts()).toBe(0)
  process.kill(engine, 'SIGCONT')
  await vi.waitFor(async () => expect(await isSilent()).toBe(false), WAIT)
  expect(await restarts()).toBe(0)
  process.kill(engine, 'SIGKILL')
  await vi.waitFor(async () => {
    rehearsal.clock.advance(100)
    expect(await restarts()).toBe(1)
  }, WAIT)
})

it('a server that another project is sent to is not gone live on, at a date either', async () => {
  const { destinationId } = await rehearsal.told('addServer', SERVER)
  const [one, other] = [await projectTo(destinationId), await projectTo(destinationId)]
  // A date is no broadcast yet: by then the server may be free.
  const dates = [new Date(rehearsal.clock.now() + 240_000).toISOString()]
  expect((await send('POST', `/projects/${other}/schedules`, { dates })).status).toBe(201)
  await send('POST', `/projects/${one}/live`)
  rehearsal.clock.advance(240_000)
  const refusal = /All day.*is on air on.*Our server.*Stop it first/
  const missed = await send('GET', `/projects/${other}/live`)
  expect(missed.body).toMatchObject({ status: 'OFFLINE', error: expect.stringMatching(refusal) })
  const refused = await send('POST', `/projects/${other}/live`)
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.stringMatching(refusal)])
  await send('POST', `/projects/${one}/live/stop`)
  expect((await send('POST', `/projects/${other}/live`)).status).toBe(201)
})

it('a server is not removed while a project has it', async () => {
  const { destinationId } = await rehearsal.told('addServer', SERVER)
  const real = await projectTo(destinationId)
  await expect(rehearsal.told('removeServer', undefined, { destinationId })).rejects.toThrow(/"All day"/)
  const others = (await send('GET', '/destinations')).body.destinations as { id: string }[]
  const example = others.find(({ id }) => id !== destinationId)
  await send('PATCH', `/projects/${real}`, { destinationIds: [example?.id] })
  expect(await rehearsal.told('removeServer', undefined, { destinationId })).toEqual({ destinationId })
  expect(await rehearsal.told('servers', undefined)).toEqual({ servers: [] })
})
