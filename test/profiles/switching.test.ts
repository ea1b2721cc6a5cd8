/** One profile is in use. It changes only while nothing is on air, and the state never mixes two profiles. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { BASE_PATH } from '../../shared/contract/limits.ts'
import { describeOutcome } from '../../shared/words/outcomes/outcomes.ts'
import { GET_LIVE, START, SYNC } from '../core/stage.ts'
import type { IndependentServer } from '../fakes/independent/server.ts'
import { atEnd } from '../support/atEnd.ts'
import { refusedFor, theatre } from './theatre.ts'

async function two() {
  const on = await theatre()
  const [one, other] = [await on.service(), await on.service()]
  const [main, spare] = [await on.profile('Main', one), await on.profile('Spare', other)]
  return { ...on, one, other, main, spare }
}

/** Two services at one address, selected by the key, like two accounts of one service. */
async function oneAddress(services: readonly IndependentServer[]): Promise<string> {
  const proxy = createServer(async ({ method, url, headers }, response) => {
    const own = services.find(({ key }) => headers.authorization === `Bearer ${key}`)
    if (!own) return void response.writeHead(401).end()
    const path = (url ?? '').slice(BASE_PATH.length)
    const init = { method: method ?? 'GET', headers: { authorization: `Bearer ${own.key}` } }
    const answer = await fetch(own.baseUrl + path, init)
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  atEnd(() => proxy.close().closeAllConnections())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${BASE_PATH}`
}

test('two accounts of one service are separate, even under one label, and after a restart', async () => {
  const on = await theatre()
  const [church, club] = [await on.service(), await on.service({ projects: 5, oddIds: true })]
  const baseUrl = await oneAddress([church, club])
  const profiles = [
    await on.profile('Church', { baseUrl, key: church.key }),
    await on.profile('Club', { baseUrl, key: club.key }),
  ] as const
  const shown = ({ desk }: typeof on) => [desk.state().targetId, desk.state().projectList.items.length]
  await on.use(profiles[0])
  expect(shown(on)).toEqual([church.content.project, 3])
  await on.use(profiles[1])
  expect(shown(on)).toEqual([club.content.project, 6])
  const next = await on.again()
  await next.desk.until(() => next.desk.tally() === 'off', 'the show is read')
  expect(next.desk.state().targetId).toBe(club.content.project)
  await next.use(profiles[0])
  expect(next.desk.state().targetId).toBe(church.content.project)
})

test('a lost edit is shown until the user dismisses it, whichever account is in use, and after a restart', async () => {
  const { desk, main, spare, one, use, again } = await two()
  await use(main)
  const lost = ({ desk: { state } }: { desk: typeof desk }) =>
    state().lostEdits.map(({ about, phase }) => [about, phase])
  one.faults.add({ kind: 'cutBefore', match: { method: 'PATCH' } })
  one.faults.add({ kind: 'cutBefore', match: { method: 'POST' } })
  const projectId = one.content.project
  const edits = [
    { operation: 'updateProject', input: { projectId, title: 'Tonight' } },
    { operation: 'createScene', input: { projectId, name: 'Break' } },
  ] as const
  for (const edit of edits) expect(await desk.press({ type: 'edit', ...edit })).toMatchObject({ result: 'unknown' })
  const [changed, made] = lost({ desk })
  expect([changed?.[1], made?.[1]]).toEqual(['notKnown', 'looking'])
  await use(spare)
  expect(lost({ desk })).toEqual([])
  await use(main)
  expect(lost({ desk })).toEqual([changed, [made?.[0], 'notKnown']])

  const [{ id } = { id: '' }] = desk.state().lostEdits
  await desk.press({ type: 'dismissEdit', editId: id })
  const next = await again()
  expect(lost(next)).toEqual([[made?.[0], 'notKnown']])
})

test('an edit in flight when the account is switched stays known as one of unknown outcome', async () => {
  const { desk, main, spare, one, use } = await two()
  await use(main)
  const path = /\/schedules$/
  one.faults.add({ kind: 'hang', match: { method: 'DELETE', path } })
  const input = { projectId: one.content.project }
  void desk.press({ type: 'edit', operation: 'cancelSchedules', input })
  await one.arrived('DELETE', path)
  await use(spare)
  await use(main)
  expect(desk.state().lostEdits).toMatchObject([{ operation: 'cancelSchedules', phase: 'notKnown' }])
})

const to = (profileId: string) => ({ type: 'switchProfile', profileId }) as const

test('the shown show is that of the profile in use, and the next process uses that profile again', async () => {
  const { desk, main, spare, one, other, use, again } = await two()
  await use(main)
  expect(desk.state()).toMatchObject({ profileId: main, service: { baseUrl: one.baseUrl, rehearsal: false } })
  await use(spare)
  expect(desk.state()).toMatchObject({ profileId: spare, service: { baseUrl: other.baseUrl } })
  const before = one.requests.length
  await desk.pass(60_000)
  expect(one.requests).toHaveLength(before)
  const next = await again()
  expect(next.desk.state().profileId).toBe(spare)
})

test('while the show is on air, or may be, the profile stays; an arm stays armed', async () => {
  const { desk, main, spare, one, use } = await two()
  await use(main)
  one.faults.add({ kind: 'hang', match: { method: 'POST', path: START } })
  void desk.press({ type: 'goLive', confirmed: true })
  await one.arrived('POST', START)
  expect(refusedFor(await desk.press(to(spare)))).toBe('targetLocked')
  await desk.pass(12_000)
  expect(desk.tally()).toBe('unknown')
  expect(refusedFor(await desk.press(to(spare)))).toBe('targetLocked')
  await desk.pass(60_000)
  expect(await desk.press({ type: 'goLive', confirmed: true })).toMatchObject({ result: 'done' })
  await desk.until(() => desk.tally() === 'live', 'live')
  const armed = await desk.press({ type: 'armStop', liveId: live(desk) })
  expect(refusedFor(await desk.press(to(spare)))).toBe('targetLocked')
  expect(desk.state()).toMatchObject({ profileId: main, arm: { act: 'stop' } })
  desk.clock.advance(500)
  if (armed.result !== 'armed') throw new Error('not armed')
  expect(await desk.press({ type: 'commitStop', armId: armed.arm.armId })).toMatchObject({ result: 'done' })
  expect(await desk.press(to(spare))).toMatchObject({ done: { profileName: 'Spare' } })
})

const live = (desk: { state(): { projects: Record<string, { live: { liveId: string | null } | null }> } }) =>
  Object.values(desk.state().projects)[0]?.live?.liveId ?? ''

test('incomplete work is reported before another account is used, and left only when the user confirms', async () => {
  const { desk, main, spare, one, use } = await two()
  await use(main)
  const projectId = one.content.project
  const at = (hours: number) => [new Date(desk.clock.now() + hours * 3_600_000).toISOString()]
  const cancel = { method: 'DELETE', path: /\/schedules$/ }
  await desk.press({ type: 'edit', operation: 'scheduleLive', input: { projectId, dates: at(24) } })
  one.faults.add({ kind: 'hang', match: cancel })
  void desk.press({ type: 'edit', operation: 'moveSchedule', input: { projectId, dates: at(30) } })
  await one.arrived(cancel.method, cancel.path)
  const asked = await desk.press(to(spare))
  expect(asked).toMatchObject({ refusal: { reason: 'openWork', by: 'switchProfile' } })
  expect(describeOutcome(asked)).toMatch(
    /not finished\. The old dates \(.+\) are being cancelled, the new ones are not scheduled.*account is in use/,
  )
  expect(desk.state().profileId).toBe(main)
  expect(await desk.press({ ...to(spare), openWork: 'leave' })).toMatchObject({ done: { profileName: 'Spare' } })
  expect(desk.state()).toMatchObject({ profileId: spare, openWork: [] })
})

test('a show that goes on air while the keychain is asked for the other key stops the switch', async () => {
  const first = await two()
  await first.use(first.main)
  const on = await first.again()
  await on.desk.until(() => on.desk.tally() === 'off', 'the show is read')
  on.keychain.wait()
  const switching = on.desk.press(to(first.spare))
  await on.desk.pass(500)
  expect(await on.desk.press({ type: 'goLive', confirmed: true })).toMatchObject({ result: 'done' })
  on.keychain.answer()
  expect(refusedFor(await switching)).toBe('targetLocked')
  await on.desk.until(() => on.desk.tally() === 'live', 'live')
  expect(on.desk.state()).toMatchObject({ profileId: first.main, service: { baseUrl: first.one.baseUrl } })
  expect(first.other.requests).toEqual([])
})

test('two switches requested at once are carried out one after the other', async () => {
  const { desk, main, spare, other } = await two()
  const outcomes = await Promise.all([desk.press(to(main)), desk.press(to(spare))])
  expect(outcomes).toMatchObject([{ done: { profileName: 'Main' } }, { done: { profileName: 'Spare' } }])
  expect(desk.state()).toMatchObject({ profileId: spare, service: { baseUrl: other.baseUrl } })
})

test('a profile removed while being switched to is not used, and the one in use cannot be removed', async () => {
  const { desk, main, spare, use, keychain } = await two()
  await use(main)
  keychain.wait()
  const removing = desk.press({ type: 'removeProfile', profileId: spare })
  const switching = desk.press(to(spare))
  await desk.pass(100)
  keychain.answer()
  expect([refusedFor(await removing), refusedFor(await switching)]).toEqual(['done', 'unknownProfile'])
  expect(refusedFor(await desk.press({ type: 'removeProfile', profileId: main }))).toBe('profileInUse')
})

test('a pending command belongs to its service, and its late response is not applied to another', async () => {
  const { desk, main, spare, one, other, use } = await two()
  await use(main)
  const [scene] = Object.values(desk.state().projects)[0]?.scenes ?? []
  one.faults.add({ kind: 'hang', match: { method: 'POST', path: /activate$/ } })
  const switched = desk.press({ type: 'switchScene', liveId: null, sceneId: scene?.id ?? '' })
  await one.arrived('POST', /activate$/)
  one.control.configure({ latencyMs: 2_000 })
  await desk.pass(1_000)
  const refreshed = desk.press({ type: 'refresh' })
  await one.arrived(GET_LIVE.method, GET_LIVE.path, 2)
  other.control.startElsewhere(other.content.project)
  expect(await desk.press(to(spare))).toMatchObject({ result: 'done' })
  expect(await switched).toMatchObject({ result: 'unknown' })
  expect((await refreshed).result).toBe('failed')
  await desk.until(() => desk.tally() === 'live', 'the other show')
  await desk.pass(5_000)
  expect(desk.tally()).toBe('live')
  const told = desk.state().journal.find((entry) => 'command' in entry.what && entry.what.command === 'switchScene')
  expect(told).toMatchObject({ projectName: 'Evening Show', outcome: { result: 'unknown' } })
  expect(other.count('POST', SYNC) + other.count('POST', /activate$/)).toBe(0)
})

test('the state never names one profile and shows the service of another', async () => {
  const { desk, main, spare, one, other } = await two()
  const placeOf: Record<string, string> = { [main]: one.baseUrl, [spare]: other.baseUrl }
  const wrong: unknown[] = []
  const watching = desk.core.store.subscribe(() => setImmediate(look))
  const look = () => {
    const { profileId, service } = desk.state()
    const place = placeOf[profileId]
    if (place === undefined ? Object.values(placeOf).includes(service.baseUrl) : place !== service.baseUrl)
      wrong.push([profileId, service.baseUrl])
  }
  desk.slowToLeave(3)
  for (const profileId of [main, spare, 'studio', main, 'studio', spare]) {
    expect(await desk.press(to(profileId))).toMatchObject({ result: 'done' })
    look()
  }
  watching()
  expect(wrong).toEqual([])
})

test('switching away from a lost start is refused; after a restart with another profile it is still open', async () => {
  const on = await two()
  await on.use(on.main)
  on.one.faults.add({ kind: 'hang', match: { method: 'POST', path: START } })
  void on.desk.press({ type: 'goLive', confirmed: true })
  await on.one.arrived('POST', START)
  const run = { baseUrl: on.other.baseUrl, key: on.other.key }
  const elsewhere = await on.afterKill({ run })
  await elsewhere.desk.until(() => elsewhere.desk.tally() === 'off', 'the other show')
  expect(elsewhere.desk.state().profileId).toBe('run')
  expect(await elsewhere.desk.press(to(on.main))).toMatchObject({ result: 'done' })
  expect(elsewhere.desk.tally()).toBe('unknown')
  expect(refusedFor(await elsewhere.desk.press({ type: 'goLive', confirmed: true }))).toBe('unsettled')
  expect(refusedFor(await elsewhere.desk.press(to('run')))).toBe('targetLocked')
  await elsewhere.desk.until(() => elsewhere.desk.tally() === 'off', 'settled by reading')
  expect(await elsewhere.desk.press(to('run'))).toMatchObject({ result: 'done' })
  expect(await elsewhere.desk.press(to(on.main))).toMatchObject({ result: 'done' })
  await elsewhere.desk.until(() => elsewhere.desk.tally() === 'off', 'read, and nothing open')
  expect(on.one.count('POST', START)).toBe(1)
})

test('each service has its own show target, and finds it again', async () => {
  const { desk, main, spare, one, use } = await two()
  await use(main)
  const chosen = one.content.otherProjects[0] ?? ''
  await desk.press({ type: 'chooseTarget', projectId: chosen })
  await use(spare)
  await use(main)
  expect(desk.state().targetId).toBe(chosen)
})

test('a profile from the command line is used for this run, can be returned to, and is not stored', async () => {
  const first = await two()
  await first.use(first.main)
  const run = { baseUrl: first.other.baseUrl, key: first.other.key }
  const on = await first.again({ run })
  await on.desk.until(() => on.desk.tally() === 'off', 'the other show')
  expect(on.desk.state().profiles.at(-1)).toMatchObject({ id: 'run', kind: 'run', key: 'thisRun' })
  for (const type of ['removeProfile', 'forgetKey'] as const)
    expect(refusedFor(await on.desk.press({ type, profileId: 'run' }))).toBe('fixedProfile')
  await on.use(first.spare)
  await on.use('run')
  const next = await on.again({ run: null })
  expect(next.desk.state().profileId).toBe(first.spare)
  expect(refusedFor(await next.desk.press(to('run')))).toBe('unknownProfile')
})

test('a stored profile that is gone leads to the local studio', async () => {
  const first = await two()
  await first.use(first.main)
  const run = { baseUrl: first.other.baseUrl, key: first.other.key }
  const on = await first.again({ run })
  expect(await on.desk.press({ type: 'removeProfile', profileId: first.main })).toMatchObject({ result: 'done' })
  const next = await on.again({ run: null })
  expect(next.desk.state().profileId).toBe('studio')
})
