/** The local studio as the app keeps it: real studio processes, killed, slow, hung, and not ours. */
import { spawn } from 'node:child_process'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readAddress } from '../../electron/studio/address.ts'
import { administer } from '../../electron/studio/administration/client.ts'
import { studioCommand } from '../../electron/studio/supervisor/place.ts'
import { systemClock } from '../../electron/util/time.ts'
import { isZombie } from '../studio/processes.ts'
import { atEnd } from '../support/atEnd.ts'
import { act, fails, goBetween, hangs, newPlace, newRun, type Place, projectsBy, type Run, studioLog } from './kit.ts'

async function joined(place = newPlace()): Promise<{ place: Place; run: Run; pid: number }> {
  const run = newRun(place)
  const connection = await run.during(run.studio.join())
  expect(await projectsBy(connection)).toContain('Friday Night')
  return { place, run, pid: place.address().pid }
}

const portOf = (place: Place) => new URL(place.address().baseUrl).port
const kill = (pid: number) => process.kill(pid, 'SIGKILL')
const labels = async (place: Place) => {
  const { keys } = await administer(place.address(), 'rehearsal', undefined, systemClock)
  return keys.map(({ label }) => label).sort()
}

/** A run on a studio started by somebody else, who does not reap it. */
async function foreign<T>(comeBetween: (place: Place) => Promise<T>) {
  const place = newPlace()
  const run = newRun(place)
  const [program = '', ...args] = studioCommand(place.studio, 0)
  const line = ['-c', '"$@" & exec sleep 600', 'sh', program, ...args]
  const parent = spawn('sh', line, { stdio: 'ignore' })
  atEnd(() => parent.kill())
  await run.until(() => readAddress(place.studio) !== null, 'the studio of somebody else')
  const { pid } = place.address()
  const between = await comeBetween(place)
  await run.during(run.studio.join())
  expect(place.address().pid).toBe(pid)
  await run.until(() => run.rehearsals.length > 0, 'the first look')
  return { place, run, pid, between }
}
const nobody = async () => {}

describe('finding it', () => {
  test.each([
    ['', async () => newPlace()],
    [' that runs', async () => (await joined()).place],
  ])('by two at once ends with one studio%s and one key that is good', async (_, found) => {
    const place = await found()
    const before = readAddress(place.studio)?.pid
    const run = newRun(place)
    const ways = await run.during(Promise.all([run.studio.join(), run.studio.join()]))
    for (const way of ways) expect(await projectsBy(way)).toContain('Friday Night')
    expect(place.processes()).toEqual([before ?? place.address().pid])
  })

  test('what an earlier run left on air is found again, and is not this run’s to end', async () => {
    const { place, run, pid } = await joined()
    await act(await run.during(run.studio.join()), 'startLive')
    await run.during(run.studio.leave())
    expect(run.log.join()).toContain('something is on air')
    const next = await joined(place)
    expect(next.pid).toBe(pid)
    const { onAir } = await administer(place.address(), 'summary', undefined, systemClock)
    expect(onAir.map(({ projectName }) => projectName)).toEqual(['Friday Night'])
  })

  test('keys of ours do not pile up over fifteen runs, and no other key makes room for them', async () => {
    const { place, run } = await joined()
    await run.during(run.studio.rehearsal()?.createKey('Cue wall') ?? Promise.reject())
    for (let times = 0; times < 15; times += 1) await joined(place)
    expect(await labels(place)).toEqual(['Cue wall', 'Cuelight', 'Key file'])
  })

  test('a key for a person cannot be called as ours are, which are taken away', async () => {
    const { run } = await joined()
    await expect(run.studio.rehearsal()?.createKey('Cuelight')).rejects.toThrow('Choose another label')
  })
})

