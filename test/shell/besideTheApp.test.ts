/** What the system asks on macOS of a process of our program that is not the app. */
import { EventEmitter } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { answerForTheApp } from '../../electron/shell/besideTheApp.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { folderForTest } from '../support/atEnd.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** A process beside the app, and what it has done. @param env of that process */
function aside(env: { SSH_CONNECTION?: string; TMPDIR?: string } = {}) {
  vi.stubEnv('SSH_CONNECTION', env.SSH_CONNECTION)
  vi.stubEnv('TMPDIR', env.TMPDIR ?? folderForTest())
  const [did, log]: [unknown[], string[]] = [[], []]
  const app = Object.assign(new EventEmitter(), {
    setActivationPolicy: (policy: string) => void did.push(policy),
    setPath: (name: string, path: string) => void did.push([name, path]),
    exit: (code?: number) => void did.push(['exit', code]),
    commandLine: { appendSwitch: () => {} } as never,
  })
  const clock = new VirtualClock()
  let isReady = false
  const around = {
    ...{ clock, log: (line: string) => void log.push(line) },
    start: (program: string, args: readonly string[]) => void did.push([program, ...args]),
  }
  const ended = answerForTheApp(app, around).then(() => {
    isReady = true
  })
  return { ...{ app, did, log, clock, ended }, isReady: () => isReady }
}

test('a process beside the app stays out of the Dock, and opens the app for a click or a link', () => {
  const { app, did } = aside()
  let prevented = false
  app.emit('activate')
  app.emit('open-url', { preventDefault: () => (prevented = true) }, 'cuelight://go-live')
  const bundle = resolve(process.execPath, '../../..')
  expect(did).toEqual([
    'prohibited',
    ['open', '-n', bundle],
    // Behind `--` nothing of a link can be a switch.
    ['open', '-n', bundle, '--args', '--', 'cuelight://go-live'],
  ])
  expect(prevented).toBe(true)
})

test('one that lasts gets ready, on a folder of its own: that of the app is open elsewhere', async () => {
  const TMPDIR = folderForTest()
  const { did, clock, ended, isReady } = aside({ TMPDIR })
  clock.advance(1_999)
  await turn()
  expect([isReady(), did]).toEqual([false, ['prohibited']])
  clock.advance(1)
  await ended
  const [own = ''] = readdirSync(TMPDIR)
  expect(did).toEqual(['prohibited', ['userData', join(TMPDIR, own)]])
})

test.each([
  ['there is no folder for temporary files', () => ({ TMPDIR: join(folderForTest(), 'gone') }), 'ENOENT'],
  [
    'a file is in its place',
    () => {
      const TMPDIR = join(folderForTest(), 'file')
      writeFileSync(TMPDIR, '')
      return { TMPDIR }
    },
    'ENOTDIR',
  ],
  ['it was started through ssh', () => ({ SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' }), null],
] as const)('where %s it never gets ready, and goes on with its work', async (_, env, why) => {
  const { did, log, clock, isReady } = aside(env())
  clock.advance(60_000)
  await turn()
  expect([isReady(), did]).toEqual([false, ['prohibited']])
  expect(log).toEqual(why === null ? [] : [expect.stringContaining(why)])
})

test('what nothing listens for ends it, with the exit code of what was stopped', () => {
  const { app, did } = aside()
  const [event, seen] = [{ preventDefault: vi.fn() }, vi.fn()]
  // A file that another test is still writing has a listener, too.
  const others = process.rawListeners('SIGTERM')
  process.removeAllListeners('SIGTERM')
  onTestFinished(() => others.forEach((one) => void process.on('SIGTERM', one as NodeJS.SignalsListener)))
  process.once('SIGTERM', seen)
  app.emit('before-quit', event)
  expect([seen.mock.calls.length, did]).toEqual([1, ['prohibited']])
  app.emit('before-quit', event)
  expect(did).toEqual(['prohibited', ['exit', 130]])
  expect(event.preventDefault).toHaveBeenCalledTimes(2)
})
