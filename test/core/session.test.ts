/** Reconnecting to a service at another address or with another key keeps the show; another service starts empty. */
import { expect, test } from 'vitest'
import { connectService, openAccounts } from '../../electron/app/connectService.ts'
import { socketPath } from '../../electron/core/bridge/socket.ts'
import { connectProgram } from '../../electron/core/bridge/socketClient.ts'
import { listenForPrograms } from '../../electron/core/bridge/socketServer.ts'
import { LONGEST_LIST } from '../../electron/service/bounds.ts'
import { operations } from '../../shared/contract/operations.ts'
import { operationEntries } from '../../shared/contract/override.ts'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { startRig } from '../fakes/rig.ts'
import { breathe, VirtualClock } from '../fakes/virtualClock.ts'
import { atEnd, closing } from '../support/atEnd.ts'
import { GET_LIVE, onAir, type Stage, stage } from './stage.ts'

const entries = operationEntries(operations)

/** Connects the stage's core again, by default to the same service. */
function reconnect({ rig, server }: Stage, more: { key?: string; id?: string; baseUrl?: string } = {}): void {
  const accounts = closing(openAccounts({ dataDir: rig.dataDir, clock: rig.clock, log: () => {} }))
  const { baseUrl, key } = server
  const contract = { entries }
  rig.core.connect(connectService({ baseUrl, key, account: 'test', clock: rig.clock, accounts, contract, ...more }))
}

const sentOf = ({ rig }: Stage, name: string) => rig.state().operations.find((one) => one.name === name)?.sent ?? -1

test('the same service with another key keeps the show and the request counts', async () => {
  const on = await stage()
  reconnect(on)
  await onAir(on)
  await on.rig.pass(6_000)
  const before = { sent: sentOf(on, 'startLive'), show: on.rig.show().live?.liveId }
  expect(before.sent).toBe(1)
  reconnect(on, { key: on.server.control.issueKey() })
  expect([sentOf(on, 'startLive'), on.rig.show().live?.liveId, on.rig.tally()]).toEqual([1, before.show, 'live'])
  const reads = sentOf(on, 'getLive')
  await on.rig.pass(6_000)
  expect(sentOf(on, 'getLive')).toBeGreaterThan(reads)
})

test('a request given up by an earlier connection counts as sent, and says nothing about the service', async () => {
  const on = await stage()
  reconnect(on)
  await on.rig.pass(1_000)
  on.server.forget()
  const before = sentOf(on, 'getLive')
  on.server.faults.add({ kind: 'hang', match: GET_LIVE })
  on.rig.clock.advance(1_000)
  const refreshed = on.rig.press({ type: 'refresh' })
  await on.server.arrived('GET', GET_LIVE.path)
  reconnect(on, { key: on.server.control.issueKey() })
  expect((await refreshed).result).not.toBe('done')
  await on.rig.pass(1_000)
  expect([on.rig.state().service.failure, on.rig.tally()]).toEqual([null, 'off'])
  expect(sentOf(on, 'getLive') - before).toBe(on.server.count('GET', GET_LIVE.path))
})

test('without a key nothing is sent, nothing is counted as sent, and the state says so', async () => {
  const on = await stage()
  reconnect(on, { key: null as never })
  const before = on.server.requests.length
  await on.rig.pass(60_000)
  expect(on.rig.state().service).toMatchObject({ keyPresent: false, failure: { kind: 'unauthorised' } })
  expect([on.server.requests.length - before, sentOf(on, 'getLive')]).toEqual([0, 0])
})

test('another service begins with nothing known, and with its own counts', async () => {
  const on = await stage()
  reconnect(on)
  await on.rig.pass(1_000)
  expect(sentOf(on, 'getLive')).toBeGreaterThan(0)
  const other = closing(await startIndependentServer({ clock: on.rig.clock, key: on.server.key }))
  reconnect(on, { id: 'another', baseUrl: other.baseUrl })
  expect(on.rig.state()).toMatchObject({ targetId: null, projects: {}, projectList: { readAt: null } })
  expect(sentOf(on, 'getLive')).toBe(0)
})

