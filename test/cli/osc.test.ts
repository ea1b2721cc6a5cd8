/** OSC by real packets on loopback, against the real core: presses in, lamps out, and what is ignored. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { socketPath } from '../../electron/core/bridge/socket.ts'
import { listenForPrograms } from '../../electron/core/bridge/socketServer.ts'
import { openPairings } from '../../electron/remote/control/pairings.ts'
import { systemClock } from '../../electron/util/time.ts'
import { OSC_WORDS } from '../../shared/words/cli/osc.ts'
import { DECK_NOTES } from '../../shared/words/decks/streamDeck.ts'
import { controlled } from '../remote/controlKit.ts'
import { atEnd } from '../support/atEnd.ts'
import { going } from './kit.ts'
import { bundle, device, freePort, message, surfaceOn } from './oscKit.ts'

/** The writes that viewers may see. */
const acts = ({ server }: { server: Awaited<ReturnType<typeof surfaceOn>>['server'] }) =>
  server.requests.filter(({ method }) => method !== 'GET').length

/** A second press is one only after a while. */
async function twice(on: Awaited<ReturnType<typeof surfaceOn>>, name: string): Promise<string[]> {
  expect((await on.outcome(name, { float: 1 }))[0]).toBe('armed')
  await on.lit(name, 'pending', 'AGAIN?')
  await on.press(name, { float: 0 })
  on.rig.clock.advance(450)
  return on.outcome(name, { float: 1 })
}

test('a whole rehearsal: every key pressed, every lamp read back; Stop and Go live only while armed', async () => {
  const on = await surfaceOn({ preparingMs: 0 })
  await on.lit('scene/1', 'on', 'NEXT')
  expect([on.shown('tally'), on.shown('stale'), on.shown('clock')]).toEqual([['off'], [0], ['']])
  for (const name of ['go-live', 'stop']) {
    const [result, sentence] = await on.outcome(name)
    expect([result, sentence]).toEqual(['refused', expect.stringContaining('until a person arms them')])
  }
  expect([on.starts(), on.rig.state().arm]).toEqual([0, null])
  expect(await on.arm()).toMatchObject({ done: { what: 'pairingArmed', until: expect.any(Number) } })
  expect((await twice(on, 'go-live'))[0]).toBe('done')
  await on.lit('go-live', 'on')
  await on.lit('scene/1', 'on', 'ON AIR')
  await on.poll(() => on.shown('tally')).toEqual(['live'])
  expect(on.rig.state().journal).toContainEqual(
    expect.objectContaining({
      source: 'pairing',
      by: 'OSC',
      what: expect.objectContaining({ command: 'commitGoLive' }),
    }),
  )

  const names = on.rig.show().scenes?.map(({ name }) => name) ?? []
  expect([1, 2].map((at) => on.shown(`scene/${at}/name`))).toEqual([[names[0]], [names[1]]])
  expect((await on.outcome('scene/2'))[0]).toBe('done')
  await on.lit('scene/2', 'pending', 'NOT YET')
  await on.lit('scene/1', 'on', 'ON AIR')
  await on.lit('sync', 'on')
  expect((await on.outcome('sync', 1))[0]).toBe('done')
  await on.lit('scene/2', 'on', 'ON AIR')
  await on.lit('scene/1', 'off')
  // Right after a sync another client may have switched scenes as well: a reading tells.
  await on.rig.press({ type: 'refresh' })
  expect((await on.outcome('back'))[0]).toBe('done')
  await on.lit('scene/1', 'pending', 'NOT YET')
  expect((await on.outcome('scene', names[1] ?? ''))[0]).toBe('done')
  await on.lit('scene/2', 'on', 'ON AIR')
  expect((await on.outcome('previous'))[0]).toBe('done')
  await on.lit('scene/1', 'pending')
  expect((await on.outcome('next'))[0]).toBe('done')
  await on.lit('scene/2', 'on')
  expect((await on.outcome('scene/1/take', { tag: 'T' }))[0]).toBe('done')
  await on.lit('scene/1', 'on', 'ON AIR')
  expect((await on.outcome('take'))[0]).toBe('done')
  await on.lit('scene/2', 'on', 'ON AIR')
  expect((await on.outcome('auto-sync', 1))[0]).toBe('done')
  await on.lit('auto-sync', 'on')
  expect((await on.outcome('auto-sync', { float: 0 }))[0]).toBe('done')
  await on.lit('auto-sync', 'off')

  expect((await on.outcome('padlock'))[0]).toBe('done')
  await on.lit('padlock', 'on', 'CLOSED')
  expect(await on.outcome('stop')).toEqual(['refused', 'The padlock is closed. Open it first.'])
  await on.rig.press({ type: 'setPadlock', locked: false })
  await on.arm(false)
  expect((await on.outcome('stop'))[1]).toContain('until a person arms them')
  expect(on.stops()).toBe(0)
  await on.arm()
  await on.outcome('stop')
  await on.lit('stop', 'pending', 'AGAIN?')
  expect((await on.outcome('cancel'))[0]).toBe('done')
  await on.lit('stop', 'on', '')
  expect((await twice(on, 'stop'))[0]).toBe('done')
  await on.poll(() => on.shown('tally')).toEqual(['off'])
  await on.lit('scene/2', 'on', 'NEXT')
  // With the show, what was armed is over.
  expect((await on.outcome('go-live'))[1]).toContain('until a person arms them')
  expect([on.starts(), on.stops(), on.shown('go-live/lamp')?.[0]]).toEqual([1, 1, 0])
})

