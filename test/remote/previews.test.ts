/** The preview: once for each address, for whoever got it over the bridge, and only as long as its session lasts. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, get as request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { WAIT } from '../../build/suite/patience.ts'
import { openPreview } from '../../electron/app/preview.ts'
import { createPreviews, type OpenPreview } from '../../electron/remote/previews.ts'
import { appProtocol } from '../../electron/shell/windows/protocol.ts'
import { NO_BROADCASTING } from '../../shared/broadcasting.ts'
import type { AppState } from '../../shared/state.ts'
import { ask, lookup } from '../fakes/panelPage.ts'
import { broadcasting } from '../renderer/broadcastingSheet.ts'
import { liveProject } from '../renderer/states.ts'
import { closing, folderForTest } from '../support/atEnd.ts'
import { clock, entered, get } from './kit.ts'

const TYPE = 'video/mp4; codecs="avc3.640028, mp4a.40.2"'

/** Pictures that the test sends itself. */
function source() {
  const bodies: PassThrough[] = []
  const open: OpenPreview = async (projectId) => {
    if (projectId !== 'show') return null
    const body = new PassThrough()
    bodies.push(body)
    return { type: TYPE, body }
  }
  return { bodies, open }
}

async function panelWith(open: OpenPreview) {
  const door = await entered({ previews: createPreviews(open, clock) })
  let nr = 0
  const addressOf = async (projectId = 'show') => {
    nr += 1
    const id = `p${nr}`
    const answer = await ask(
      door.good,
      { type: 'preview', id, projectId },
      (told: { id: string; address?: string }) => told.id === id,
    )
    return String(answer.address)
  }
  return { ...door, addressOf }
}

/** A response as it arrives. */
function open(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => request(url, { lookup }, resolve).on('error', reject))
}

test('is sent as it comes, once, and ends when the page leaves', async () => {
  const { bodies, open: from } = source()
  const { at, addressOf } = await panelWith(from)
  const address = await addressOf()
  expect(await get(at + address, {}, 'HEAD')).toMatchObject({ status: 405 })
  const response = await open(at + address)
  expect(response.headers).toMatchObject({ 'content-type': TYPE, 'cache-control': 'no-store' })
  for (const part of ['one', 'two']) {
    bodies[0]?.write(part)
    const [bytes] = await once(response, 'data')
    expect(String(bytes)).toBe(part)
  }
  expect(await get(at + address)).toMatchObject({ status: 401 })
  response.destroy()
  // Pictures come all the time, and the next ones show that nobody takes them.
  const isOver = () => {
    bodies[0]?.write('more')
    return bodies[0]?.destroyed
  }
  await expect.poll(isOver, WAIT).toBe(true)
  expect(await get(at + (await addressOf('other')))).toMatchObject({ status: 404 })
  expect(await get(`${at}/preview/`)).toMatchObject({ status: 401 })
})

test('ends with the session, and an address of one that has ended is worth nothing', async () => {
  const { bodies, open: from } = source()
  const { at, addressOf, sessions, session } = await panelWith(from)
  const unused = await addressOf()
  const response = await open(at + (await addressOf()))
  bodies[0]?.write('one')
  await once(response, 'data')
  await sessions.end(session.id)
  const ended = once(response, 'end')
  bodies[0]?.write('two')
  response.resume()
  await ended
  expect(await get(at + unused)).toMatchObject({ status: 401 })
})

test('there are at most four at once, and a picture that ends makes room', async () => {
  const { bodies, open: from } = source()
  const { at, addressOf } = await panelWith(from)
  const four: IncomingMessage[] = []
  while (four.length < 4) {
    four.push(await open(at + (await addressOf())))
    // A response that lasts makes way for others after 0.1 s.
    clock.advance(200)
  }
  expect(await get(at + (await addressOf()))).toMatchObject({ status: 503 })
  bodies[0]?.end()
  await expect.poll(() => bodies[0]?.destroyed, WAIT).toBe(true)
  const fifth = await open(at + (await addressOf()))
  expect(fifth.statusCode).toBe(200)
  for (const one of [...four, fifth]) one.destroy()
})

test('the desktop app serves the same to its own pages', async () => {
  const { bodies, open: from } = source()
  const previews = createPreviews(from, clock)
  const answer = appProtocol({ dir: folderForTest(), previews, log: () => {} })
  const url = `app://cuelight${previews.addressOf('show')}`
  expect((await answer({ url, method: 'HEAD' })).status).toBe(405)
  const response = await answer({ url, method: 'GET' })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, TYPE])
  bodies[0]?.end('one')
  expect(await response.text()).toBe('one')
  expect((await answer({ url, method: 'GET' })).status).toBe(401)
})

test('only pictures of the local studio are passed on, and only from its own address', async () => {
  let type = TYPE
  const asked: string[] = []
  const studio: Server = createServer((incoming, response) => {
    asked.push(incoming.url ?? '')
    response.writeHead(200, { 'content-type': type }).end('pictures')
  }).listen(0, '127.0.0.1')
  closing({ close: () => void studio.close() })
  await once(studio, 'listening')
  const { port } = studio.address() as AddressInfo
  const project = liveProject()
  const stateWith = (viewingUrl: string, more: Partial<AppState> = {}): AppState => {
    const state = broadcasting(NO_BROADCASTING)
    const live = state.projects[project.id]?.live
    const destinations = live?.destinations.map((one) => ({ ...one, viewingUrl })) ?? []
    const watched = { ...project, live: live && { ...live, destinations } } as typeof project
    return { ...state, projects: { [project.id]: watched }, ...more }
  }
  const opened = (state: AppState, id = project.id) => openPreview({ store: { get: () => state } as never })(id)
  const address = `http://127.0.0.1:${port}/watch/abc`
  const preview = await opened(stateWith(address))
  expect([preview?.type, asked]).toEqual([TYPE, ['/watch/abc/video?preview']])
  preview?.body.destroy()
  expect(await opened(stateWith(address), 'constructor')).toBe(null)
  for (const other of [`http://127.0.0.1:${port}/other`, `http://localhost:${port}/watch/abc`, 'https://a.example/'])
    expect(await opened(stateWith(other)), other).toBe(null)
  expect(await opened(stateWith(address, { profileId: 'p1' }))).toBe(null)
  expect(asked).toHaveLength(1)
  type = 'text/html'
  expect(await opened(stateWith(address))).toBe(null)
  studio.close()
  expect(await opened(stateWith('http://127.0.0.1:1/watch/abc'))).toBe(null)
})
