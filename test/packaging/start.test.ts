/**
 * `npm start`: the desktop app if Electron runs, else the panel with the reason. Electron's program is a script of the
 * test.
 */
import { spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { folderForTest } from '../support/atEnd.ts'
import { put, top } from './kit.ts'

const START = `
  const [{ start }, { here }] = await Promise.all(['start', 'electron'].map((name) => import(\`./build/setup/\${name}.mjs\`)))
  process.exit(await start(process.argv.slice(1), { ...here, userns: process.env.USERNS, profiles: '/nowhere' }))`
/** The panel refuses this at once, which proves that it got its arguments, and opens no browser. */
const REFUSED = ['--port', 'none']

/** A folder like Electron's, whose program records how it was called and then follows the test. */
function electron(does: string) {
  const dist = folderForTest()
  const note = join(dist, 'called')
  writeFileSync(join(dist, 'electron'), `#!/bin/sh\npwd > '${note}'\nprintf '%s\\n' "$@" >> '${note}'\n${does}\n`)
  chmodSync(join(dist, 'electron'), 0o755)
  return { dist, called: () => (existsSync(note) ? readFileSync(note, 'utf8').trim().split('\n') : null) }
}

interface Place {
  dist: string
  display?: string
  /** The kernel's setting for user namespaces: 1 means closed. */
  userns?: string
}

async function start(args: string[], { dist, display = ':99', userns = '0' }: Place) {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...env } = process.env
  const child = spawn(process.execPath, ['--input-type=module', '-e', START, '--', ...args], {
    cwd: top,
    env: {
      ...env,
      ELECTRON_OVERRIDE_DIST_PATH: dist,
      USERNS: put(join(dist, 'userns'), userns),
      ...(display ? { DISPLAY: display } : {}),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const code = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, out, err }
}

describe.skipIf(process.platform !== 'linux')('npm start', () => {
  test('opens the desktop app, with all arguments, and ends with its exit code', async () => {
    const { dist, called } = electron('echo "Panel: http://there"; exit 3')
    const { code, out } = await start(['--data-dir', '/some where', '--port', '0'], { dist })
    expect(called()).toEqual([top, '.', '--data-dir', '/some where', '--port', '0'])
    expect({ code, out }).toEqual({ code: 3, out: 'Panel: http://there\n' })
    // Electron on Windows treats a separate address as a URL, after which no arguments may follow.
    await start(['--base-url', 'https://there/v1', '--hidden'], { dist })
    expect(called()?.slice(1)).toEqual(['.', '--base-url=https://there/v1', '--hidden'])
  })

  test.each([['--headless'], ['--help']])('with %s it does not look for Electron', async (option) => {
    const { dist, called } = electron('exit 0')
    const { err } = await start([option, ...REFUSED], { dist })
    expect(called()).toBeNull()
    expect(err).toContain('Usage: npm start')
    expect(err).not.toContain('Electron')
  })

  test('without a display it opens the panel, and says why in one line', async () => {
    const { dist, called } = electron('exit 0')
    const { code, err } = await start(REFUSED, { dist, display: '' })
    expect(called()).toBeNull()
    expect(code).toBe(2)
    expect(err.split('\n')[0]).toBe(
      'Cuelight opens in your browser, without tray and hotkeys: there is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set).',
    )
    expect(err).toContain('--port: "none" is not a port')
  })

  test('with --doctor it says why there is nothing to examine, and starts nothing', async () => {
    const { dist, called } = electron('exit 0')
    expect(await start(['--doctor', ...REFUSED], { dist, display: '' })).toEqual({
      ...{ code: 1, out: '' },
      err: 'The doctor examines the desktop app, and that does not run: there is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set).\n',
    })
    expect(called()).toBeNull()
  })

  test('without a program it opens the panel, and says which one is missing', async () => {
    const { code, err } = await start(REFUSED, { dist: folderForTest() })
    expect(code).toBe(2)
    expect(err.split('\n')[0]).toMatch(
      /^Cuelight opens in your browser.*ELECTRON_OVERRIDE_DIST_PATH names .*not there\.$/,
    )
  })

  test('if the system closes user namespaces it prints the one command that helps, and starts nothing that would fail', async () => {
    const { dist, called } = electron('kill -TRAP $$')
    const { code, err } = await start(REFUSED, { dist, userns: '1' })
    expect([code, called()]).toEqual([2, null])
    const helper = join(dist, 'chrome-sandbox')
    expect(err.split('\n')[0]).toBe(
      `Cuelight opens in your browser, without tray and hotkeys: this system lets Electron make no sandbox. Allow it once: sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'.`,
    )
    await start(['--no-sandbox', ...REFUSED], { dist, userns: '1' })
    expect(called()).toContain('--no-sandbox')
  })

  test.each([
    ['a library is missing', 'exit 127', '127'],
    ['it breaks on its way up', 'kill -SEGV $$', 'SIGSEGV'],
  ])('if Electron cannot run, because of %s, it opens the panel', async (_, does, words) => {
    const { dist } = electron(does)
    const { code, err } = await start(REFUSED, { dist })
    expect(code).toBe(2)
    expect(err.split('\n')[0]).toContain(`Electron does not run here (it ended with ${words})`)
  })
})

/** A copy of the set-up alone, without its packages, so that it has to call `npm`, which is a script of the test. */
test.skipIf(process.platform === 'win32')('the set-up passes its key to no program it runs on the way', async () => {
  const clone = folderForTest()
  cpSync(join(top, 'build'), join(clone, 'build'), { recursive: true })
  cpSync(join(top, 'package-lock.json'), join(clone, 'package-lock.json'))
  const tools = folderForTest()
  const note = join(tools, 'environment')
  writeFileSync(join(tools, 'npm'), `#!/bin/sh\nenv > '${note}'\nexit 1\n`, { mode: 0o755 })
  const env = { ...process.env, PATH: `${tools}:${process.env.PATH}`, CUELIGHT_API_KEY: 'svc_of-a-person' }
  const child = spawn(process.execPath, [join(clone, 'build/run.mjs'), 'start'], { env, stdio: 'ignore' })
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(1)
  expect(readFileSync(note, 'utf8')).toMatch(/^PATH=/m)
  expect(readFileSync(note, 'utf8')).not.toContain('svc_of-a-person')
})

/** Vitest sets NODE_ENV, which Vite would adopt: the stamp of a development build would then count as current. */
test.skipIf(process.platform === 'win32')('a test’s build is the shipped build', async () => {
  const clone = folderForTest()
  cpSync(join(top, 'build'), join(clone, 'build'), { recursive: true })
  for (const folder of ['electron', 'shared']) mkdirSync(join(clone, folder))
  for (const file of ['package.json', 'package-lock.json', 'renderer/ui/styles/tokens.css'])
    cpSync(join(top, file), join(clone, file))
  const modules = join(clone, 'node_modules')
  mkdirSync(join(modules, 'node/bin'), { recursive: true })
  symlinkSync(process.execPath, join(modules, 'node/bin/node'))
  cpSync(join(top, 'node_modules/.cuelight'), join(modules, '.cuelight'))
  mkdirSync(join(modules, 'vite/bin'), { recursive: true })
  writeFileSync(
    join(modules, 'vite/bin/vite.js'),
    'console.error("built for", process.env.NODE_ENV); process.exit(1)',
  )
  const child = spawn(process.execPath, [join(clone, 'build/run.mjs'), 'cuelight'], {
    env: { ...process.env, NODE_ENV: 'test' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  expect(await text(child.stderr)).toContain('built for production\n')
})

test.skipIf(process.platform !== 'linux')(
  'the download of Electron is given no key, and Cuelight gets it',
  async () => {
    const folder = folderForTest()
    writeFileSync(join(folder, 'install.js'), 'console.error("key", process.env.CUELIGHT_API_KEY); process.exit(1)')
    const script = `
    const { runOn } = await import('./build/setup/running.mjs')
    const { fetchElectron } = await import('./build/setup/fetchElectron.mjs')
    console.log(await fetchElectron(${JSON.stringify(folder)}))
    await runOn(process.execPath, ['-p', '"Cuelight " + process.env.CUELIGHT_API_KEY'])`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: top,
      env: { ...process.env, CUELIGHT_API_KEY: 'svc_of-a-person' },
    })
    expect(await text(child.stdout)).toBe('key undefined\nCuelight svc_of-a-person\n')
  },
)
