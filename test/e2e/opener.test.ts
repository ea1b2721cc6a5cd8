/** What a start hands to the browser: nothing that another user could read of it opens the panel. */
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { nodeEnvironment, nodeFlags } from '../../build/setup/nodeFlags.mjs'
import { WAIT } from '../../build/suite/patience.ts'
import { openInBrowser } from '../../electron/app/openInBrowser.ts'
import { newDir } from '../fakes/rig.ts'
import { atEnd } from '../support/atEnd.ts'
import { collect, sweep } from './app.ts'
import { newPage } from './stagehand.ts'

const entry = join(import.meta.dirname, '../../.dist/main/headless.mjs')

/** Starts Cuelight with its browser. Returns what the browser was given, and all command lines seen meanwhile. */
async function startedWithBrowser() {
  const [dataDir, out] = [newDir(), newDir()]
  const browser = join(out, 'browser')
  // Reads every command line of this machine while the opener and the browser run, as any user can.
  const look = `cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' '\\n' > ${out}/lines`
  writeFileSync(
    browser,
    `#!/bin/sh\n${look}\nprintf %s "$1" > ${out}/given.part\nmv ${out}/given.part ${out}/given\n`,
  )
  chmodSync(browser, 0o755)
  const given = new Promise<void>((resolve) => {
    const watcher = watch(out, () => existsSync(join(out, 'given')) && resolve())
    atEnd(() => watcher.close())
  })
  const child = spawn(process.execPath, [...nodeFlags, entry, '--port', '0', '--data-dir', dataDir], {
    // Without a desktop, the program named by BROWSER is started.
    env: { ...nodeEnvironment, PATH: process.env.PATH, HOME: out, BROWSER: browser },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const end = (signal?: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  // Awaited: without its folder, the app could no longer tell its studio to end.
  atEnd(() => sweep({ dataDir, end }))
  const stdout = collect(child.stdout)
  await given
  const read = (name: string) => readFileSync(join(out, name), 'utf8')
  return { dataDir, given: read('given'), lines: read('lines'), stdout }
}

// Some openers (those that use a mailcap) pass the path on instead of the address.
const pathOf = (told: string) => (told.startsWith('/') ? told : new URL(told).pathname)

test('an opener gets a file that leads to the address, never the address', async () => {
  const out = newDir()
  const browser = join(out, 'browser')
  const given = join(out, 'given')
  writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > ${given}\n`)
  chmodSync(browser, 0o755)
  atEnd(() => void vi.unstubAllEnvs())
  vi.stubEnv('BROWSER', browser)
  for (const name of ['DISPLAY', 'WAYLAND_DISPLAY', 'WSL_DISTRO_NAME']) vi.stubEnv(name, undefined)
  const address = 'http://127.0.0.1:1/?token=secret'
  await openInBrowser(address, out)
  const told = await vi.waitFor(() => {
    const text = readFileSync(given, 'utf8')
    expect(text).not.toBe('')
    return text
  }, WAIT)
  expect(told).not.toContain('secret')
  expect(readFileSync(pathOf(told), 'utf8')).toContain(address)
})

test('the browser is given a private file, and no command line contains what opens the panel', async () => {
  const { given, lines, stdout } = await startedWithBrowser()
  const address = /Panel: (\S+)/.exec(stdout())?.[1] ?? ''
  const { searchParams, hostname } = new URL(address)
  expect(lines).toContain('headless.mjs')
  expect(lines).not.toContain(searchParams.get('token'))
  expect(lines).not.toContain(hostname)
  const path = pathOf(given)
  expect(readFileSync(path, 'utf8')).toContain(address)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const page = await newPage()
  await page.goto(pathToFileURL(path).href)
  await page.waitForURL((url) => url.hostname === hostname)
  await page.getByRole('status').first().waitFor()
  expect(page.url()).not.toContain('token')
})
