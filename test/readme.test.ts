/** The documents are right: every command line runs, every named file exists, the override example is accepted. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import Ajv from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { PATIENCE_MS } from '../build/suite/patience.ts'
import { DOORS } from '../electron/cli/fields.ts'
import { COMPOSED_NAMES } from '../shared/contract/composed.ts'
import { operations } from '../shared/contract/operations.ts'
import { overrideSchema, readOverride } from '../shared/contract/override.ts'
import { LOCAL_QUERIES } from '../shared/query/local.ts'
import { CLI_NAMES } from '../shared/words/cli/cli.ts'
import { PLACE_NAMES } from '../shared/words/panel/places.ts'
import { newDir } from './fakes/rig.ts'
import { ffmpeg, source } from './studio/engine/clips.ts'
import { processesOn } from './studio/processes.ts'
import { atEnd } from './support/atEnd.ts'

const top = join(import.meta.dirname, '..')
const rooms = ['electron', 'renderer', 'shared', 'test', 'build']
const inRooms = rooms.flatMap((room) =>
  readdirSync(join(top, room), { recursive: true, encoding: 'utf8' }).map((name) => `${room}/${name}`),
)
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', ...inRooms.filter((name) => name.endsWith('README.md'))]
const read = (name: string) => readFileSync(join(top, name), 'utf8')
const blocks = (document: string, kind: string) =>
  [...read(document).matchAll(new RegExp(`\`\`\`${kind}\n([\\s\\S]*?)\`\`\``, 'g'))].map((match) => match[1] ?? '')
const linesIn = (document: string) =>
  blocks(document, 'sh').flatMap((block) => block.split('\n').map((line) => line.replace(/\s+#.*$/, '').trim()))

/** Views of Cuelight itself, which are no capability of the service. */
const OWN_VIEWS: readonly string[] = ['showReport', 'panelSessions', 'pairings', 'phones']
/** Long, and run by `npm test` itself or manually: these only have to exist. */
const LONG = /^npm (test|run (bench|faults|package|check|screens))\b/
const START = /^npm start(?: --)?/

describe.skipIf(process.platform === 'win32')('the command lines', () => {
  const documents = ['README.md', 'CONTRIBUTING.md'].map((document) => ({
    document,
    lines: linesIn(document).filter((line) => line !== '' && !LONG.test(line)),
  }))
  // Each line starts a process or two, each with the usual timeout.
  const timeout = PATIENCE_MS * Math.max(...documents.map(({ lines }) => lines.length))
  test.each(documents)('of $document run, in their order, on one Cuelight', { timeout }, async ({ lines }) => {
    const [first = '', ...rest] = lines
    expect(first).toMatch(START)
    const home = newDir()
    putVideo(home)
    await start(first, home)
    for (const line of rest) {
      const { code, said } = await run(line, home)
      expect(code, `${line}: ${said}`).toBe(0)
    }
  })
})

test.each(DOCUMENTS)('everything that %s names exists', (document) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const asked = [...read(document).matchAll(/\bnpm (?:run (?:--silent )?)?([a-z]+)/g)].map((match) => match[1] ?? '')
  expect(asked.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  expect(filesNamed(document).filter((name) => !isThere(document, name))).toEqual([])
})

test('every capability has its operations, an existing command, and tests; no operation is missing', () => {
  const rows = [...read('CONTRIBUTING.md').matchAll(/^\| (.+) \| (.+) \| (.+) \| .+ \| (`test.+) \|$/gm)].map(
    ([, ...cells]) => cells.map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((code) => code[1] ?? '')),
  )
  const column = (at: number) => new Set(rows.flatMap((cells) => cells[at] ?? []))
  expect(column(1)).toEqual(new Set(Object.keys(operations)))
  expect(column(0)).toEqual(
    new Set([...COMPOSED_NAMES, ...LOCAL_QUERIES].filter((name) => !OWN_VIEWS.includes(name))),
  )
  expect([...column(2)].filter((name) => !CLI_NAMES.some((one) => one === name))).toEqual([])
  expect([...column(3)].filter((file) => !existsSync(join(top, file)))).toEqual([])
  // The command of a row accepts what the row names.
  for (const [own = [], named = [], doors = []] of rows)
    for (const name of [...own, ...named]) {
      const door = (['query', 'edit'] as const).find((one) => DOORS[one].some((known) => known === name))
      if (door) expect([name, doors]).toEqual([name, expect.arrayContaining([door])])
    }
})

test('a capability that has a screen is tested there, in a browser', () => {
  const rows = [...read('CONTRIBUTING.md').matchAll(/^\| (.+) \| .+ \| .+ \| (.+) \| (`test.+) \|$/gm)]
  const screens: string[] = Object.values(PLACE_NAMES)
  for (const [, capability, screen = '', tests = ''] of rows.filter((row) => row[2] !== '—')) {
    expect(screen.split(', ').filter((name) => !screens.includes(name))).toEqual([])
    expect([capability, tests]).toEqual([capability, expect.stringMatching(/test\/e2e\/(?!flow)/)])
  }
})

