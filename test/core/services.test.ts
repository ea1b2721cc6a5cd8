/** The same show against every kind of service the contract allows. */
import { describe, expect, test } from 'vitest'
import { administer } from '../../electron/studio/administration/client.ts'
import { startStudio } from '../../electron/studio/studio.ts'
import { systemClock } from '../../electron/util/time.ts'
import type { Arm } from '../../shared/commands/arm.ts'
import { stateOf } from '../../shared/view/destinations.ts'
import { armSentence } from '../../shared/words/show/show.ts'
import type { IndependentOptions } from '../fakes/independent/options.ts'
import { ready, startRig } from '../fakes/rig.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { closing } from '../support/atEnd.ts'
import { arming, liveId, onAir, outcomeOf, type Stage, stage, stageOnAir, stopByTwoPresses } from './stage.ts'

/** Goes live, switches, syncs, stops; compares the tally with the truth at each step. */
async function wholeShow(on: Stage): Promise<void> {
  const { rig, truth } = on
  expect([rig.tally(), truth()]).toEqual(['off', 'off'])
  expect(await rig.press({ type: 'goLive' })).toMatchObject({ result: 'done' })
  await rig.until(() => rig.tally() === 'live', 'live')
  const sceneId = rig.show().scenes?.[1]?.id ?? ''
  expect(await rig.press({ type: 'switchScene', sceneId, liveId: liveId(rig) })).toMatchObject({ result: 'done' })
  await rig.until(() => rig.tally() === 'unsynced', 'unsynced')
  expect(truth()).toBe('unsynced')
  expect(await rig.press({ type: 'sync', liveId: liveId(rig) })).toMatchObject({ result: 'done' })
  expect([rig.tally(), truth(), rig.show().air.sceneId]).toEqual(['live', 'live', sceneId])
  expect(await stopByTwoPresses(on)).toMatchObject({ result: 'done' })
  await rig.until(() => rig.tally() === 'off', 'off')
  expect([truth(), on.starts(), on.stops()]).toEqual(['off', 1, 1])
}

const kinds: [name: string, options: IndependentOptions, basis: 'headers' | 'counting'][] = [
  ['IETF fields', { headerStyle: 'ietf' }, 'headers'],
  ['the older IETF field', { headerStyle: 'ietf-old' }, 'headers'],
  ['RateLimit-*', { headerStyle: 'ratelimit' }, 'headers'],
  ['X-RateLimit-*, seconds to go', { headerStyle: 'x-delta' }, 'headers'],
  ['X-RateLimit-*, epoch seconds', { headerStyle: 'x-epoch-seconds' }, 'headers'],
  ['X-RateLimit-*, epoch ms', { headerStyle: 'x-epoch-ms' }, 'headers'],
  ['X-RateLimit-*, HTTP date', { headerStyle: 'x-http-date' }, 'headers'],
  ['no headers at all', { headerStyle: 'none' }, 'counting'],
  ['only what must be there', { shape: 'minimal' }, 'headers'],
  ['fields nobody knows', { shape: 'extra' }, 'headers'],
  ['a service that tells what is on air', { airFields: true }, 'headers'],
  ['ids that must be escaped', { oddIds: true }, 'headers'],
  ['a clock far from ours', { skewMs: 3_600_000, headerStyle: 'x-epoch-seconds' }, 'headers'],
  ['300 scenes', { scenes: 300 }, 'headers'],
  ['a sliding window', { window: 'sliding' }, 'headers'],
]

describe('a whole show works against a service with', () => {
  test.each(kinds)('%s', async (_, options, basis) => {
    const on = await stage(options)
    await on.rig.pass(1_000)
    expect(on.rig.state().budget.basis).toBe(basis)
    expect(on.rig.show().scenes).toHaveLength(options.scenes ?? 4)
    await wholeShow(on)
  })
})

