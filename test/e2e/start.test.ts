/**
 * Cuelight started where it cannot run, or where another one runs: it exits with a sentence, and nothing acts twice.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { nodeFlags } from '../../build/setup/nodeFlags.mjs'
import { takeCoreLock } from '../../electron/core/files/lock.ts'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { newDir } from '../fakes/rig.ts'
import { everythingIn } from '../profiles/desk.ts'
import { ofProcess, processesOn } from '../studio/processes.ts'
import { atEnd, closing } from '../support/atEnd.ts'
import { type AppOptions, startApp, startInVain, sweep } from './app.ts'
import { button, openShow, press, tally } from './stagehand.ts'

const runs = (command: string, ...args: string[]) => spawnSync(command, args).status === 0
async function started(options?: AppOptions) {
  const app = await startApp(options)
  atEnd(() => sweep(app))
  return app
}
const fifo = (path: string) => expect(runs('mkfifo', path)).toBe(true)

describe('a start in an unusable place ends with a sentence', () => {
  test.each<[string, string, (path: string) => void, string]>([
    ['a file', '', (path) => writeFileSync(path, ''), 'a file is where a folder should be'],
    ['beneath a file', 'deeper', (path) => writeFileSync(join(path, '..'), ''), 'a file is where a folder'],
    ['too long a name', 'x'.repeat(300), () => {}, 'its name is too long'],
    ['a folder as settings', 'settings.json', mkdirSync, 'settings.json: a folder is where a file should be'],
    ['a folder as lock', 'core.lock', mkdirSync, 'core.lock: a folder is where a file should be'],
    ['a folder as socket', 'core.sock', mkdirSync, 'core.sock: a folder is where a file should be'],
    ['a pipe as sessions', 'sessions.json', fifo, 'sessions.json: it is not an ordinary file'],
  ])('%s', async (_, name, make, says) => {
    const dir = newDir()
    const isWithin = name.includes('.')
    if (!isWithin) rmSync(dir, { recursive: true })
    make(join(dir, name))
    const { code, stderr } = await startInVain(['--data-dir', isWithin ? dir : join(dir, name)])
    expect(stderr).toMatch(/^Cuelight could not start: [^\n]*\n$/)
    expect([code, stderr]).toEqual([1, expect.stringContaining(says)])
  })

  test('an empty name', async () => {
    const { code, stderr } = await startInVain(['--data-dir='])
    expect([code, stderr.split('\n')[0]]).toEqual([2, '--data-dir: that is no folder.'])
  })

  test('a user without an entry in the system and without a home', async () => {
    const { code, stderr } = await startInVain([], { HOME: '', XDG_DATA_HOME: '/proc/nowhere' })
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^Cuelight could not start: \/proc\/nowhere/)])
  })
})

test('garbage in the lock file prevents no start', async () => {
  const dataDir = newDir()
  writeFileSync(join(dataDir, 'core.lock'), 'garbage '.repeat(1_000))
  const app = await startApp({ dataDir })
  await sweep(app)
})

describe.runIf(canMount())('on a disk', () => {
  test('that is read-only, it says so', async () => {
    const disk = mounted('ro,size=64k')
    const { code, stderr } = await startInVain(['--data-dir', disk])
    const says = /^Cuelight could not start: .*: the disk is read-only\n$/
    expect([code, stderr]).toEqual([1, expect.stringMatching(says)])
  })

  test('that is full, it starts; panel and command line report that nothing is recorded, and later that it is again', async () => {
    const service = closing(await startIndependentServer({ preparingMs: 1 }))
    const disk = mounted('size=64k')
    expect(runs('sh', '-c', `head -c 1000000 /dev/zero > '${disk}/filler'; test -s '${disk}/filler'`)).toBe(true)
    await started({ service, dataDir: disk, isNew: true })
    expect(await cli(disk, 'wait', 'off')).toContain('Nothing is on air')
    expect(await cli(disk, 'go-live', '--confirm')).toMatch(
      /journal cannot be written \(the disk is full\).*--despite-faults/,
    )
    expect(service.count('POST', /\/live$/)).toBe(0)
    expect(await cli(disk, 'status')).toContain('The journal cannot be written: the disk is full.')
    rmSync(join(disk, 'filler'))
    expect(await cli(disk, 'go-live', '--confirm')).toContain('is starting')
    expect(await cli(disk, 'status')).not.toContain('cannot be written')
    expect(service.count('POST', /\/live$/)).toBe(1)
  })
})

test('a second start: does not run beside a Cuelight whose folder was removed, and says what is wrong', async () => {
  const app = await started()
  // The app may write there at that very moment.
  rmSync(app.dataDir, { recursive: true, maxRetries: 10, retryDelay: 20 })
  const { code, stdout, stderr } = await startInVain(['--data-dir', app.dataDir])
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('or the folder was removed while it ran')
})

test('a second start: replaces one that is just ending', async () => {
  const dataDir = newDir()
  const ending = takeCoreLock(dataDir, (line) => expect(line).toBe(''))
  const starting = startApp({ dataDir })
  while (processesOn(dataDir).length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  ending?.release()
  await sweep(await starting)
})

test('a second start: with a link of any length gets its outcome at once, and opens no window', async () => {
  const app = await started()
  const link = `cuelight://go-live?project=${'x'.repeat(100_000)}`
  const { code, stdout, stderr } = await startInVain(['--data-dir', app.dataDir, link])
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('Not understood: link')])
})

test.runIf(process.platform === 'linux')('no signal opens a debugger in any of our processes', async () => {
  const app = await started()
  const studio = join(app.dataDir, 'studio')
  while (!existsSync(join(studio, 'studio.json'))) await new Promise((resolve) => setTimeout(resolve, 10))
  const ours = [app.pid, ...processesOn(studio)]
  expect(ours.length).toBe(2)
  for (const pid of ours) {
    expect(ofProcess(pid, 'cmdline').split('\0')).toContain('--disable-sigusr1')
    process.kill(pid, 'SIGUSR1')
  }
  expect(await cli(app.dataDir, 'status')).not.toContain('Cuelight is not running')
  expect(app.stderr() + readFileSync(join(studio, 'studio.log'), 'utf8')).not.toContain('Debugger')
})

async function cli(dataDir: string, ...args: string[]): Promise<string> {
  const entry = join(import.meta.dirname, '../../.dist/main/cli.mjs')
  const child = spawn(process.execPath, [...nodeFlags, entry, ...args, '--data-dir', dataDir])
  return (await Promise.all([text(child.stdout), text(child.stderr)])).join('')
}

function mounted(options: string): string {
  const disk = newDir()
  if (!runs('mount', '-t', 'tmpfs', '-o', `${options},mode=700`, 'none', disk)) throw new Error('not mounted')
  atEnd(() => runs('umount', '-l', disk))
  return disk
}

/** Only root can mount disks, and not in every container. */
function canMount(): boolean {
  const disk = newDir()
  const can = process.platform === 'linux' && runs('mount', '-t', 'tmpfs', '-o', 'size=64k', 'none', disk)
  if (can) runs('umount', disk)
  else console.log('not run: a disk that is full, or can only be read, cannot be mounted here')
  return can
}

