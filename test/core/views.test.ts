/** Views that the service API lacks, combined from many reads: within the budget, and partial until complete. */
import { describe, expect, test } from 'vitest'
import { startStudio } from '../../electron/studio/studio.ts'
import type { Reading } from '../../shared/query/query.ts'
import type { Progress } from '../../shared/query/views.ts'
import { tallySentence } from '../../shared/words/show/tally.ts'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { type Rig, ready, startRig } from '../fakes/rig.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { closing } from '../support/atEnd.ts'

const KEY = 'svc_of-the-views'
const DAY_MS = 86_400_000

/** Each opens a server with a show to follow and this many other projects. */
const SERVERS: Record<
  string,
  { projects: number; open(clock: VirtualClock): Promise<{ baseUrl: string; close(): unknown }> }
> = {
  'the independent server': {
    projects: 1_000,
    open: (clock) => startIndependentServer({ clock, key: KEY, projects: 1_000, preparingMs: 0 }),
  },
  'the local studio': {
    projects: 120,
    async open(clock) {
      const timings = { preparingMs: 0 }
      const studio = await startStudio({ port: 0, dataDir: null, clock, timings, keys: [KEY] })
      const { baseUrl } = studio
      const { destinations } = await ask(baseUrl, 'GET', '/destinations')
      const destinationIds = [(destinations as { id: string }[])[0]?.id]
      for (let nr = 1; nr <= 120; nr++) {
        await ask(baseUrl, 'POST', '/projects', { name: `Project ${String(nr).padStart(4, '0')}`, destinationIds })
        clock.advance(500)
      }
      return studio
    },
  },
}