describe('dying', () => {
  test('it is started again at the same port, and what is known of the rehearsal is told to be unknown meanwhile', async () => {
    const { place, run, pid } = await joined()
    const port = portOf(place)
    await run.look()
    kill(pid)
    await run.look()
    expect(run.rehearsals.at(-1)).toBeNull()
    await run.restarted()
    expect(place.processes()).toEqual([place.address().pid])
    expect([place.address().pid === pid, portOf(place)]).toEqual([false, port])
    expect(await projectsBy(run.restarts[0] as never)).toContain('Friday Night')
    await run.look()
    expect(run.rehearsals.at(-1)).toMatchObject({ account: 'paid' })
    expect([run.restarts.length, run.troubles]).toEqual([1, []])
  })

  test('a process that nobody has reaped is no sign of life', async () => {
    const { place, run, pid } = await foreign(nobody)
    kill(pid)
    await run.until(() => isZombie(pid), 'a studio that has died and is not reaped')
    expect(process.kill(pid, 0)).toBe(true)
    await run.look()
    await run.restarted()
    expect(place.processes()).toContain(place.address().pid)
    // Not so the one that was there before: this one is ours to end.
    await run.during(run.studio.leave())
    await run.until(() => readAddress(place.studio) === null, 'its end')
  })

  test('after a crash of both, the next run finds the port again; where that is taken, another, on the same budget', async () => {
    const { place, pid } = await joined()
    const port = portOf(place)
    kill(pid)
    const next = await joined(place)
    expect([next.pid === pid, portOf(place)]).toEqual([false, port])
    kill(next.pid)
    await occupy(Number(port))
    await next.run.look()
    await next.run.restarted()
    expect(portOf(place)).not.toBe(port)
    expect(await projectsBy(next.run.restarts[0] as never)).toContain('Friday Night')
    expect(readdirSync(join(place.app, 'leases'))).toHaveLength(1)
  })

  test('a program that takes its port is told neither its secret nor what a person asks of it', async () => {
    const { place, run, pid } = await joined()
    const { adminSecret } = place.address()
    kill(pid)
    const told = await occupy(Number(portOf(place)))
    await expect(run.studio.rehearsal()?.createKey('Cue wall')).rejects.toThrow('it has ended')
    await run.look()
    await run.restarted()
    const next = newRun(place)
    kill(place.address().pid)
    await next.during(next.studio.join())
    expect(told()).not.toContain(adminSecret)
    expect(told()).not.toContain('/admin')
  })

  test('nor is it sent the key, or believed what it says in the name of the service', async () => {
    const place = newPlace()
    const run = newRun(place)
    const connection = await run.during(run.studio.join())
    expect(statSync(join(place.studio, 'studio.sock')).mode & 0o777).toBe(0o600)
    kill(place.address().pid)
    const told = await occupy(Number(portOf(place)))
    await expect(run.during(projectsBy(connection))).rejects.toThrow()
    expect(told()).toBe('')
  })

  test('what it had kept and cannot read is set aside, and told; garbage in its lock is nothing to tell', async () => {
    const place = newPlace()
    writeFileSync(join(place.studio, 'studio.db'), 'this is no database, and long enough to be looked at'.repeat(99))
    writeFileSync(join(place.studio, 'studio.lock'), 'this is no lock, and long enough to be looked at'.repeat(99))
    const { run } = await joined(place)
    expect(run.setAside).toEqual([expect.stringMatching(/studio\.db\.damaged-\d+$/)])
  })

  test('another program that answers at its port is not taken for it', async () => {
    const { place, run, pid, between } = await foreign(goBetween)
    between.manner = 'stranger'
    kill(pid)
    await run.look()
    await run.restarted()
    expect(place.address().pid).not.toBe(pid)
  })
})

/** Takes a port as soon as it is free, and says nothing to whoever asks. Answers what it was told. */
async function occupy(port: number): Promise<() => string> {
  let told = ''
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      told += bytes
    })
  })
  atEnd(() => server.close())
  await new Promise<void>((resolve) => {
    server.once('listening', resolve)
    server.on('error', () => setTimeout(() => server.listen(port, '127.0.0.1'), 10))
    server.listen(port, '127.0.0.1')
  })
  return () => told
}

test('living, though it does not answer well: slow: it is not started again, and when it answers the rehearsal is told', async () => {
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

test('living, though it does not answer well: with a "no": it is not started again', async () => {
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

test('that cannot start: at first: told with its last words, nothing left running, and joined once it can', async () => {
  const place = newPlace()
  const run = newRun(place)
  run.command = fails
  await expect(run.during(run.studio.join())).rejects.toThrow(/ended with code 3.*the disk is full/)
  expect([place.processes(), run.rehearsals]).toEqual([[], []])
  run.command = null
  expect(await projectsBy(await run.during(run.studio.join()))).toContain('Friday Night')
})

test('that cannot start: again: told once, tried ever more seldom, no process piles up, and that it is over is told', async () => {
  const { place, run, pid } = await joined()
  run.command = hangs
  kill(pid)
  await run.look()
  const hung = () => [...studioLog(place).matchAll(/hung (\d+)/g)].map((match) => Number(match[1]))
  for (let times = 1; times <= 3; times += 1) {
    await run.until(() => hung().length === times, `attempt ${times}`)
    expect(place.processes()).toEqual([hung().at(-1)])
    // Its patience, and what it grants one that does not end when asked.
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
  // What the studio before had said is no reason.
  expect(run.troubles[0]).not.toContain('Base URL')
})

describe('leaving', () => {
  test('ends an idle one it started, and tells no more of its rehearsal', async () => {
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

  test('while it is being found: nothing is left running', async () => {
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

  test('while it is being started again: nothing is left running, and nobody is given a way to it', async () => {
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
