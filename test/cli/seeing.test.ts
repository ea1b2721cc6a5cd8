/** Watching the show on the command line: once, continuously, or until a state is reached. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rehearsalLine } from '../../electron/cli/rehearsalLine.ts'
import { follow } from '../../electron/cli/watch.ts'
import type { ProgramClient } from '../../electron/core/bridge/socketClient.ts'
import { firstState } from '../../electron/core/state/initialState.ts'
import type { ServerMessage } from '../../shared/bridge/messages.ts'
import { unreadProject } from '../../shared/state.ts'
import { NO_REHEARSAL } from '../../shared/words/show/tally.ts'
import { onAir } from '../core/stage.ts'
import { breathe } from '../fakes/virtualClock.ts'
import { desk, going as goingOn, jsonOf, oddCore } from './kit.ts'

const REHEARSAL = 'REHEARSAL: nothing is broadcast'

test('status shows what is on air, what viewers do not see, and how fresh that is', async () => {
  const on = await desk({ preparingMs: 0 })
  expect((await on.cli('status')).out[0]).toBe('OFF  Evening Show: Nothing is on air')
  await onAir(on)
  await on.cli('scene', '2')
  const { out, code } = await on.cli('status')
  expect(code).toBe(0)
  expect(out.join('\n')).toMatch(/^LIVE {2}Evening Show: On air/)
  expect(out.join('\n')).toMatch(/1 change not on air yet/)
  expect(out.join('\n')).toMatch(/confirmed/)
  expect(out.join('\n')).toContain('2 Talk [')
})

test('status --json is one object with what programs need', async () => {
  const on = await desk({ preparingMs: 0, airFields: true })
  const live = await onAir(on)
  const answer = await on.cli('status', '--json')
  expect(answer.err).toEqual([])
  const { ok, rehearsal, outcome, status } = jsonOf(answer)
  expect({ ok, rehearsal, outcome }).toEqual({ ok: true, rehearsal: false, outcome: null })
  expect(status).toMatchObject({
    tally: 'live',
    project: { id: on.server.content.project, name: 'Evening Show' },
    live: { liveId: live, status: 'LIVE' },
    air: { sceneName: 'Countdown', basis: 'service' },
    autoSync: false,
    padlock: { locked: false },
    pending: null,
    armed: null,
    service: { rehearsal: false, failure: null },
  })
  expect(status?.scenes).toMatchObject([{ number: 1, name: 'Countdown', active: true, mark: 'onAir' }, {}, {}, {}])
})

test('an old reading is not reported as the truth', async () => {
  const on = await desk({ preparingMs: 0 })
  await onAir(on)
  await on.server.control.goDown()
  await on.rig.until(() => on.rig.tally() === 'stale', 'the reading is old')
  const { status } = jsonOf(await on.cli('status', '--json'))
  expect(status).toMatchObject({ tally: 'stale' })
  expect(JSON.stringify(status)).not.toContain('"onAir"')
})

test('every outcome of a rehearsal is marked as one', async () => {
  const on = await desk()
  /** As the local studio's responses do; a response of any other service clears the mark. */
  const rehearse = () =>
    on.rig.core.store.change((draft) => {
      draft.service.rehearsal = true
    })
  for (const args of [['status'], ['go-live'], ['padlock', 'close'], ['scene', 'none'], ['panel']]) {
    rehearse()
    expect((await on.cli(...args)).err[0], args.join(' ')).toBe(REHEARSAL)
    rehearse()
    const asJson = await on.cli(...args, '--json')
    expect(jsonOf(asJson).rehearsal, args.join(' ')).toBe(true)
    expect(asJson.err).toEqual([])
  }
})