test('the local studio runs the same show, marked as a rehearsal', async () => {
  const clock = new VirtualClock()
  const key = 'svc_rehearsal'
  const studio = closing(await startStudio({ port: 0, dataDir: null, clock, keys: [key] }))
  const rig = closing(await startRig({ service: { baseUrl: studio.baseUrl, key }, clock }))
  await ready(rig)
  expect([rig.state().service.rehearsal, rig.show().live?.viewers]).toEqual([true, null])
  await rig.press({ type: 'goLive' })
  expect(rig.tally()).toBe('preparing')
  await rig.until(() => rig.tally() === 'live', 'live')
  const scene = rig.show().scenes?.[1]?.id ?? ''
  await rig.press({ type: 'switchScene', sceneId: scene, liveId: liveId(rig) })
  await rig.until(() => rig.tally() === 'unsynced', 'unsynced')
  expect(rig.show().unsynced).toMatchObject({ some: true, edits: 1 })
  await rig.press({ type: 'sync', liveId: liveId(rig) })
  await rig.until(() => rig.show().air.sceneId === scene && rig.tally() === 'live', 'synced')
})

test('the first broadcast of a project with a server is confirmed, though the show target is a rehearsal', async () => {
  const clock = new VirtualClock()
  const key = 'svc_rehearsal'
  const studio = closing(await startStudio({ port: 0, dataDir: null, clock, keys: [key] }))
  const rig = closing(await startRig({ service: { baseUrl: studio.baseUrl, key }, clock, isNew: true }))
  await ready(rig)
  const admin = { adminUrl: studio.admin.url, adminSecret: studio.admin.secret }
  const server = { name: 'Our server', url: 'rtmp://127.0.0.1:1/live', key: 'k' }
  const { destinationId } = await administer(admin, 'addServer', server, systemClock)
  const body = { name: 'All day', destinationIds: [destinationId] }
  const headers = { authorization: `Bearer ${key}` }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const { id } = (await (await fetch(`${studio.baseUrl}/projects`, init)).json()) as { id: string }
  const target = rig.state().targetId ?? ''
  await rig.press({ type: 'chooseTarget', projectId: id })
  await rig.until(() => rig.state().projects[id]?.rehearsal === false, 'read')
  expect(rig.state().service.rehearsal).toBe(false)
  await rig.press({ type: 'chooseTarget', projectId: target })
  expect(rig.state().service.rehearsal).toBe(true)
  const start = { type: 'goLive', projectId: id, despiteFaults: true } as const
  expect(await rig.press(start)).toMatchObject({ refusal: { reason: 'first', destinations: ['Our server'] } })
  expect(await rig.press({ type: 'goLive', projectId: target })).toMatchObject({ result: 'done' })
})

test('viewers, links and the planned end come from the service', async () => {
  const on = await stageOnAir({ plannedSeconds: 600 })
  on.server.control.setViewers(on.server.content.project, 12)
  await on.rig.until(() => (on.rig.show().live?.viewers ?? 0) >= 12, 'viewers')
  const { live } = on.rig.show()
  expect(live?.destinations.some((one) => one.viewingUrl?.startsWith('https://'))).toBe(true)
  const left = (live?.endsAt ?? 0) - on.rig.clock.now()
  expect(left).toBeGreaterThan(500_000)
  expect(left).toBeLessThanOrEqual(600_000)
  await on.rig.pass(700_000)
  expect(on.rig.tally()).toBe('off')
})

test('in a long list the newest project is proposed, and the show on its last page can be chosen', async () => {
  const on = await stage({ projects: 250, showIsOldest: true })
  expect(on.rig.state().projectList.items).toHaveLength(100)
  expect(on.rig.show().name).not.toBe('Evening Show')
  const { project } = on.server.content
  expect(await on.rig.press({ type: 'chooseTarget', projectId: project })).toMatchObject({ result: 'done' })
  await on.rig.until(() => on.rig.show().scenes !== null, 'its scenes')
  expect(on.rig.show().name).toBe('Evening Show')
})