test('a service that keeps refusing is not asked every five seconds', async () => {
  const on = await stage()
  const other = closing(await startIndependentServer({ clock: on.rig.clock }))
  reconnect(on, { id: 'another', baseUrl: other.baseUrl, key: 'svc_wrong' })
  for (let passed = 0; passed < 120_000; passed += 1_000) {
    on.rig.clock.advance(1_000)
    for (let turn = 0; turn < 10; turn += 1) await breathe()
  }
  expect(other.requests.length).toBeGreaterThan(2)
  expect(other.requests.length).toBeLessThan(8)
})

test('the updates sent to surfaces while the show is only followed stay small', async () => {
  const on = await stage()
  reconnect(on)
  await onAir(on)
  const sizes: number[] = []
  atEnd(() => stop())
  const stop = on.rig.core.store.subscribe(({ patches }) => sizes.push(JSON.stringify(patches).length))
  await on.rig.pass(120_000)
  expect(sizes.length).toBeGreaterThan(20)
  expect(Math.max(...sizes)).toBeLessThan(2_000)
})

test('a program can read the largest state that readings of the core can produce', async () => {
  const on = await stage()
  const items = Array.from({ length: LONGEST_LIST.items }, (_, place) => ({
    ...{ id: `p${place}`, name: 'n'.repeat(LONGEST_LIST.characters / LONGEST_LIST.items), liveStatus: 'OFFLINE' },
  }))
  on.rig.core.store.change((draft) => {
    draft.projectList.items = items as never
    // Viewed one after the other, each with as many scenes as its list may have.
    const scenes = items.slice(0, 600).map(({ id }) => ({ id, name: '\u{1f3ac}'.repeat(250), isActive: false }))
    for (const { id } of items.slice(0, 20)) {
      const [one] = Object.values(draft.projects)
      if (one) draft.projects[id] = { ...one, id, scenes }
    }
  })
  const path = socketPath(on.rig.dataDir)
  const stop = await listenForPrograms(on.rig.core, path, () => '')
  const client = await connectProgram(path, on.rig.clock)
  atEnd(() => {
    client.close()
    stop()
  })
  const state = await client.state()
  expect(state.projectList.items).toHaveLength(LONGEST_LIST.items)
  expect(JSON.stringify(state).length).toBeGreaterThan(8_000_000)
})

test('a show target deleted at the service is replaced by another one, with a notice', async () => {
  const on = await stage()
  const { project, otherProjects } = on.server.content
  on.server.control.removeProject(project)
  await on.rig.until(() => on.rig.state().targetId !== project, 'another target')
  expect(otherProjects).toContain(on.rig.state().targetId)
  expect(on.rig.state().projectList.items.map(({ id }) => id)).not.toContain(project)
  await on.rig.until(() => on.rig.state().notices.length > 0, 'it is announced')
  expect(on.rig.state().notices).toMatchObject([{ kind: 'targetChosen' }])
})

test('a target missing at the next start, as after a damaged world was set aside, is replaced as well', async () => {
  const clock = new VirtualClock()
  const server = closing(await startIndependentServer({ clock }))
  const remembered = { id: 'of-the-world-before', name: 'Friday Night' }
  const rig = closing(await startRig({ service: server, clock, remembered }))
  await rig.until(() => rig.state().notices.length > 0, 'another target, and its announcement')
  await rig.until(() => rig.show().live !== null, 'it is read')
  expect(rig.state().projectList.items.map(({ id }) => id)).toContain(rig.state().targetId)
  expect(rig.state().notices).toMatchObject([{ kind: 'targetChosen', about: rig.show().name }])
})

test('a target reported missing while still listed stays, and costs one reading of the list a minute', async () => {
  const on = await stage()
  const { project } = on.server.content
  const gone = { kind: 'refuse', status: 404, code: 'PROJECT_NOT_FOUND', times: 'always' } as const
  const fault = on.server.faults.add({ ...gone, match: { path: /\/projects\// } })
  const lists = () => on.server.count('GET', /\/projects$/)
  const before = lists()
  await on.rig.pass(180_000)
  expect([on.rig.state().targetId, lists() - before]).toEqual([project, expect.closeTo(3, 0)])
  fault.remove()
})
