/** A whole show on the command line: what each command does at the service, and which source may do what. */
import { describe, expect, test } from 'vitest'
import { ACTIVATE, liveId, onAir, SYNC } from '../core/stage.ts'
import { desk, jsonOf } from './kit.ts'

test('a show from its start to its end', async () => {
  const on = await desk({ preparingMs: 2_000 })
  const truth = () => on.server.control.truth(on.server.content.project)
  const starting = 'Evening Show is starting: preparing, not on air yet.'
  expect(await on.cli('go-live')).toMatchObject({ code: 0, out: [starting] })
  expect(await on.cli('wait', 'live')).toMatchObject({ code: 0 })
  expect(on.truth()).toBe('live')
  const { out } = await on.cli('status')
  expect(out).toContainEqual(expect.stringMatching(/^Evening Channel: https:\/\/\S+$/))
  const { status } = jsonOf(await on.cli('status', '--json'))
  expect(status?.watch).toEqual([{ name: 'Evening Channel', url: expect.stringMatching(/^https:/) }])

  expect(await on.cli('scene', 'talk')).toMatchObject({ code: 0 })
  expect(truth()).toMatchObject({ activeSceneId: on.server.content.scenes[1], unsyncedEdits: 1 })
  expect(await on.cli('sync')).toMatchObject({ code: 0, out: [expect.stringContaining('Viewers now see')] })
  expect(truth()).toMatchObject({ onAirSceneId: on.server.content.scenes[1], unsyncedEdits: 0 })

  expect(await on.cli('auto-sync', 'on')).toMatchObject({ code: 0 })
  expect(truth().autoSynch).toBe(true)
  for (const [command, scene] of Object.entries({ next: 2, previous: 1, back: 2 })) {
    expect(await on.cli(command), command).toMatchObject({ code: 0 })
    expect(truth().onAirSceneId, command).toBe(on.server.content.scenes[scene])
  }

  expect(await on.cli('stop', '--confirm')).toMatchObject({ code: 0, out: ['Stopped.'] })
  expect(on.truth()).toBe('off')
  expect([on.starts(), on.stops()]).toEqual([1, 1])
  const sources = on.rig.state().journal.flatMap((entry) => ('command' in entry.what ? [entry.source] : []))
  expect(new Set(sources)).toEqual(new Set(['core', 'cli']))
})

describe('stop', () => {
  test('without --confirm names what it would stop, and stops nothing', async () => {
    const on = await desk()
    await onAir(on)
    const { code, err } = await on.cli('stop')
    expect(code).toBe(2)
    expect(err.join()).toContain('It would stop Evening Show on Evening Channel')
    expect([on.rig.state().arm, on.stops(), on.truth()]).toEqual([null, 0, 'live'])
  })

  test('arms, waits for the minimum time, and stops once', async () => {
    const on = await desk()
    await onAir(on)
    const going = on.start('stop', '--confirm')
    await on.rig.until(() => on.rig.state().arm !== null, 'armed')
    expect(on.stops()).toBe(0)
    const armed = on.rig.clock.monotonic()
    await on.rig.until(() => on.stops() === 1, 'sent')
    expect(on.rig.clock.monotonic() - armed).toBeGreaterThanOrEqual(400)
    expect(await on.whole(going.ended)).toMatchObject({ code: 0 })
  })

  test('twice at the same time is one stop at the service', async () => {
    const on = await desk()
    await onAir(on)
    const two = [on.start('stop', '--confirm').ended, on.start('stop', '--confirm').ended]
    const codes = (await on.whole(Promise.all(two))).map(({ code }) => code)
    expect(codes.toSorted()).toEqual([0, 1])
    expect([on.stops(), on.truth()]).toEqual([1, 'off'])
  })

  test('with nothing on air reads once more, and says so', async () => {
    const on = await desk()
    on.server.forget()
    await on.rig.pass(1_000)
    const err = ['Nothing is on air. Nothing was sent.']
    expect(await on.cli('stop', '--confirm')).toMatchObject({ code: 1, err })
    expect(on.server.count('GET', /\/live$/)).toBeGreaterThan(0)
    expect(on.stops()).toBe(0)
  })

  test('stops what began elsewhere since the last read', async () => {
    const on = await desk({ preparingMs: 0 })
    on.server.control.startElsewhere(on.server.content.project)
    await on.rig.pass(1_000)
    expect(on.rig.tally()).toBe('off')
    expect(await on.cli('stop', '--confirm')).toMatchObject({ code: 0 })
    expect([on.stops(), on.truth()]).toEqual([1, 'off'])
  })

  test('stops nothing other than what it saw', async () => {
    const on = await desk({ preparingMs: 0 })
    const seen = await onAir(on)
    await on.rig.pass(1_000)
    const going = on.start('stop', '--confirm')
    await on.rig.until(() => on.rig.state().arm !== null, 'armed')
    on.server.control.stopElsewhere(on.server.content.project)
    on.server.control.startElsewhere(on.server.content.project)
    await on.rig.press({ type: 'refresh' })
    expect(liveId(on.rig)).not.toBe(seen)
    expect(await on.whole(going.ended)).toMatchObject({
      code: 1,
      err: [expect.stringContaining('Another broadcast')],
    })
    expect([on.stops(), on.truth()]).toEqual([0, 'live'])
  })
})

