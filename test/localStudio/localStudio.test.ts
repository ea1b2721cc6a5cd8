/** The app finds, starts and leaves its local studio, and reports one that cannot start. */
import { describe, expect, test } from 'vitest'
import { readAddress } from '../../electron/studio/address.ts'
import { administer } from '../../electron/studio/administration/client.ts'
import { systemClock } from '../../electron/util/time.ts'
import {
  act,
  fails,
  foreign,
  goBetween,
  hangs,
  joined,
  kill,
  newPlace,
  newRun,
  nobody,
  type Place,
  projectsBy,
  studioLog,
} from './kit.ts'

const labels = async (place: Place) => {
  const { keys } = await administer(place.address(), 'rehearsal', undefined, systemClock)
  return keys.map(({ label }) => label).sort()
}

describe('finding it', () => {
  test.each([
    ['', async () => newPlace()],
    [' that runs', async () => (await joined()).place],
  ])('by two at once results in one studio%s and one valid key', async (_, found) => {
    const place = await found()
    const before = readAddress(place.studio)?.pid
    const run = newRun(place)
    const ways = await run.during(Promise.all([run.studio.join(), run.studio.join()]))
    for (const way of ways) expect(await projectsBy(way)).toContain('Friday Night')
    expect(place.processes()).toEqual([before ?? place.address().pid])
  })

  test('what an earlier run left on air is found again, and this run does not end it', async () => {
    const { place, run, pid } = await joined()
    await act(await run.during(run.studio.join()), 'startLive')
    await run.during(run.studio.leave())
    expect(run.log.join()).toContain('something is on air')
    const next = await joined(place)
    expect(next.pid).toBe(pid)
    const { onAir } = await administer(place.address(), 'summary', undefined, systemClock)
    expect(onAir.map(({ projectName }) => projectName)).toEqual(['Friday Night'])
  })

  test('our keys do not accumulate over fifteen runs, and replace no other key', async () => {
    const { place, run } = await joined()
    await run.during(run.studio.rehearsal()?.createKey('Cue wall') ?? Promise.reject())
    for (let times = 0; times < 15; times += 1) await joined(place)
    expect(await labels(place)).toEqual(['Cue wall', 'Cuelight', 'Key file'])
  })

  test('a user’s key cannot have the name of ours, which are deleted', async () => {
    const { run } = await joined()
    await expect(run.studio.rehearsal()?.createKey('Cuelight')).rejects.toThrow('Choose another label')
  })
})

test('alive, but not responding well: slow: it is not restarted, and its late response updates the rehearsal', async () => {
  const { place, run, pid, between } = await foreign(goBetween)
  const attempts = run.attempts()
  between.manner = 'silent'
  for (let times = 0; times < 3; times += 1) {
    run.clock.advance(2_000)
    await run.until(() => between.held() > 0, 'a question')
    const before = run.rehearsals.length
    run.clock.advance(3_000)
    await run.until(() => run.rehearsals.length > before, 'that it is too slow')
    expect(run.rehearsals.at(-1)).toBeNull()
  }
  between.manner = 'itself'
  await run.look()
  expect(run.rehearsals.at(-1)).toMatchObject({ account: 'paid' })
  expect([run.attempts(), run.restarts, run.troubles, place.address().pid]).toEqual([attempts, [], [], pid])
})

test('alive, but not responding well: with a "no": it is not restarted', async () => {
  const { place, run, pid, between } = await foreign(goBetween)
  const attempts = run.attempts()
  between.manner = 'no'
  await run.look()
  expect(run.rehearsals.at(-1)).toBeNull()
  await run.look()
  between.manner = 'itself'
  await run.look()
  expect(run.rehearsals.at(-1)).toMatchObject({ account: 'paid' })
  expect([run.attempts(), run.restarts, run.troubles, place.address().pid]).toEqual([attempts, [], [], pid])
})

test('that cannot start: at first: its last output is reported, nothing keeps running, and it is joined once it can start', async () => {
  const place = newPlace()
  const run = newRun(place)
  run.command = fails
  await expect(run.during(run.studio.join())).rejects.toThrow(/ended with code 3.*the disk is full/)
  expect([place.processes(), run.rehearsals]).toEqual([[], []])
  run.command = null
  expect(await projectsBy(await run.during(run.studio.join()))).toContain('Friday Night')
})

test('that cannot start: again: reported once, retried ever less often, no process accumulates, and its recovery is reported', async () => {
  const { place, run, pid } = await joined()
  run.command = hangs
  kill(pid)
  await run.look()
  const hung = () => [...studioLog(place).matchAll(/hung (\d+)/g)].map((match) => Number(match[1]))
  for (let times = 1; times <= 3; times += 1) {
    await run.until(() => hung().length === times, `attempt ${times}`)
    expect(place.processes()).toEqual([hung().at(-1)])
    // Its start timeout, and the time granted to one that does not end on request.
    run.clock.advance(10_000)
    await run.until(() => run.clock.waiting > 0 && run.troubles.length > 0, 'that it is told')
    await run.until(() => place.processes().length === 0, 'the end of what hung')
    expect(run.attempts() - times).toBe(1)
    run.clock.advance(2_000 * 2 ** times - 1_000)
    await run.rest()
    expect(run.attempts() - times).toBe(1)
    if (times === 3) run.command = null
    run.clock.advance(1_000)
  }
  await run.restarted()
  expect(run.troubles).toEqual([expect.stringContaining('did not say where it is'), null])
  // The output of the previous studio is no reason.
  expect(run.troubles[0]).not.toContain('Base URL')
})

describe('leaving', () => {
  test('ends an idle one it started, and reports no more of its rehearsal', async () => {
    const { place, run } = await joined()
    await run.look()
    await run.during(run.studio.leave())
    expect([readAddress(place.studio), run.rehearsals.at(-1), run.studio.rehearsal()]).toEqual([null, null, null])
    await run.left()
    const told = run.rehearsals.length
    run.clock.advance(60_000)
    await run.rest()
    expect([run.rehearsals.length, run.attempts()]).toEqual([told, 1])
  })

  test('leaves one that is on air, and ends it when it is left idle later in the same run', async () => {
    const { place, run, pid } = await joined()
    await act(await run.during(run.studio.join()), 'startLive')
    await run.during(run.studio.leave())
    expect(place.processes()).toEqual([pid])
    await act(await run.during(run.studio.join()), 'stopLive')
    await run.during(run.studio.leave())
    await run.left()
  })

  test('leaves one it did not start', async () => {
    const { place, run, pid } = await foreign(nobody)
    await run.during(run.studio.leave())
    expect([place.address().pid, run.log]).toEqual([pid, []])
  })

  test('while it is being found: nothing keeps running', async () => {
    const place = newPlace()
    const run = newRun(place)
    const joining = run.studio.join()
    joining.catch(() => {})
    await run.until(() => place.processes().length > 0, 'a studio that starts')
    await run.during(run.studio.leave())
    await expect(joining).rejects.toThrow('not needed any more')
    await run.left()
    expect([run.studio.rehearsal(), run.log]).toEqual([null, []])
  })

  test('while it is being restarted: nothing keeps running, and no caller gets a connection to it', async () => {
    const { place, run, pid } = await joined()
    await run.look()
    kill(pid)
    await run.look()
    await run.until(() => place.processes().some((one) => one !== pid), 'a studio that starts')
    await run.during(run.studio.leave())
    await run.left()
    expect([run.restarts, run.troubles, run.studio.rehearsal()]).toEqual([[], [], null])
  })
})
