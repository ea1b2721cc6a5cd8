/** What surfaces are shown: snapshot and patches are the state, however it changes, and its age is never hidden. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAppStore } from '../../electron/core/state/store.ts'
import { createControlFeed } from '../../electron/remote/control/feed.ts'
import { ControlState } from '../../shared/control/model.ts'
import { ALIVE_MS, ControlReply } from '../../shared/control/protocol.ts'
import { controlStateOf } from '../../shared/control/stateOf.ts'
import { type ProjectState, unreadProject } from '../../shared/state.ts'
import { stage } from '../core/stage.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { controlled, surface } from './controlKit.ts'

const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null })
const time = fc.integer({ min: 1_700_000_000_000, max: 1_800_000_000_000 })
const status = fc.constantFrom('OFFLINE', 'PREPARING', 'LIVE', 'ERROR', 'UNKNOWN', 'SCHEDULED') as fc.Arbitrary<
  'LIVE' | 'OFFLINE'
>
const scene = fc.record({ id: fc.string(), name: fc.string({ unit: 'grapheme' }), isActive: fc.boolean() })

/** Changes of a project as a reading or a command may make them. */
const change: fc.Arbitrary<Partial<ProjectState>> = fc.oneof(
  fc.record({ name: fc.string() }),
  fc.record({ scenes: maybe(fc.array(scene, { maxLength: 30 })), scenesReadAt: maybe(time) }),
  fc.record({ unsynced: fc.constantFrom({ some: true, edits: 2, basis: 'own' }, unreadProject('', '').unsynced) }),
  fc.record({ nextScheduleAt: maybe(time), stale: fc.boolean() }),
  fc.record({
    air: fc.record({ sceneId: maybe(fc.string()), basis: fc.constant('service'), at: fc.constant(null) }),
  }),
  fc.record({
    live: fc.record({
      ...{ readAt: time, liveId: maybe(fc.string()), status, startedAt: maybe(time), endsAt: maybe(time) },
      ...{ viewers: maybe(fc.nat()), peakViewers: maybe(fc.nat()), onAir: fc.constant(null) },
      destinations: fc.constant([]),
    }),
  }),
) as fc.Arbitrary<Partial<ProjectState>>

test('snapshot and patches are equal to the state, after any changes, for whoever came when', async () => {
  const on = await controlled()
  const { core, clock } = on.rig
  const { id } = on.rig.show()
  const [code, early] = [await on.pair('look', 'late'), await on.connect('look', 'early')]
  const steps = fc.array(fc.tuple(change, fc.constantFrom(0, 0, 300, 5_000)), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(steps, async (changes) => {
      for (const [part, ms] of changes) {
        core.store.change(({ projects }) => void Object.assign(projects[id] ?? {}, part))
        if (ms > 0) clock.advance(ms)
      }
      const late = await surface(on.address, code)
      await Promise.all([early.settled(), late.settled()])
      const truth = JSON.parse(JSON.stringify(controlStateOf(core.store.get(), clock.now())))
      expect(late.state()).toEqual(truth)
      clock.advance(ALIVE_MS)
      await early.settled()
      expect({ ...early.state(), tally: null }).toEqual({
        ...JSON.parse(JSON.stringify(controlStateOf(core.store.get(), clock.now()))),
        tally: null,
      })
      expect(early.gaps()).toBe(0)
      late.socket.terminate()
    }),
    { numRuns: 40 },
  )
  for (const reply of early.heard) ControlReply.parse(reply)
})

test('the core says something every second, and a reading that grows old makes the lamp stale by itself', async () => {
  const on = await controlled()
  await on.live()
  const deck = await on.connect('look')
  await deck.settled()
  expect(deck.state().tally).toBe('live')
  const { live, staleAfterMs } = deck.state().read
  expect(live).not.toBe(null)
  await on.server.control.goDown()
  const before = deck.heard.length
  await on.rig.pass(3 * ALIVE_MS)
  await deck.settled()
  expect(deck.heard.slice(before).filter(({ type }) => type === 'alive')).toHaveLength(3)
  await on.rig.pass(staleAfterMs + ALIVE_MS)
  await deck.settled()
  expect(deck.state().tally).toBe('stale')
})