test('the closed padlock covers all of it, and no program opens it', async () => {
  const on = await desk({ preparingMs: 0 })
  await onAir(on)
  expect(await on.cli('padlock', 'close')).toMatchObject({ code: 0 })
  for (const args of [['go-live'], ['stop', '--confirm'], ['sync'], ['scene', '2'], ['next'], ['auto-sync', 'on']]) {
    const { code, err } = await on.cli(...args)
    expect([code, err], args.join(' ')).toEqual([1, ['The padlock is closed. Open it first.']])
  }
  expect(await on.cli('padlock', 'open')).toMatchObject({ code: 1, err: [expect.stringContaining('Only a person')] })
  expect(on.rig.state().padlock.locked).toBe(true)
  const reached = [on.server.count('POST', SYNC), on.server.count('POST', ACTIVATE)]
  expect([on.starts(), on.stops(), ...reached]).toEqual([1, 0, 0, 0])
})

describe('go-live', () => {
  test('names the known faults, and goes live despite them if requested', async () => {
    const on = await desk()
    on.server.control.expireDestination(on.server.content.destinations.twitch)
    await on.rig.press({ type: 'checkDestinations' })
    const answer = await on.cli('go-live')
    expect(answer).toMatchObject({ code: 1, err: [expect.stringContaining('reconnect evening_live')] })
    expect(on.starts()).toBe(0)
    on.server.control.renewDestination(on.server.content.destinations.twitch)
    expect(await on.cli('go-live', '--despite-faults')).toMatchObject({ code: 0 })
    expect(on.starts()).toBe(1)
  })

  test('the first of an account says what it would start, and how to confirm that', async () => {
    const on = await desk()
    await on.rig.core.settings.change({ wentLive: [] })
    const { code, err } = await on.cli('go-live')
    expect(code).toBe(1)
    expect(err.join()).toMatch(/^First broadcast of this account: Evening Show on .* cuelight go-live --confirm$/)
    expect(on.starts()).toBe(0)
    expect(await on.cli('go-live', '--confirm')).toMatchObject({ code: 0 })
    expect(on.starts()).toBe(1)
  })

  test('of a project with a date says when it is, and how to cancel it; wait live waits only for a near date', async () => {
    const on = await desk()
    const at = (inMs: number) => ['--dates', new Date(on.rig.clock.now() + inMs).toISOString()]
    expect((await on.cli('edit', 'scheduleLive', ...at(86_400_000))).code).toBe(0)
    await on.rig.until(() => on.rig.show().live?.status === 'SCHEDULED' && on.rig.show().nextScheduleAt !== null)
    const { code, err } = await on.cli('go-live')
    expect([code, on.starts()]).toEqual([1, 0])
    expect(err.join()).toMatch(/^Evening Show is scheduled for .*20:00\. Cancel .* cuelight edit cancelSchedules$/)

    const began = on.rig.clock.monotonic()
    const waited = await on.cli('wait', 'live')
    expect(waited).toMatchObject({ code: 1, err: [expect.stringContaining('Evening Show is scheduled for')] })
    expect(on.rig.clock.monotonic() - began).toBeLessThan(2_000)

    expect((await on.cli('edit', 'cancelSchedules')).code).toBe(0)
    expect((await on.cli('edit', 'scheduleLive', ...at(200_000))).code).toBe(0)
    const soon = on.rig.clock.now() + 200_000
    await on.rig.until(
      () => (on.rig.show().nextScheduleAt ?? Number.POSITIVE_INFINITY) <= soon,
      'the new date is read',
    )
    const going = on.start('wait', 'live', '--timeout', '600')
    await on.rig.pass(3_000)
    going.interrupt()
    expect(await on.whole(going.ended)).toMatchObject({ code: 1, err: ['Stopped waiting.'] })
  })

  test('begins with the scene that was chosen as its opening', async () => {
    const on = await desk()
    const truth = () => on.server.control.truth(on.server.content.project)
    expect(await on.cli('opening', 'talk')).toMatchObject({ code: 0, out: ['Shows begin with Talk.'] })
    expect(await on.cli('opening', 'nowhere')).toMatchObject({ code: 1 })
    expect(await on.cli('go-live')).toMatchObject({ code: 0, out: [expect.stringContaining('It opens with Talk.')] })
    expect(truth()).toMatchObject({ activeSceneId: on.server.content.scenes[1] })
    expect(await on.cli('opening', 'active')).toMatchObject({ code: 0, out: ['Shows begin with the active scene.'] })
    expect(on.rig.state().openings).toEqual({})
  })

  test('a second one says how far the first one is', async () => {
    const on = await desk({ preparingMs: 20_000 })
    expect(await on.cli('go-live')).toMatchObject({ code: 0 })
    const preparing = 'Already starting: preparing, not on air yet. Nothing was sent.'
    expect(await on.cli('go-live')).toMatchObject({ code: 1, err: [preparing] })
    await on.rig.until(() => on.rig.tally() === 'live', 'live')
    expect(await on.cli('go-live')).toMatchObject({ code: 1, err: ['Already on air. Nothing was sent.'] })
    expect(on.starts()).toBe(1)
  })

  test('a lost response is "not known", and the start is sent once', async () => {
    const on = await desk()
    on.server.faults.add({ kind: 'cutAfter', match: { method: 'POST', path: /\/live$/ } })
    const answer = await on.cli('go-live', '--json')
    expect(answer.code).toBe(4)
    expect(jsonOf(answer)).toMatchObject({ ok: false, exitCode: 4, outcome: { result: 'unknown' } })
    // While the first is being checked, another one is refused.
    expect(await on.cli('go-live')).toMatchObject({ code: 1 })
    expect(on.starts()).toBe(1)
  })

  test('what the service refuses has failed', async () => {
    const on = await desk()
    const match = { path: /\/live$/, method: 'POST' }
    on.server.faults.add({ kind: 'refuse', status: 409, code: 'NO_DESTINATIONS', match })
    const answer = await on.cli('go-live', '--json')
    expect(jsonOf(answer)).toMatchObject({ ok: false, exitCode: 1, outcome: { result: 'failed' } })
  })
})