test('a service that sends only the required fields while nothing runs is understood', async () => {
  const on = await stage()
  const bare = { kind: 'answer', status: 200, body: { status: 'OFFLINE' } } as const
  const fault = on.server.faults.add({ ...bare, match: { method: 'GET', path: /\/live$/ }, times: 'always' })
  on.rig.clock.advance(1_000)
  await on.rig.press({ type: 'refresh' })
  expect([on.rig.tally(), on.rig.show().failure, fault.fired]).toEqual(['off', null, 1])
})

test('dates that cannot be read keep nothing else from being read', async () => {
  const on = await stage()
  const { project } = on.server.content
  const dates = [new Date(on.rig.clock.now() + 3_600_000).toISOString()]
  const headers = { authorization: `Bearer ${on.server.key}`, 'content-type': 'application/json' }
  const url = `${on.server.baseUrl}/projects/${encodeURIComponent(project)}/schedules`
  const made = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ dates }) })
  expect(made.status).toBe(201)
  on.rig.clock.advance(1_000)
  await on.rig.press({ type: 'refresh' })
  expect(on.rig.show().nextScheduleAt).toBe(Date.parse(dates[0] ?? ''))
  const before = on.rig.show().settings?.readAt ?? 0
  on.server.faults.add({ kind: 'refuse', status: 404, match: { method: 'GET', path: /schedules$/ }, times: 'always' })
  await on.rig.pass(1_000)
  on.rig.clock.advance(1_000)
  await on.rig.press({ type: 'refresh' })
  expect(on.rig.show().settings?.readAt).toBeGreaterThan(before)
  expect([on.rig.show().nextScheduleAt, on.rig.show().failure]).toEqual([null, null])
})

const VERIFY = /\/destinations\/verify$/
const stateOfName = ({ rig }: Stage, id: string) => {
  const one = rig.show().settings?.destinations.find((destination) => destination.id === id)
  if (!one) throw new Error(`no destination ${id}`)
  return { name: one.name, text: stateOf(rig.show(), one) }
}

test('a login that expired since its check is named in the refusal and in its row', async () => {
  const on = await stage()
  const { rig, server } = on
  const { twitch } = server.content.destinations
  expect(stateOfName(on, twitch).text).toBe('no known fault')
  server.control.expireDestination(twitch)
  const { name } = stateOfName(on, twitch)
  const refused = await rig.press({ type: 'goLive' })
  expect(refused).toMatchObject({ refusal: { reason: 'faults', faults: [{ fault: 'destination', name }] } })
  expect(stateOfName(on, twitch).text).toContain('login')
  expect(on.starts()).toBe(1)
})

test('once the login is repaired, the fault found before blocks nothing', async () => {
  const on = await stage()
  const { rig, server } = on
  const { twitch } = server.content.destinations
  server.control.expireDestination(twitch)
  await rig.press({ type: 'checkDestinations' })
  expect(await rig.press({ type: 'goLive' })).toMatchObject({ refusal: { reason: 'faults' } })
  server.control.renewDestination(twitch)
  await rig.pass(6_000)
  expect(await rig.press({ type: 'armGoLive', mode: 'press' })).toMatchObject({ result: 'armed' })
  expect(await rig.press({ type: 'goLive' })).toMatchObject({ result: 'done' })
})

test('a login that expired during the show is a known fault after it', async () => {
  const on = await stage()
  const { rig, server } = on
  const { project, destinations } = server.content
  await onAir(on)
  server.control.destinationError(project, destinations.twitch, 'AUTH_ERROR')
  const isSeen = () => rig.show().live?.destinations.some(({ error }) => error !== null) === true
  await rig.until(isSeen, 'the fault is seen')
  await stopByTwoPresses(on)
  expect(rig.tally()).toBe('off')
  expect(stateOfName(on, destinations.twitch).text).toContain('login')
})

test('the destinations of a newly chosen project are verified, and unknown until then', async () => {
  const on = await stage()
  const { rig, server } = on
  await rig.press({ type: 'loadProjects' })
  const other = rig.state().projectList.items.find(({ id }) => id !== rig.state().targetId)
  server.faults.add({ kind: 'hang', match: { path: VERIFY } })
  await rig.press({ type: 'chooseTarget', projectId: other?.id ?? '' })
  await rig.until(() => rig.show().settings !== null, 'its settings')
  for (const one of rig.show().settings?.destinations ?? []) expect(stateOf(rig.show(), one)).toBe('not verified yet')
  await rig.until(() => rig.show().check?.failure === null, 'verified, though the first time nothing was answered')
})