test('what was armed when a person disarms it can no longer be carried out', async () => {
  const on = await surfaceOn()
  await on.live()
  await on.lit('stop', 'on')
  await on.arm()
  await on.outcome('stop')
  await on.lit('stop', 'pending')
  await on.arm(false)
  expect(on.rig.state().arm).toBe(null)
  on.rig.clock.advance(450)
  expect((await on.outcome('stop'))[0]).toBe('refused')
  expect(on.stops()).toBe(0)
})

test('a stranger presses nothing, gets no reply, and is named once', async () => {
  const on = await surfaceOn()
  await on.lit('scene/1', 'on')
  const stranger = await device('127.0.0.2')
  const before = acts(on)
  for (let at = 0; at < 20; at += 1) await stranger.send(on.port, message('/cuelight/scene/2'))
  await stranger.send(on.port, Buffer.from('nothing'))
  await on.poll(() => on.said.filter((line) => line.includes('127.0.0.2'))).toEqual([OSC_WORDS.stranger('127.0.0.2')])
  await on.outcome('scene/99')
  expect([stranger.lamps.size, stranger.outcomes]).toEqual([0, []])
  expect(acts(on)).toBe(before)
})

test('of a flood no more is done than a hand could press, and the next press works', async () => {
  const on = await surfaceOn()
  await on.live()
  await on.lit('scene/1', 'on')
  const all = await Promise.all(Array.from({ length: 500 }, () => on.press('auto-sync', 1)))
  await on.poll(() => on.said).toContain(OSC_WORDS.tooMany('127.0.0.1'))
  await on.poll(() => on.desk.outcomes.length).toBeGreaterThanOrEqual(20)
  expect(all).toHaveLength(500)
  expect(on.desk.outcomes.length).toBeLessThanOrEqual(60)
  on.clock.advance(1_000)
  await on.press('scene/2')
  await on.lit('scene/2', 'on')
})

test('a bundle is done at once or not at all; what is malformed or of another type does nothing', async () => {
  const on = await surfaceOn()
  await on.live()
  await on.lit('scene/1', 'on')
  const before = acts(on)
  const two = message('/cuelight/scene/2')
  const send = (data: Buffer) => on.desk.send(on.port, data)
  const now = on.clock.now()
  await send(bundle(now + 60_000, two))
  await on.poll(() => on.desk.outcomes).toContainEqual(['refused', OSC_WORDS.later])
  await send(bundle(null, bundle(now + 60_000, two), two))
  const wrong = [
    bundle(null, two, Buffer.from('/cue')),
    Buffer.concat([bundle(null, two), Buffer.from([0, 0, 1, 0])]),
    bundle(null, ...Array.from({ length: 17 }, () => two)),
    Buffer.from('/cuelight/scene/2'),
    Buffer.alloc(0),
    Buffer.alloc(60_000, 47),
    message('/cuelight/scene/2', { tag: 'b', data: Buffer.from([0, 0, 0, 4, 1, 2, 3, 4]) }),
    message('/cuelight/scene/2', { tag: 'b', data: Buffer.from([0x7f, 0xff, 0xff, 0xff]) }),
    message('/cuelight/scene/2', 'on'),
    message('/cuelight/scene/2', 1, 1),
    message('/cuelight/scene', { float: Number.NaN }),
    message('/cuelight/scene', { float: 2.5 }),
    message('/cuelight/scene/*'),
    message('/cuelight/*/2'),
    message('/cuelight/scene/2/lamp', { float: 1 }),
    message('/cuelight/constructor'),
    message('/other/scene/2'),
    message('/cuelight/scene/2', 0),
  ]
  for (const data of wrong) await send(data)
  await on.poll(() => on.said).toContain(OSC_WORDS.malformed('127.0.0.1'))
  expect(on.said.filter((line) => line.startsWith('Ignored'))).toHaveLength(2)
  expect((await on.outcome('scene/99'))[1]).toBe(DECK_NOTES.noScene)
  expect(acts(on)).toBe(before)
  // The clock of a device may differ by a little; the past is now.
  await send(bundle(now + 500, bundle(now - 60_000, two)))
  await on.lit('scene/2', 'pending')
})

