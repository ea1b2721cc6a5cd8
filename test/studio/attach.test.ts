/** The app finds a running studio, or starts one. */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeLock } from '../../electron/core/files/lock.ts'
import { addressFile, progressIn, writeAddress } from '../../electron/studio/address.ts'
import { runStudio } from '../../electron/studio/run.ts'
import { type Attached, attachOrStart, quit, summary } from '../../electron/studio/supervisor/attach.ts'
import { ownKey } from '../../electron/studio/supervisor/rehearsal.ts'
import { systemClock } from '../../electron/util/time.ts'
import { breathe, VirtualClock } from '../fakes/virtualClock.ts'
import { ask, eventually, MAIN, runs, temporaryDir } from './processes.ts'

let directory: ReturnType<typeof temporaryDir>
const pids = new Set<number>()
beforeEach(() => {
  directory = temporaryDir()
})
afterEach(async () => {
  for (const pid of pids) if (runs(pid)) process.kill(pid, 'SIGKILL')
  for (const pid of pids) await eventually(() => (runs(pid) ? null : true))
  pids.clear()
  delete process.env.CUELIGHT_API_KEY
  directory.remove()
})

const command = (...more: string[]) => [process.execPath, MAIN, '--port', '0', '--data-dir', directory.path, ...more]
async function attach(options: { command?: string[]; patienceMs?: number } = {}): Promise<Attached> {
  const attached = await attachOrStart({
    dataDir: directory.path,
    command: command(),
    clock: systemClock,
    ...options,
  })
  pids.add(attached.pid)
  return attached
}

describe('a studio that takes long to start', () => {
  it.each([
    [
      'that was started by the app',
      (dataDir: string, clock: VirtualClock) => {
        const idle = [process.execPath, '-e', 'setInterval(() => {}, 1000)']
        return attachOrStart({ dataDir, command: idle, clock }).catch(({ message }: Error) => message)
      },
      'did not say where it is',
    ],
    [
      'whose data dir a second one is started on',
      async (dataDir: string, clock: VirtualClock) => {
        const lines: string[] = []
        const lock = takeLock(dataDir, 'studio')
        const complain = (line: string) => lines.push(line)
        const args = ['--data-dir', dataDir]
        await runStudio({ args, env: {}, say: complain, complain, onEnd: () => {} }, clock)
        lock?.release()
        return lines.join()
      },
      'does not say where its studio is',
    ],
  ])('is waited for as long as it shows progress: one %s', async (_, begin, words) => {
    const clock = new VirtualClock()
    const said: unknown[] = []
    const end = begin(directory.path, clock).then((line) => said.push(line))
    const progress = progressIn(directory.path, clock)
    for (let seconds = 0; seconds < 120; seconds += 1) {
      progress()
      await clock.pass(1_000)
    }
    expect(said).toEqual([])
    await clock.pass(10_000)
    // It ends a process that does not end by itself.
    for (; said.length === 0; await breathe()) clock.advance(100)
    await end
    expect(said).toEqual([expect.stringContaining(words)])
  })
})

describe('attaching', () => {
  it('starts a studio if there is none, and finds it afterwards', async () => {
    const first = await attach()
    expect(first.started).toBe(true)
    expect(await attach()).toEqual({ ...first, started: false })
    const key = await ownKey(first, systemClock)
    expect((await ask(first, key, 'GET', '/account')).status).toBe(200)
    expect(await summary(first)).toMatchObject({ onAir: [], projects: 4 })
    await quit(first)
    await eventually(() => (runs(first.pid) ? null : true))
  })

  it('by several at once results in one studio', async () => {
    const attached = await Promise.all([attach(), attach(), attach()])
    expect(new Set(attached.map(({ pid }) => pid)).size).toBe(1)
    expect(attached.filter(({ started }) => started)).toHaveLength(1)
  })

  it('restarts it after it was killed, with all its data', async () => {
    const first = await attach()
    const key = await ownKey(first, systemClock)
    process.kill(first.pid, 'SIGKILL')
    await eventually(() => (runs(first.pid) ? null : true))
    const second = await attach()
    expect(second).toMatchObject({ started: true })
    expect(second.pid).not.toBe(first.pid)
    expect((await ask(second, key, 'GET', '/account')).status).toBe(200)
  })

  it('ignores an address that is damaged or used by another process', async () => {
    writeFileSync(addressFile(directory.path), '{"pid":')
    const first = await attach()
    expect(first.started).toBe(true)
    writeAddress(directory.path, { ...first, pid: process.pid })
    await expect(attach({ patienceMs: 1_000 })).rejects.toThrow('did not say where it is')
  })

  it('passes on no key, and writes a log that only its user can read', async () => {
    process.env.CUELIGHT_API_KEY = 'svc_of-the-app'
    const attached = await attach()
    expect((await ask(attached, 'svc_of-the-app', 'GET', '/account')).status).toBe(401)
    const log = join(directory.path, 'studio.log')
    expect(readFileSync(log, 'utf8')).toContain('nothing is broadcast')
    expect(statSync(log).mode & 0o777).toBe(0o600)
  })

  it('says why a studio could not be started', async () => {
    await expect(attach({ command: command('--nonsense') })).rejects.toThrow(/ended with code 2.*--nonsense/)
    await expect(attach({ command: ['/no/such/program'] })).rejects.toThrow('ENOENT')
  })

  it('does not wait forever, and leaves nothing running', async () => {
    const idle = [process.execPath, '-e', 'console.log(process.pid); setInterval(() => {}, 1000)']
    let pid = 0
    // On a busy machine it may end before it has said which process it is.
    for (let patienceMs = 400; pid === 0; patienceMs *= 2) {
      await expect(attach({ command: idle, patienceMs })).rejects.toThrow(`within ${patienceMs} ms`)
      pid = Number(readFileSync(join(directory.path, 'studio.log'), 'utf8').trim())
    }
    await eventually(() => (runs(pid) ? null : true))
  })
})