test('a terminal is told once that a rehearsal begins and once that it ends; status says it every time', async () => {
  const on = await desk()
  const turn = (rehearsal: boolean) =>
    on.rig.core.store.change((draft) => {
      draft.service.rehearsal = rehearsal
    })
  /** What three commands print about it, and by `status`. */
  const told = async (terminal: string, rehearsal: boolean) => {
    const heard: (string | undefined)[] = []
    for (const args of [['padlock', 'open'], ['scene', 'none'], ['panel'], ['status']]) {
      turn(rehearsal)
      const { err } = await on.cliIn(terminal, ...args)
      heard.push(err.find((line) => line === REHEARSAL || line === NO_REHEARSAL))
    }
    return heard
  }
  expect(await told('1', false)).toEqual([undefined, undefined, undefined, undefined])
  expect(await told('1', true)).toEqual([REHEARSAL, undefined, undefined, REHEARSAL])
  expect(await told('2', true)).toEqual([REHEARSAL, undefined, undefined, REHEARSAL])
  expect(await told('1', false)).toEqual([NO_REHEARSAL, undefined, undefined, undefined])
  expect(await told('1', true)).toEqual([REHEARSAL, undefined, undefined, REHEARSAL])
  const { dataDir } = on.rig
  const tomorrow = { dataDir, terminal: '2', now: on.rig.clock.now() + 24 * 3_600_000 }
  expect(rehearsalLine(tomorrow, true), 'another shell of the same number').toBe(REHEARSAL)
  rmSync(join(dataDir, 'terminals.json'))
  mkdirSync(join(dataDir, 'terminals.json'))
  expect(await told('3', true), 'where it cannot be kept').toEqual(Array(4).fill(REHEARSAL))
})

describe('names and messages from outside', () => {
  const evil = 'A\u001b]0;x\u0007\u009b31m\u007f\nLIVE  B: On air\r\t\u202eriA\u2066\u2028Z'
  const obeyed = /[\p{Cc}\p{Bidi_C}\u2028\u2029]/u

  async function among(...args: string[]) {
    const state = firstState('1')
    const scenes = [{ id: 's', name: evil, isActive: true }]
    state.targetId = 'p'
    state.projects.p = { ...unreadProject('p', evil), scenes }
    const failure = { reason: 'syncRefused', message: evil }
    const dataDir = await oddCore((line, socket) => {
      const { type, id } = JSON.parse(line) as { type: string; id?: string }
      const outcome = { result: 'refused', refusal: failure }
      const answer = type === 'resync' ? { type: 'snapshot', revision: 1, state } : { type: 'outcome', id, outcome }
      socket.write(`${JSON.stringify(answer)}\n`)
    })
    const going = goingOn(args, dataDir)
    if (args[0] === 'watch') {
      while (going.out.length === 0) await breathe()
      going.interrupt()
    }
    return going.ended
  }

  test.each([['status'], ['watch'], ['scene', 'none'], ['scene', '1'], ['next'], [evil]])(
    '%j: forges neither a line nor a colour',
    async (...args) => {
      for (const form of [[], ['--json']]) {
        const { out, err } = await among(...args, ...form)
        expect([...out, ...err].join('')).toContain('\\u001b')
        for (const line of [...out, ...err]) expect(line).not.toMatch(obeyed)
      }
    },
  )

  test('are unchanged for a program', async () =>
    expect(jsonOf(await among('status', '--json')).status).toMatchObject({ project: { name: evil } }))
})

describe('watch', () => {
  test('reports each change once, and ends when the user interrupts it', async () => {
    const on = await desk({ preparingMs: 2_000 })
    const going = on.start('watch')
    await on.rig.until(() => going.out.length === 1, 'the first line')
    await on.cli('go-live')
    await on.rig.until(() => on.rig.tally() === 'live', 'live')
    await on.rig.pass(20_000)
    await on.cli('scene', '2')
    await on.cli('padlock', 'close')
    await on.rig.pass(1_000)
    going.interrupt()
    expect(await on.whole(going.ended)).toMatchObject({ code: 0, err: [] })
    const lines = going.out.map((line) => line.replace(/^\d\d:\d\d:\d\d {2}/, ''))
    expect(lines.length).toBe(new Set(lines).size)
    const says = ['OFF', 'Preparing', 'On air', 'change not on air yet', 'padlock closed']
    const places = says.map((word) => lines.findIndex((line) => line.includes(word)))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
    // A read is not itself a change.
    expect(lines.length).toBeLessThan(10)
  })

  test('--json is one object a line', async () => {
    const on = await desk({ preparingMs: 0 })
    const going = on.start('watch', '--json')
    await on.rig.until(() => going.out.length === 1, 'the first line')
    await onAir(on)
    // Settings and scenes are read again after a minute at most.
    await on.rig.pass(70_000)
    const told = going.out.length
    await on.rig.pass(30_000)
    going.interrupt()
    await on.whole(going.ended)
    const tallies = going.out.map((line) => JSON.parse(line) as { at: number; tally: string; project: object })
    expect(tallies[0]).toMatchObject({ tally: 'off', project: { name: 'Evening Show' } })
    expect(tallies.at(-1)).toMatchObject({ tally: 'live' })
    // Reads that find nothing new print nothing.
    expect(going.out.length).toBe(told)
  })

  test('ends with 3 when Cuelight does', async () => {
    const on = await desk()
    const going = on.start('watch', '--json')
    await on.rig.until(() => going.out.length > 0, 'the first line')
    on.deafen()
    expect((await on.whole(going.ended)).code).toBe(3)
    expect(JSON.parse(going.out.at(-1) ?? '')).toMatchObject({ ok: false, exitCode: 3 })
  })

  test('reports that a reading became old by time alone, without any message', async () => {
    const on = await desk({ preparingMs: 0 })
    await onAir(on)
    const snapshot = JSON.stringify({ type: 'snapshot', revision: 1, state: on.rig.state() })
    const dataDir = await oddCore((_, socket) => socket.write(`${snapshot}\n`))
    const going = goingOn(['watch'], dataDir, on.rig.clock)
    while (going.out.length === 0) await breathe()
    expect(going.out[0]).toContain('LIVE')
    await on.rig.clock.pass(100_000)
    expect(going.out.at(-1)).toContain('NO CONTACT')
    going.interrupt()
    await going.ended
  })
})