describe('scene', () => {
  const scenes = ['Main', 'main stage', 'Café', '3', 'Break', 'Bremen', '12 noon', '5 past', 'Twin', 'Twin']
  const table: [typed: string[], means: string | RegExp][] = [
    [['Main'], 'Main'],
    [['main'], 'Main'],
    [['main', 'stage'], 'main stage'],
    [['MAIN STAGE'], 'main stage'],
    [['3'], '3'],
    [['5'], 'Break'],
    [['12'], '12 noon'],
    [['brea'], 'Break'],
    [['cafe\u0301'], 'Café'],
    [['bre'], /could be \d+ Break, \d+ Bremen/],
    [['Twin'], /could be \d+ Twin, \d+ Twin/],
    [['nothing'], /^No scene is called "nothing": there are 1 Main, 2 main stage/],
    [['99'], /^No scene is called/],
  ]
  test('is found by its name, else by its number, else by its beginning; never guessed', async () => {
    const on = await desk({ scenes: 0 })
    for (const name of scenes) on.server.control.addScene(on.server.content.project, name)
    await on.rig.pass(1_000)
    await on.rig.press({ type: 'refresh' })
    expect(on.rig.show().scenes?.map((scene) => scene.name)).toEqual(scenes)
    for (const [typed, means] of table) {
      const sent = on.server.count('POST', ACTIVATE)
      const { code, out, err } = await on.cli('scene', ...typed)
      if (typeof means === 'string') {
        expect([code, out], typed.join(' ')).toEqual([0, [`${means} is up next. Nothing is on air.`]])
      } else {
        expect([code, err.join()], typed.join(' ')).toEqual([1, expect.stringMatching(means)])
        expect(on.server.count('POST', ACTIVATE)).toBe(sent)
      }
    }
  })
})

