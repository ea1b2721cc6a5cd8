/**
 * The content of the archive runs: unpacked into a folder far from this project, on plain Node, where only the electron
 * module is missing, so that nothing is found by chance.
 */
import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { get } from '../fakes/panelPage.ts'
import { processesOn } from '../studio/processes.ts'
import { folderForTest } from '../support/atEnd.ts'
import { type Packed, pack } from './kit.ts'

let packed: Packed
let app: string

beforeAll(async () => {
  packed = await pack()
  app = packed.extract()
})
afterAll(() => packed?.remove())

const entry = (name: string) => join(app, '.dist/main', `${name}.mjs`)

function started(name: string, dataDir: string, args: string[] = []) {
  const child = spawn(process.execPath, [entry(name), ...args, '--data-dir', dataDir, '--port', '0'], {
    cwd: dataDir,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
    for (const pid of processesOn(dataDir)) process.kill(pid, 'SIGKILL')
  })
  return child
}

/** The first line it prints that contains an address; rejects with all its output if it ends without one. */
async function addressOf(child: ReturnType<typeof started>, pattern: RegExp): Promise<string> {
  const said = text(child.stderr)
  for await (const line of createInterface({ input: child.stdout })) {
    const address = pattern.exec(line)?.[1]
    if (address) return address
  }
  throw new Error(`it ended without an address: ${await said}`)
}

test('the whole core starts from it and serves the page, script, style and licences', async () => {
  const address = await addressOf(started('headless', folderForTest(), ['--headless']), /^Panel: (\S+)/)
  const getPage = (path: string) => get(new URL(path, address).href)
  const page = (await getPage('/')).body.toString()
  const assets = [...page.matchAll(/(?:src|href)="(\.\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '')
  expect(assets.length).toBeGreaterThan(1)
  for (const path of [...assets, './licences.json']) expect((await getPage(path)).status, path).toBe(200)
})

test('the local studio starts from it in its own process', async () => {
  const address = await addressOf(started('studio', folderForTest()), /(http:\/\/\S+)/)
  expect((await fetch(new URL('/openapi.json', address))).status).toBe(200)
})

test('the keychain process finds the library of this system', async () => {
  const library = join(packed.resources, 'app.asar.unpacked/node_modules/keytar/prebuilds')
  expect(existsSync(join(library, `${process.platform}-${process.arch}/keytar.node`))).toBe(true)
  const loaded = await runIn(
    "const { default: keytar } = await import('keytar'); console.log(typeof keytar.getPassword)",
  )
  expect(loaded).toBe('function')
})

test('what remains a package is found, with all that it needs', async () => {
  const script = `
    const [{ default: open }, { default: writeFile }] = [await import('open'), await import('write-file-atomic')]
    await writeFile('written', 'whole')
    console.log(typeof open, typeof writeFile)`
  expect(await runIn(script)).toBe('function function')
})

test('every file of the main side imports only what exists', async () => {
  const script = `
    const { readdirSync, readFileSync } = await import('node:fs')
    const { isBuiltin } = await import('node:module')
    const missing = []
    for (const file of readdirSync('.dist/main').filter((name) => name.endsWith('.mjs'))) {
      // Packages give examples in their comments.
      const text = readFileSync('.dist/main/' + file, 'utf8').replace(/^\\s*\\*.*$/gm, '')
      for (const [, name] of text.matchAll(/(?:\\bfrom|\\bimport\\(?) ?["']([\\w@][\\w@./:-]*)["']/g)) {
        if (isBuiltin(name) || name === 'electron') continue
        try { import.meta.resolve(name, 'file://' + process.cwd() + '/.dist/main/' + file) } catch { missing.push(file + ' → ' + name) }
      }
    }
    console.log(JSON.stringify(missing))`
  expect(await runIn(script)).toBe('[]')
})

/** Runs a script in the folder, where Node finds its packages. Returns what it printed. */
async function runIn(script: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: app })
  return stdout.trim()
}