test('logins are verified again every half hour while off air, and never on air', async () => {
  const on = await stage()
  const { rig, server } = on
  const count = () => server.count('POST', VERIFY)
  const first = count()
  await rig.pass(31 * 60_000)
  expect(count()).toBe(first + 1)
  await onAir(on)
  await rig.pass(40 * 60_000)
  expect(count()).toBe(first + 1)
})

describe('logins while Go live is armed', () => {
  /** Armed this long after the logins were verified. */
  async function armed(afterMs: number, prepare: (on: Stage) => void = () => {}) {
    const on = await stage()
    await on.rig.press({ type: 'checkDestinations' })
    await on.rig.pass(afterMs)
    prepare(on)
    const before = on.server.count('POST', VERIFY)
    const { armId } = await arming(on, { type: 'armGoLive', mode: 'menu' }, 'tray')
    const commit = () => outcomeOf(on, on.rig.press({ type: 'commitGoLive', armId }, 'tray'))
    return { on, armId, commit, checks: () => on.server.count('POST', VERIFY) - before }
  }
  const expire = ({ server }: Stage) => server.control.expireDestination(server.content.destinations.twitch)
  const LONG = 6 * 60_000

  test('an expired one is shown in the arm, and a press that was under way does not start', async () => {
    const { on, commit, checks } = await armed(LONG, expire)
    await on.rig.until(() => on.rig.state().arm?.expired !== undefined, 'told')
    const { name } = stateOfName(on, on.server.content.destinations.twitch)
    expect([on.rig.state().arm?.expired, checks()]).toEqual([[name], 1])
    expect(armSentence(on.rig.state().arm as Arm)).toContain(`Login expired: reconnect ${name} in the studio.`)
    on.rig.clock.advance(500)
    expect(await commit()).toMatchObject({ refusal: { reason: 'faults', faults: [{ fault: 'destination', name }] } })
    expect(on.starts()).toBe(0)
    on.rig.clock.advance(1_000)
    await commit()
    expect(on.starts()).toBe(1)
  })

  test('valid ones show nothing and postpone nothing; what was verified lately is not verified again', async () => {
    const { on, commit, checks } = await armed(LONG)
    await on.rig.until(() => checks() === 1, 'verified')
    on.rig.clock.advance(500)
    expect(on.rig.state().arm?.expired).toBeUndefined()
    expect(await commit()).toMatchObject({ done: { what: 'started' } })
    const young = await armed(4 * 60_000)
    await young.on.rig.pass(500)
    expect(await young.commit()).toMatchObject({ done: { what: 'started' } })
    expect(young.checks()).toBe(0)
  })

  test.each(['hang', 'serverError'] as const)(
    'a check that does not answer (%s) delays and changes nothing',
    async (kind) => {
      const { on, commit } = await armed(LONG, ({ server }) => {
        server.faults.add({ kind, match: { path: VERIFY } })
      })
      on.rig.clock.advance(500)
      const at = on.rig.clock.now()
      expect(await commit()).toMatchObject({ done: { what: 'started' } })
      expect([on.starts(), on.rig.clock.now() - at < 1_000]).toEqual([1, true])
    },
  )

  test('a result after the arm was cancelled shows nothing', async () => {
    const { on, armId } = await armed(LONG, (stage) => {
      expire(stage)
      stage.server.faults.add({ kind: 'slow', ms: 1_500, match: { path: VERIFY } })
    })
    await on.rig.press({ type: 'cancelArm', armId })
    await on.rig.pass(3_000)
    expect([on.rig.state().arm, on.starts()]).toEqual([null, 0])
    expect(stateOfName(on, on.server.content.destinations.twitch).text).toContain('login')
  })
})