async function ask(baseUrl: string, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${KEY}` }
  const response = await fetch(baseUrl + path, { method, headers, body: body ? JSON.stringify(body) : null })
  expect(response.status, path).toBeLessThan(300)
  return response.json() as Promise<Record<string, unknown>>
}

/** A core on that server; another client has scheduled this many of its projects. */
async function opened({ open }: (typeof SERVERS)[string], dated: number) {
  const clock = new VirtualClock()
  const server = closing(await open(clock))
  const { baseUrl } = server
  const all: { id: string; name: string }[] = []
  for (let offset = 0, total = 1; offset < total; offset = all.length) {
    const page = await ask(baseUrl, 'GET', `/projects?limit=100&offset=${offset}`)
    all.push(...(page.projects as typeof all))
    total = Number(page.total)
  }
  // The newest project becomes the show target, whose dates are read anyway, so the oldest are the ones counted.
  const others = all.filter(({ name }) => name.startsWith('Project')).toReversed()
  const schedule = (id: string, days: number) =>
    ask(baseUrl, 'POST', `/projects/${id}/schedules`, {
      dates: [new Date(clock.now() + days * DAY_MS).toISOString()],
    })
  for (const [nr, { id }] of others.slice(0, dated).entries()) {
    // The first in the list is the last in time.
    await schedule(id, 20 - nr / dated)
    clock.advance(500)
  }
  clock.advance(70_000)
  const rig = closing(await startRig({ service: { baseUrl, key: KEY }, clock }))
  await ready(rig)
  await rig.pass(20_000)
  return { clock, rig, others, baseUrl, schedule }
}

/** Waits for a query while time passes. */
async function told<Value>(rig: Rig, asking: Promise<Reading<Value>>): Promise<Reading<Value>> {
  let over = false
  asking.then(
    () => (over = true),
    () => (over = true),
  )
  await rig.until(() => over, 'an answer')
  return asking
}

const isComplete = ({ read, of }: Progress) => read === of

/** Two projects with dates that were read, one of which another client has moved since. */
async function movedElsewhere(server: (typeof SERVERS)[string]) {
  const on = await opened(server, 2)
  await told(on.rig, on.rig.core.query('allSchedules', {}))
  const { id = '' } = on.others[0] ?? {}
  await ask(on.baseUrl, 'DELETE', `/projects/${id}/schedules`)
  await on.schedule(id, 5)
  return { ...on, id, moved: on.clock.now() + 5 * DAY_MS }
}

describe.each(Object.entries(SERVERS))('%s', (_, server) => {
  const dated = Math.round(server.projects * 0.3)

  test('allSchedules: one request per project with dates, none for the others; partial until complete', async () => {
    const { rig, clock, others, baseUrl } = await opened(server, dated)
    // On air, and without dates.
    await ask(baseUrl, 'POST', `/projects/${others.at(-2)?.id}/live`)
    const read = () => told(rig, rig.core.query('allSchedules', {}, true))
    const touched: string[] = []
    rig.core.onTouched(({ names }) => touched.push(...names))
    const [asked, listed, since] = [rig.asked(), rig.asked('listProjects'), clock.monotonic()]
    const first = await told(rig, rig.core.query('allSchedules', {}))
    expect(first.value.progress).toMatchObject({ of: dated, problem: null })
    expect(first.value.progress.read).toBeGreaterThan(9)
    expect(first.value.progress.read).toBeLessThan(dated)
    expect(first.value.schedules).toHaveLength(first.value.progress.read)
    expect(clock.monotonic() - since).toBeLessThanOrEqual(2_100)

    await rig.until(() => touched.includes('allSchedules'), 'more')
    let last = await read()
    for (let looks = 0; !isComplete(last.value.progress); looks++) {
      expect(looks).toBeLessThan(1_000)
      await rig.pass(1_000)
      last = await read()
    }
    const dates = last.value.schedules.map(({ scheduledDate }) => Date.parse(scheduledDate))
    expect([dates.length, dates]).toEqual([dated, dates.toSorted((one, other) => one - other)])
    expect(last.value.schedules[0]).toMatchObject({
      projectId: others[dated - 1]?.id,
      projectName: others[dated - 1]?.name,
    })
    expect(rig.asked('listSchedules')).toBe(dated)
    const minutes = (clock.monotonic() - since) / 60_000
    expect((rig.asked() - asked) / Math.max(1, minutes)).toBeLessThanOrEqual(150)
    // The list takes a page for what is on air and one per hundred with dates, and is read at most every 10 s.
    const readings = (1 + Math.ceil(dated / 100)) * (minutes * 6 + 2)
    expect(rig.asked('listProjects') - listed).toBeLessThanOrEqual(readings)
    // Known dates are not read again.
    await rig.pass(20_000)
    await read()
    expect(rig.asked('listSchedules')).toBe(dated)
  })

  test('allSchedules: only what changed is read again, whether we or another client changed it', async () => {
    const { rig, others, schedule, clock } = await opened(server, 4)
    const read = async () => (await told(rig, rig.core.query('allSchedules', {}, true))).value
    expect(await read()).toMatchObject({ total: 4, progress: { read: 4, of: 4, problem: null } })
    const input = { projectId: others[0]?.id }
    await told(
      rig,
      rig.press({ type: 'edit', operation: 'cancelSchedules', input }).then((value) => ({ value, readAt: 0 })),
    )
    expect(await read()).toMatchObject({ total: 3, progress: { of: 3 } })
    const soon = new Date(clock.now() + DAY_MS / 2).toISOString()
    for (const [operation, more] of [['cancelSchedules'], ['scheduleLive', { dates: [soon] }]] as const) {
      const pressed = rig.press({ type: 'edit', operation, input: { projectId: others[1]?.id, ...more } })
      await told(
        rig,
        pressed.then((value) => ({ value, readAt: 0 })),
      )
    }
    // As many as before, but different ones.
    expect((await read()).schedules[0]).toMatchObject({ projectId: others[1]?.id, scheduledDate: soon })
    // One by the write itself, to be able to reconcile a lost response, and one for the view.
    expect(rig.asked('listSchedules')).toBe(6)
    await schedule(others[7]?.id ?? '', 1)
    clock.advance(11_000)
    const { schedules } = await read()
    expect([schedules.length, schedules[1]?.projectId, rig.asked('listSchedules')]).toEqual([4, others[7]?.id, 7])
  })

  test('allSchedules: other broadcasts on air are shown beside the show target for as long as they last', async () => {
    const { rig, others, baseUrl } = await opened(server, 1)
    const { id = '', name = '' } = others[3] ?? {}
    const says = async () => {
      await rig.pass(20_000)
      await told(rig, rig.core.query('allSchedules', {}, true))
      return tallySentence('off', rig.state(), rig.show(), rig.clock.now())
    }
    await ask(baseUrl, 'POST', `/projects/${id}/live`)
    expect(await says()).toBe(`Off air. ${name} is on air`)
    await ask(baseUrl, 'POST', `/projects/${id}/live/stop`)
    expect(await says()).toBe('Nothing is on air')
  })

  test('allSchedules: dates moved by another client are read again on request, even with an equal count', async () => {
    const { rig, clock, id, moved } = await movedElsewhere(server)
    await rig.pass(11_000)
    const { value, readAt } = await told(rig, rig.core.query('allSchedules', { anew: true }, true))
    const dates = value.schedules.filter(({ projectId }) => projectId === id)
    expect(dates.map(({ scheduledDate }) => Math.round((Date.parse(scheduledDate) - moved) / 60_000))).toEqual([0])
    expect(clock.now() - readAt).toBeLessThan(2_000)
    const asked = rig.asked('listSchedules')
    await told(rig, rig.core.query('allSchedules', { anew: true }, true))
    expect(rig.asked('listSchedules')).toBe(asked)
  })

  test('allSchedules: dates moved by another client are read again in time, even with an equal count', async () => {
    const { rig, clock, id, moved } = await movedElsewhere(server)
    await rig.pass(35_000)
    const { value, readAt } = await told(rig, rig.core.query('allSchedules', {}, true))
    const dates = value.schedules.filter(({ projectId }) => projectId === id)
    expect(dates.map(({ scheduledDate }) => Math.round((Date.parse(scheduledDate) - moved) / 60_000))).toEqual([0])
    expect(clock.now() - readAt).toBeLessThan(12_000)
  })

  test('lastShows: the broadcasts of the first projects in the list, newest first, with one request each', async () => {
    const { rig, baseUrl, clock } = await opened(server, 0)
    const { projects } = await ask(baseUrl, 'GET', '/projects?limit=3&offset=1')
    const ids = (projects as { id: string }[]).map(({ id }) => id)
    for (const id of ids) {
      await ask(baseUrl, 'POST', `/projects/${id}/live`)
      await rig.pass(5_000)
      await ask(baseUrl, 'POST', `/projects/${id}/live/stop`)
      clock.advance(60_000)
    }
    await rig.pass(15_000)
    let { value } = await told(rig, rig.core.query('lastShows', {}))
    for (let looks = 0; !isComplete(value.progress); looks++) {
      expect(looks).toBeLessThan(100)
      await rig.pass(1_000)
      value = (await told(rig, rig.core.query('lastShows', {}, true))).value
    }
    const found = value.broadcasts.map(({ projectId }) => projectId)
    expect(found.filter((id) => ids.includes(id))).toEqual(ids.toReversed())
    expect([value.progress.of, rig.asked('listBroadcasts')]).toEqual([30, 30])
  })

  test('runningBroadcasts: all of the account in two requests, however many projects there are', async () => {
    const { rig, others, baseUrl } = await opened(server, 0)
    for (const { id } of others.slice(3, 6)) await ask(baseUrl, 'POST', `/projects/${id}/live`)
    await rig.pass(2_000)
    const before = rig.asked('listProjects')
    const { value } = await told(rig, rig.core.query('runningBroadcasts', {}))
    expect(value.broadcasts.map(({ projectId }) => projectId).toSorted()).toEqual(
      others
        .slice(3, 6)
        .map(({ id }) => id)
        .toSorted(),
    )
    expect(value.broadcasts[0]).toMatchObject({ status: 'LIVE', liveId: expect.any(String), elapsedSeconds: 2 })
    expect(value.broadcasts[0]?.duration).toEqual({ manual: expect.any(Boolean), planned: expect.anything() })
    expect(rig.asked('listProjects') - before).toBe(2)
  })
})

test('a part of a view that cannot be read is reported, hides nothing else, and is tried again later', async () => {
  const clock = new VirtualClock()
  const server = closing(await startIndependentServer({ clock, key: KEY, projects: 3 }))
  const [broken = '', fine = ''] = server.content.otherProjects
  const dates = [new Date(clock.now() + DAY_MS).toISOString()]
  for (const id of [broken, fine]) await ask(server.baseUrl, 'POST', `/projects/${id}/schedules`, { dates })
  const isBroken = { method: 'GET', path: new RegExp(`${broken}/schedules`) }
  server.faults.add({ kind: 'serverError', match: isBroken, times: 'always' })
  const rig = closing(await startRig({ service: server, clock }))
  await ready(rig)
  await told(rig, rig.core.query('allSchedules', {}))
  await rig.pass(15_000)
  const { value } = await told(rig, rig.core.query('allSchedules', {}))
  const problem = expect.stringMatching(/./)
  expect(value).toMatchObject({ schedules: [{ projectId: fine }], progress: { read: 1, of: 2, problem } })
  const before = rig.asked('listSchedules')
  await told(rig, rig.core.query('allSchedules', {}, true))
  expect(rig.asked('listSchedules')).toBe(before)
  server.faults.clear()
  await rig.pass(30_000)
  const later = await told(rig, rig.core.query('allSchedules', {}, true))
  expect(later.value).toMatchObject({ total: 2, progress: { read: 2, of: 2, problem: null } })
})