const KEY = 'svc_the-key-of-the-first-minute'

test('from a fresh start to the show of an account: a wrong key is reported before anything is stored', async () => {
  const service = closing(await startIndependentServer({ key: KEY, preparingMs: 1, projects: 11 }))
  const { page, app } = await openShow()
  const welcome = page.getByRole('region', { name: 'Welcome to Cuelight' })
  await welcome.waitFor()
  await button(page, 'Connect your account').click()
  await page.getByLabel('Base URL', { exact: true }).fill(service.baseUrl)
  await page.getByLabel('API key', { exact: true }).fill(`${KEY}-mistyped`)
  await button(page, 'Test and use').click()
  await page.getByRole('alert').getByText('The service does not accept this API key.').waitFor()
  expect(everythingIn(app.dataDir)).not.toContain(KEY)

  await page.getByLabel('API key', { exact: true }).fill(KEY)
  await button(page, 'Test').click()
  const form = page.getByRole('region', { name: 'Connect your account' })
  await form.getByText(/It works: 12 projects, \d+/).waitFor()
  await button(page, 'Save and use').click()
  const status = page.getByRole('status')
  await status.getByText(/127\.0\.0\.1:\d+ was added\..* is in use\./).waitFor()
  await press(page, 'Close the welcome', 'off')
  expect(await page.getByText('REHEARSAL: nothing is broadcast').count()).toBe(0)
  await page.reload()
  await tally(page, 'off')
  expect(await page.locator('.welcome-place').count()).toBe(0)
  expect(app.stderr()).not.toContain(KEY)
})