test('a lamp that only the time changes is sent too', async () => {
  const { rig } = await stage()
  const clock = new VirtualClock(rig.clock.now())
  const store = createAppStore(rig.state())
  const heard: ControlReply[] = []
  const feed = createControlFeed({ store, clock }, (error) => expect(error).toBe(null))
  feed.snapshot()
  const stop = feed.listen((text) => heard.push(ControlReply.parse(JSON.parse(text))))
  const start = {
    act: 'start',
    commandId: 'c',
    phase: 'sending',
    liveId: null,
    offReadings: 0,
    failure: null,
  } as const
  store.change(({ projects }) => {
    for (const project of Object.values(projects)) project.pending = { ...start, sentAt: clock.now() }
  })
  await Promise.resolve()
  expect(heard).toMatchObject([{ type: 'patch', changes: { pending: { act: 'start', phase: 'sending' } } }])
  clock.advance(2 * ALIVE_MS)
  expect(heard.slice(1)).toMatchObject([{ type: 'alive' }, { changes: { tally: 'unknown' } }, { type: 'alive' }])
  stop()
  expect(clock.waiting).toBe(0)
})

test('a change is sent once, whole fields only, and on a gap the whole state can be asked for', async () => {
  const on = await controlled({ scenes: 300 })
  const deck = await on.connect('show')
  await deck.settled()
  expect(deck.state().scenes).toHaveLength(300)
  expect(ControlState.parse(deck.state())).toEqual(deck.state())
  const [last] = deck.state().scenes?.slice(-1) ?? []
  const before = deck.heard.length
  await on.whole(deck.command({ type: 'switchScene', ...on.seen(), scene: 300 }))
  await deck.settled()
  expect(deck.state()).toMatchObject({ activeScene: last?.id, nextScene: null })
  const patches = deck.heard.slice(before).filter(({ type }) => type === 'patch')
  expect(patches.length).toBeGreaterThan(0)
  for (const patch of patches) expect(JSON.stringify(patch).length).toBeLessThan(2_000)
  const snapshot = deck.next('snapshot')
  deck.send({ type: 'resync' })
  expect(await snapshot).toMatchObject({ revision: deck.revision(), state: deck.state() })
})

test('who does not subscribe hears nothing of the state; who subscribes to it hears what is out of date', async () => {
  const on = await controlled()
  const quiet = await on.connect('edit', 'quiet', { events: ['touched'] })
  const projectId = on.rig.show().id
  const touched = quiet.next('touched')
  const sceneId = on.rig.show().scenes?.[0]?.id
  const input = { projectId, sceneId, name: 'Renamed' }
  expect(await on.whole(quiet.command({ type: 'edit', operation: 'updateScene', input }))).toMatchObject({
    result: 'done',
  })
  expect((await touched).names).toContain('listScenes')
  expect(new Set(quiet.heard.map(({ type }) => type))).toEqual(new Set(['hello', 'identified', 'touched', 'outcome']))
})

test('changes right after another are sent together, and a ping hears all of them', async () => {
  const on = await controlled()
  const deck = await on.connect('look')
  await deck.settled()
  const before = deck.heard.length
  for (let at = 0; at < 50; at += 1) {
    on.rig.core.store.change({ take: at % 2 === 0 })
    on.rig.core.store.change(({ padlock }) => {
      padlock.locked = at % 2 === 0
    })
    await Promise.resolve()
  }
  await deck.settled()
  expect(deck.heard.slice(before).filter(({ type }) => type === 'patch').length).toBeLessThan(4)
  expect(deck.state().padlock).toBe('open')
})
