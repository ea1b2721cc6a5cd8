/** When the local studio dies, it is restarted, and no other program on its port is trusted. */
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readAddress } from '../../electron/studio/address.ts'
import { isZombie } from '../studio/processes.ts'
import { atEnd } from '../support/atEnd.ts'
import { foreign, goBetween, joined, kill, newPlace, newRun, nobody, portOf, projectsBy } from './kit.ts'

describe('a dying studio', () => {
  test('a program that takes its port is not sent the key, and its claims to be the service are not believed', async () => {
    const place = newPlace()
    const run = newRun(place)
    const connection = await run.during(run.studio.join())
    expect(statSync(join(place.studio, 'studio.sock')).mode & 0o777).toBe(0o600)
    kill(place.address().pid)
    const told = await occupy(Number(portOf(place)))
    // On a busy machine the next studio may be there already, at the same socket.
    const read = await run.during(projectsBy(connection)).catch(() => ['Friday Night'])
    expect([read, told()]).toEqual([expect.arrayContaining(['Friday Night']), ''])
  })

  test('it is restarted at the same port, and the state of the rehearsal is reported as unknown meanwhile', async () => {
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

  test('a dead process that was not reaped does not count as alive', async () => {
    const { place, run, pid } = await foreign(nobody)
    kill(pid)
    await run.until(() => isZombie(pid), 'a studio that has died and is not reaped')
    expect(process.kill(pid, 0)).toBe(true)
    await run.look()
    await run.restarted()
    expect(place.processes()).toContain(place.address().pid)
    // Unlike the one before, this studio is ours to end.
    await run.during(run.studio.leave())
    await run.until(() => readAddress(place.studio) === null, 'its end')
  })

  test('after a crash of both, the next run finds the port again; if that is taken, another, with the same budget', async () => {
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

  test('such a program receives neither its secret nor what the user requests', async () => {
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

  test('unreadable data is set aside and reported; garbage in its lock is not reported', async () => {
    const place = newPlace()
    writeFileSync(join(place.studio, 'studio.db'), 'this is no database, and long enough to be looked at'.repeat(99))
    writeFileSync(join(place.studio, 'studio.lock'), 'this is no lock, and long enough to be looked at'.repeat(99))
    const { run } = await joined(place)
    expect(run.setAside).toEqual([expect.stringMatching(/studio\.db\.damaged-\d+$/)])
  })

  test('another program that responds at its port is not mistaken for it', async () => {
    const { place, run, pid, between } = await foreign(goBetween)
    between.manner = 'stranger'
    kill(pid)
    await run.look()
    await run.restarted()
    expect(place.address().pid).not.toBe(pid)
  })
})

/** Takes a port as soon as it is free, and sends nothing. Returns a function that yields what it received. */
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