test('the shown override file fits its schema and is accepted; another one neither fits nor is', () => {
  const [example] = blocks('CONTRIBUTING.md', 'json')
  const fits = new Ajv({ strict: false }).compile(JSON.parse(JSON.stringify(overrideSchema())))
  const shown = JSON.parse(example ?? '')
  expect([fits(shown), readOverride(shown)]).toMatchObject([true, { override: { keyPrefix: 'svc_' } }])
  const documented = { version: 1, operations: { startLive: { method: 'PUT' } } }
  expect([fits(documented), readOverride(documented)]).toMatchObject([false, { invalid: {} }])
})

/** Files in links and code: with a known extension, or a slash. Braces, stars and capitals are placeholders. */
function filesNamed(document: string): string[] {
  const prose = read(document).replace(/```[\s\S]*?```/g, '')
  const links = [...prose.matchAll(/\]\(([^)#]+)/g)].map((match) => match[1] ?? '')
  const code = [...prose.matchAll(/`([^`\n]+)`/g)].flatMap((match) => (match[1] ?? '').split(' '))
  const files = code.filter(
    (name) => /^[\w./-]+(\.(tsx?|mjs|cjs|json|png)|\/)$/.test(name) && !/^\.(dist|cache)/.test(name),
  )
  return [...links.filter((link) => !link.startsWith('http')), ...files]
}

/** Beside the document, from the top, or below the document's folder by the end of its path. */
function isThere(document: string, name: string): boolean {
  const folder = dirname(document)
  if (existsSync(join(top, folder, name)) || existsSync(join(top, name))) return true
  const end = `/${name.replace(/\/$/, '')}`
  return (
    OF_DATA_DIR.includes(name) ||
    inRooms.some((one) => one.startsWith(folder === '.' ? '' : folder) && one.endsWith(end))
  )
}
const OF_DATA_DIR = ['override.json', 'studio.json', 'keys/', 'electron.d.ts']

/** The user's own video that the README plays. */
function putVideo(home: string): void {
  const videos = join(home, 'Videos')
  mkdirSync(videos)
  ffmpeg([...source(2, 440), '-pix_fmt', 'yuv420p'], join(videos, 'mine.mp4'))
}

/** A line as the user types it, in a shell that has `cuelight`, in a home of its own. */
function shell(line: string, home: string): ChildProcess {
  const cuelight = `exec '${process.execPath}' --no-warnings '${join(top, '.dist/main/cli.mjs')}' "$@"`
  writeFileSync(join(home, 'cuelight.sh'), `#!/bin/sh\n${cuelight}\n`, { mode: 0o755 })
  const env = { ...process.env, XDG_DATA_HOME: home, HOME: home }
  const typed = line.replace(START, 'npm start -- --headless --port 0')
  const script = `cuelight() { '${join(home, 'cuelight.sh')}' "$@"; }; ${typed}`
  return spawn('bash', ['-c', script], { cwd: top, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
}

/** Runs a line to its end. */
async function run(line: string, home: string): Promise<{ code: number | null; said: string }> {
  const child = shell(line, home)
  const code = new Promise<number | null>((resolve) => child.once('close', resolve))
  const said = await Promise.all([child.stdout, child.stderr].map((stream) => text(stream as NodeJS.ReadableStream)))
  return { code: await code, said: said.join('') }
}

/** Runs the line that starts Cuelight until it prints its panel's address; Ctrl+C when the test ends. */
async function start(line: string, home: string): Promise<void> {
  const child = shell(line, home)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  atEnd(async () => {
    if (child.exitCode === null) process.kill(-(child.pid ?? 0), 'SIGINT')
    await ended
    for (const pid of processesOn(home)) process.kill(pid, 'SIGKILL')
  })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      said += chunk
      if (said.includes('Panel: http')) resolve()
    })
    void ended.then(() => reject(new Error(`it ended before it said where its panel is: ${said}`)))
  })
}