describe('wait', () => {
  test('live: until it is on air, and not while it prepares', async () => {
    const on = await desk({ preparingMs: 5_000 })
    await on.cli('go-live')
    const going = on.start('wait', 'live')
    await on.rig.pass(3_000)
    expect([on.rig.tally(), going.out]).toEqual(['preparing', []])
    expect(await on.whole(going.ended)).toMatchObject({ code: 0 })
    expect(on.truth()).toBe('live')
  })

  test('live: not for a broadcast that failed', async () => {
    const on = await desk({ preparingMs: 3_000 })
    on.server.control.preparingFails(on.server.content.project)
    await on.cli('go-live')
    expect((await on.cli('wait', 'live')).code).toBe(1)
  })

  test('off: until a read confirms it', async () => {
    const on = await desk({ preparingMs: 0 })
    await onAir(on)
    const going = on.start('wait', 'off')
    await on.rig.pass(1_000)
    on.server.control.stopElsewhere(on.server.content.project)
    expect(await on.whole(going.ended)).toMatchObject({ code: 0 })
    expect(on.rig.tally()).toBe('off')
  })

  test('ends at its time limit, and then prints the current state', async () => {
    const on = await desk()
    const from = on.rig.clock.monotonic()
    const { code, err } = await on.cli('wait', 'live', '--timeout', '5')
    expect([code, err]).toEqual([5, ['Not within 5 s. Evening Show: Nothing is on air.']])
    expect(on.rig.clock.monotonic() - from).toBeGreaterThanOrEqual(5_000)
  })

  test('is interrupted by the user', async () => {
    const on = await desk()
    const going = on.start('wait', 'live')
    going.interrupt()
    expect((await on.whole(going.ended)).code).toBe(1)
  })
})

async function following() {
  let say: (message: ServerMessage) => void = () => {}
  let asked = 0
  const versions: string[] = []
  const listen: ProgramClient['listen'] = (take) => {
    say = take
    return () => {}
  }
  const client = { listen, follow: () => void asked++ } as ProgramClient
  await follow(client, (state) => versions.push(state.version))
  const snapshot = (version: string, revision: number) =>
    say({ type: 'snapshot', revision, state: firstState(version) })
  const patch = (version: string, base: number) =>
    say({ type: 'patch', base, revision: base + 1, patches: [{ op: 'replace', path: ['version'], value: version }] })
  return { snapshot, patch, versions, asked: () => asked }
}

test('each state comes once, in order; after a patch that does not fit, the whole state is requested again, once', async () => {
  const on = await following()
  on.patch('0', 4)
  on.snapshot('1', 5)
  on.patch('2', 5)
  on.patch('3', 6)
  expect([on.versions, on.asked()]).toEqual([['1', '2', '3'], 1])
  on.patch('5', 8)
  on.patch('6', 9)
  expect([on.versions, on.asked()]).toEqual([['1', '2', '3'], 2])
  on.snapshot('6', 10)
  on.patch('7', 10)
  expect(on.versions).toEqual(['1', '2', '3', '6', '7'])
})