test('without a word from Cuelight for 2 s every lamp is stale, without names; nothing is sent then, or later', async () => {
  const on = await surfaceOn()
  await on.live()
  await on.lit('scene/1', 'on')
  on.clock.advance(1_000)
  await on.poll(() => on.shown('clock')?.[0]).not.toBe('')
  await on.panel.close()
  await on.poll(() => on.said.some((line) => line.startsWith('No contact'))).toBe(true)
  on.clock.advance(2_000)
  const lamps = () =>
    [...on.desk.lamps].filter(([name]) => name.endsWith('/lamp')).map(([, [level, lamp]]) => [level, lamp])
  await expect.poll(() => new Set(lamps().map(String))).toEqual(new Set(['0,stale']))
  expect(['tally', 'stale', 'clock', 'project', 'scene/1/name'].map((name) => on.shown(name)?.[0])).toEqual([
    'stale',
    1,
    '',
    '',
    '',
  ])
  const before = acts(on)
  expect(await on.outcome('scene/2')).toEqual(['refused', DECK_NOTES.notSent])
  await on.serveAgain(on.panel.port)
  await expect
    .poll(() => {
      on.clock.advance(250)
      return on.shown('scene/1/lamp')?.[1]
    })
    .toBe('on')
  expect(acts(on)).toBe(before)
  on.desk.lamps.clear()
  await on.close()
  await expect.poll(() => on.shown('scene/1/lamp')).toEqual([0, 'stale', 'NO CONTACT'])
})

test('cuelight osc pairs for as long as it runs, and keeps its code to itself', async () => {
  const on = await controlled()
  const { dataDir, core } = on.rig
  const pairings = openPairings(on.sessions.file, on.rig.clock, () => on.address)
  core.provide({ pairings })
  atEnd(await listenForPrograms(core, socketPath(dataDir), () => ''))
  const names = () => pairings.list().pairings.map(({ name, scope }) => [name, scope])
  const desk = await device()
  const taken = await device()
  const start = (...args: string[]) => going(['osc', ...args], dataDir, systemClock)
  expect(await start('80').ended).toMatchObject({ code: 2 })
  for (const address of ['somewhere', '224.0.0.1', '192.168.1.255', '0.0.0.0', '127.0.0.1:1', '::1'])
    expect([address, (await start('8000', address).ended).err]).toEqual([address, [OSC_WORDS.noAddress(address)]])
  expect((await start('8000', '127.0.0.1:8000').ended).err).toEqual([OSC_WORDS.ownPort])
  expect((await start(String(taken.port)).ended).err[0]).toContain('could not be opened')
  expect(names()).toEqual([])

  const port = String(await freePort())
  const name = `OSC ${port}`
  const first = start(port, `127.0.0.1:${desk.port}`)
  await expect.poll(() => desk.lamps.get('tally')).toEqual(['off'])
  expect(names()).toEqual([[name, 'cues']])
  expect(first.out.join('\n')).toContain(`cuelight pairings arm "${name}"`)
  const armed = await going(['pairings', 'arm', name], dataDir).ended
  expect([armed.code, armed.out[0]]).toEqual([0, expect.stringContaining('until the show ends')])
  expect((await going(['pairings'], dataDir).ended).out.join()).toContain('armed until')
  expect((await going(['pairings', 'disarm', name], dataDir).ended).code).toBe(0)
  first.interrupt()
  expect((await first.ended).code).toBe(0)
  expect(names()).toEqual([])

  const second = start(port, `127.0.0.1:${desk.port}`)
  await expect.poll(() => second.out).toContain(OSC_WORDS.connected)
  await going(['pairings', 'end', name], dataDir).ended
  expect(await second.ended).toMatchObject({ code: 1, err: [OSC_WORDS.ended] })
  await on.sessions.written()
  const kept = ['sessions.json', 'journal-local.jsonl'].map((file) => readFileSync(join(dataDir, file), 'utf8'))
  expect([...kept, ...first.out, ...second.out].join()).not.toContain('cue_')
})
