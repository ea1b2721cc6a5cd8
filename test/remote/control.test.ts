/** The control API: who is let in, what each scope may do, and that it is the same guard as for every other input. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { PATIENCE } from '../../electron/remote/requestGuard.ts'
import { CONTROL_CLOSE } from '../../shared/control/protocol.ts'
import { SCOPES, type Scope } from '../../shared/control/scopes.ts'
import { STOP } from '../core/stage.ts'
import { controlled, greeted, identifyOf, surface } from './controlKit.ts'

const { notPaired, notUnderstood, version, late, tooMany } = CONTROL_CLOSE

test('a paired client and the core prove themselves, and a snapshot follows', async () => {
  const on = await controlled()
  const deck = await on.connect('show', 'Left deck')
  expect(deck.identified).toMatchObject({ version: 1, name: 'Left deck', scope: 'show', proof: deck.proof })
  await deck.settled()
  expect(deck.state()).toMatchObject({ tally: 'off', project: { name: 'Evening Show' }, padlock: 'open' })
  expect(on.pairings.list().pairings).toMatchObject([{ name: 'Left deck', connections: 1 }])
  deck.socket.close()
  await expect.poll(() => on.pairings.list().pairings[0]?.connections).toBe(0)
  expect(on.pairings.list().pairings[0]?.lastUsed).toBe(on.rig.clock.now())
})

test('who proves nothing, another code, an old proof or one for another host is refused', async () => {
  const on = await controlled()
  const code = await on.pair('edit')
  const { host } = new URL(on.address)
  const nonceOf = ({ heard: [hello] }: Awaited<ReturnType<typeof greeted>>) =>
    hello?.type === 'hello' ? hello.nonce : ''
  const tried = async (make: (nonce: string) => unknown) => {
    const one = await greeted(on.address)
    one.socket.send(JSON.stringify(make(nonceOf(one))))
    return one.closed
  }
  expect(await tried((nonce) => identifyOf('cue_wrong', nonce, host))).toBe(notPaired.code)
  expect(await tried((nonce) => ({ ...identifyOf(code, nonce, host), proof: '0'.repeat(64) }))).toBe(notPaired.code)
  expect(await tried((nonce) => identifyOf(code, nonce, 'localhost:1'))).toBe(notPaired.code)
  const first = await greeted(on.address)
  const used = identifyOf(code, nonceOf(first), host)
  expect(await tried(() => used)).toBe(notPaired.code)
  first.socket.send(JSON.stringify(used))
  await expect.poll(() => first.heard.map(({ type }) => type)).toContain('identified')
  expect(await tried(() => used)).toBe(notPaired.code)
  expect(await tried((nonce) => identifyOf(code, nonce, host, { version: 2 }))).toBe(version.code)
  expect(await tried(() => ({ type: 'identify', version: 2, name: 'of the future' }))).toBe(version.code)
  expect(await tried((nonce) => ({ ...identifyOf(code, nonce, host), more: 1 }))).toBe(notUnderstood.code)
  expect(await tried(() => ({ type: 'command', id: randomUUID(), command: { type: 'closePadlock' } }))).toBe(4400)
  expect(on.rig.state().padlock.locked).toBe(false)
  // Of a stranger no more is read than such a message has.
  expect(await tried((nonce) => ({ ...identifyOf(code, nonce, host), more: 'x'.repeat(1_000) }))).toBe(4400)
  expect(await tried((nonce) => identifyOf(code, nonce, host, { events: ['state', 'state', 'state'] }))).toBe(4400)
  const silent = await greeted(on.address)
  on.rig.clock.advance(PATIENCE.headersMs)
  expect(await silent.closed).toBe(late.code)
})

test('another path, host or origin is refused before anything is said', async () => {
  const on = await controlled()
  const { origin: ours } = new URL(on.panel.origin())
  const refused = async (headers: Record<string, string>, path = '/control') =>
    (await greeted(on.address.replace('/control', path), { headers })).closed
  expect(await refused({ host: 'evil.example' })).toBe(421)
  expect(await refused({ origin: 'https://evil.example' })).toBe(421)
  expect(await refused({ origin: 'null' })).toBe(421)
  expect(await refused({ host: new URL(ours).host, origin: 'https://evil.example' })).toBe(403)
  expect(await refused({}, '/controls')).toBe(421)
  const page = await greeted(on.address, { headers: { host: new URL(ours).host, origin: ours } })
  expect(page.heard).toMatchObject([{ type: 'hello' }])
})

const MAY: Record<Scope, readonly ('arm' | 'show' | 'edit')[]> = {
  look: [],
  arm: ['arm'],
  cues: ['show'],
  show: ['arm', 'show'],
  edit: ['arm', 'show', 'edit'],
}

test.each(SCOPES)('%s does what its name says, and nothing more', async (scope) => {
  const on = await controlled()
  const seen = await on.live()
  const deck = await on.connect(scope)
  const [first, second] = on.rig.show().scenes ?? []
  const rename = { projectId: seen.projectId, sceneId: first?.id, name: 'Renamed' }
  const asked = {
    arm: await deck.command({ type: 'armStop', ...seen }),
    show: await on.whole(deck.command({ type: 'switchScene', ...seen, scene: second?.name ?? '' })),
    edit: await on.whole(deck.command({ type: 'edit', operation: 'updateScene', input: rename })),
  }
  for (const kind of ['arm', 'show', 'edit'] as const) {
    const may = MAY[scope].includes(kind)
    const expected = may ? (kind === 'arm' ? 'armed' : 'done') : 'refused'
    expect([kind, asked[kind].result], asked[kind].sentence).toEqual([kind, expected])
  }
  expect(await on.whole(deck.query('listScenes', { projectId: seen.projectId }))).toMatchObject({ type: 'answer' })
  const sent = on.server.requests.filter((one) => one.method !== 'GET').map((one) => one.path.split('/').at(-1))
  expect(sent.includes('activate')).toBe(MAY[scope].includes('show'))
  for (const name of ['panelSessions', 'pairings', 'thisComputer', 'nothing'])
    expect(await on.whole(deck.query(name))).toMatchObject({ type: 'noAnswer' })
  // What only a person may do has no command here; the nearest thing is not understood.
  const opened = deck.next('invalid')
  deck.send({ type: 'command', id: randomUUID(), command: { type: 'setPadlock', locked: false } })
  expect(await opened).toMatchObject({ field: expect.stringContaining('command') })
})

test('an arm-only pairing cannot take the second step, whoever armed', async () => {
  const on = await controlled()
  const seen = await on.live()
  const [deck, other] = [await on.connect('arm'), await on.connect('show')]
  for (const by of [deck, other]) {
    const { arm } = await by.command({ type: 'armStop', ...seen })
    on.rig.clock.advance(500)
    const armId = arm?.id ?? ''
    expect(await deck.command({ type: 'commitStop', armId })).toMatchObject({ reason: 'armOnly' })
    expect(await deck.command({ type: 'cancelArm', armId })).toMatchObject({ reason: 'outOfScope' })
  }
  expect(on.stops()).toBe(0)
})

test('Stop takes two steps, in time, for the broadcast on air; the journal says who it was', async () => {
  const on = await controlled()
  const seen = await on.live()
  const deck = await on.connect('show', 'Left deck')
  expect(await deck.command({ type: 'armStop', ...seen, liveId: 'another' })).toMatchObject({ reason: 'otherLive' })
  const armed = await deck.command({ type: 'armStop', ...seen, mode: 'hold' })
  expect(armed).toMatchObject({ result: 'armed', arm: { waitMs: 1_500 } })
  const commit = () => deck.command({ type: 'commitStop', armId: armed.arm?.id ?? '' })
  expect(await commit()).toMatchObject({ result: 'refused', reason: 'tooSoon' })
  on.rig.clock.advance(1_500)
  expect(await on.whole(commit())).toMatchObject({ result: 'done', reason: 'stopped' })
  expect(on.server.count('POST', STOP)).toBe(1)
  expect(on.rig.state().journal.at(-1)).toMatchObject({ source: 'pairing', by: 'Left deck' })
  await deck.settled()
  expect(deck.state().lastOutcome).toMatchObject({ from: 'pairing Left deck', command: 'Stop', sentence: 'Stopped.' })
})

test('the padlock is closed from a deck and not opened; closed, it refuses a deck like anyone', async () => {
  const on = await controlled()
  const deck = await on.connect('edit')
  expect(await deck.command({ type: 'closePadlock' })).toMatchObject({ result: 'done' })
  expect(await deck.command({ type: 'goLive', projectId: on.rig.show().id })).toMatchObject({ reason: 'padlocked' })
  expect(deck.state()).toMatchObject({ padlock: 'closed' })
  expect(on.starts()).toBe(0)
})

test('a repeated id is the same command, also on a new connection; the same id of another pairing is not', async () => {
  const on = await controlled()
  const code = await on.pair('show')
  const [deck, other] = [await surface(on.address, code), await on.connect('show', 'other')]
  const [id, projectId] = [randomUUID(), on.rig.show().id]
  const first = await on.whole(deck.command({ type: 'goLive', projectId }, id))
  deck.socket.terminate()
  const again = await surface(on.address, code)
  expect(await again.command({ type: 'goLive', projectId }, id)).toEqual(first)
  expect(await other.command({ type: 'goLive', projectId }, id)).toMatchObject({ reason: 'alreadyLive' })
  expect(on.starts()).toBe(1)
})

test('a macro that a pairing started ends with it', async () => {
  const on = await controlled()
  await on.live()
  const deck = await on.connect('show', 'Left deck')
  const steps = [{ do: 'wait', seconds: 20 }, { do: 'sync' }] as const
  await on.rig.press({ type: 'saveMacro', id: randomUUID(), name: 'Later', steps: [...steps] })
  on.rig.core.provide({ pairings: on.pairings })
  const begun = await on.whole(deck.command({ type: 'runMacro', macro: 'Later' }))
  expect(begun).toMatchObject({ result: 'done' })
  await on.rig.until(() => on.rig.state().macro?.step === 1, 'it waits')
  const [{ id: pairingId = '' } = {}] = on.pairings.list().pairings
  await on.rig.press({ type: 'endPairings', pairingId })
  expect(on.rig.state().macro?.ended).toContain('pairing')
  expect(await deck.closed).toBe(notPaired.code)
})

test('what a pairing armed ends with it', async () => {
  const on = await controlled()
  await on.live()
  const deck = await on.connect('show', 'Left deck')
  on.rig.core.provide({ pairings: on.pairings })
  expect(await on.whole(deck.command({ type: 'armStop', ...on.seen() }))).toMatchObject({ result: 'armed' })
  const armId = on.rig.state().arm?.armId ?? ''
  const [{ id: pairingId = '' } = {}] = on.pairings.list().pairings
  await on.rig.press({ type: 'endPairings', pairingId })
  expect(on.rig.state().arm).toBe(null)
  expect(await on.rig.press({ type: 'commitStop', armId })).toMatchObject({ refusal: { reason: 'noArm' } })
})

test('a pairing has a name that people can see, tell apart, and end', async () => {
  const on = await controlled()
  on.rig.core.provide({ pairings: on.pairings })
  const pair = (name: string) =>
    on.rig.press({ type: 'createPairing', name, scope: 'look', storedKey: '0'.repeat(64), serverKey: '1'.repeat(64) })
  for (const name of ['all', 'ALL', '\u200b', '0123456789abcdef'])
    expect([name, await pair(name)]).toMatchObject([name, { refusal: { reason: 'invalid' } }])
  await on.pair('look', 'Good')
  expect(await pair('goo\u200bd')).toMatchObject({ refusal: { reason: 'pairingTaken' } })
})

test('a client that may only look is no news to the others', async () => {
  const on = await controlled()
  const { projectId, liveId: running } = await on.live()
  const sync = { type: 'sync', projectId, liveId: running ?? '' } as const
  const [viewer, deck] = [await on.connect('look', 'viewer'), await on.connect('show', 'deck')]
  await on.whole(deck.command(sync))
  await deck.settled()
  const { lastOutcome } = deck.state()
  expect(lastOutcome).toMatchObject({ from: 'pairing deck' })
  expect(await on.whole(viewer.command(sync))).toMatchObject({ reason: 'outOfScope' })
  await deck.settled()
  expect(deck.state().lastOutcome).toEqual(lastOutcome)
})

test('an ended pairing is out at once and for good; what it sent before and after is not done', async () => {
  const on = await controlled()
  const code = await on.pair('show')
  const [deck, staying] = [await surface(on.address, code), await on.connect('look')]
  expect(await on.pairings.end(on.idOf(code))).toEqual({ ended: 1 })
  deck.send({ type: 'command', id: randomUUID(), command: { type: 'closePadlock' } })
  expect(await deck.closed).toBe(notPaired.code)
  expect((await surface(on.address, code)).identified).toBe(null)
  await staying.settled()
  expect(on.rig.state().padlock.locked).toBe(false)
})

test('one pairing has a limited number of connections', async () => {
  const on = await controlled()
  const code = await on.pair('look')
  for (let at = 0; at < 20; at += 1) expect((await surface(on.address, code)).identified).not.toBe(null)
  const last = await surface(on.address, code)
  expect([last.identified, await last.closed]).toEqual([null, tooMany.code])
  expect((await on.connect('look', 'other')).identified).not.toBe(null)
})

test('a scene is found by its name, number or id; a name that two have finds none', async () => {
  const on = await controlled()
  const seen = on.seen()
  const deck = await on.connect('show')
  const scenes = on.rig.show().scenes ?? []
  const to = (scene: string | number) => on.whole(deck.command({ type: 'switchScene', ...seen, scene }))
  for (const scene of [2, scenes[0]?.name ?? '', scenes[2]?.id ?? ''])
    expect(await to(scene)).toMatchObject({ result: 'done', reason: 'sceneSwitched' })
  await deck.settled()
  expect(deck.state().activeScene).toBe(scenes[2]?.id)
  on.rig.core.store.change(({ projects }) => {
    for (const scene of projects[seen.projectId]?.scenes?.slice(0, 2) ?? []) scene.name = 'Twin'
  })
  const before = on.server.requests.length
  expect(await to('Twin')).toMatchObject({ reason: 'noScene', sentence: expect.stringContaining('1 Twin') })
  for (const none of ['Nowhere', 99]) expect(await to(none)).toMatchObject({ reason: 'noScene' })
  expect(on.server.requests.slice(before).filter(({ method }) => method !== 'GET')).toEqual([])
  expect(await to(1)).toMatchObject({ result: 'done' })
})

test('two surfaces press opposite things: the last one counts, and both are told what became of theirs', async () => {
  const on = await controlled()
  const seen = await on.live()
  const [left, right] = [await on.connect('show', 'left'), await on.connect('show', 'right')]
  const [on1, off2] = await on.whole(
    Promise.all([
      left.command({ type: 'setAutoSync', ...seen, on: true }),
      right.command({ type: 'setAutoSync', ...seen, on: false }),
    ]),
  )
  expect([on1.type, off2.result]).toEqual(['outcome', 'done'])
  const [stop, live] = await on.whole(
    Promise.all([
      left.command({ type: 'armStop', ...seen }),
      right.command({ type: 'goLive', projectId: seen.projectId }),
    ]),
  )
  expect([stop.result, live.reason]).toEqual(['armed', 'alreadyLive'])
  await Promise.all([left.settled(), right.settled()])
  expect(left.state()).toEqual(right.state())
  expect(left.state().autoSync).toBe(on.rig.show().settings?.autoSync)
})