test('an older project that is not in the state is found by its name in the full list', async () => {
  const on = await desk({ projects: 250, showIsOldest: true })
  expect(await on.cli('target', 'evening')).toMatchObject({ code: 0, out: ['The show target is Evening Show.'] })
})

test('another project is named, chosen, and found in the list if it was not read yet', async () => {
  const on = await desk({ projects: 3 })
  expect(await on.cli('target', 'project 0002')).toMatchObject({ code: 0, out: ['The show target is Project 0002.'] })
  expect(on.rig.show().name).toBe('Project 0002')
  expect(await on.cli('target', 'Project')).toMatchObject({ code: 1, err: [expect.stringContaining('could be')] })
  const err = ['No project is called "Nobody". Nothing was sent.']
  expect(await on.cli('target', 'Nobody')).toMatchObject({ code: 1, err })
  // The previous show target is still followed, and can be named.
  await on.whole(on.rig.press({ type: 'refresh' }))
  expect(await on.cli('go-live', '--project', 'evening')).toMatchObject({ code: 0 })
  expect(on.truth()).not.toBe('off')
  // One that was never looked at is looked at for this.
  expect(await on.cli('status', '--project', 'Project 0003')).toMatchObject({ code: 0 })
  expect(await on.cli('go-live', '--project', 'Nobody')).toMatchObject({ code: 1 })
  expect(on.starts()).toBe(1)
})

test('without a desktop, show offers the panel', async () => {
  const on = await desk()
  const panelAddress = 'http://127.0.0.1:1/?token=t'
  expect(await on.cli('panel')).toMatchObject({ code: 0, out: [panelAddress] })
  expect(await on.cli('show')).toMatchObject({ code: 0, out: [expect.stringContaining(panelAddress)] })
  expect(jsonOf(await on.cli('show', '--json'))).toMatchObject({ ok: true, panelAddress })
})

test('with a desktop, show opens the requested window', async () => {
  const on = await desk()
  const shown: string[] = []
  on.rig.core.provide({ desktop: { show: (window: string) => shown.push(window) } as never })
  expect(await on.cli('show')).toMatchObject({ code: 0, out: ['Shown.'] })
  expect(await on.cli('show', 'quick')).toMatchObject({ code: 0 })
  expect(shown).toEqual(['main', 'quick'])
})
