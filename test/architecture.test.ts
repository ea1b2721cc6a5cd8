/** The architecture rules that no compiler setting enforces. */
import { describe, expect, test } from 'vitest'
import { circles, functionsOf, ROOMS, type Source, sourcesOf } from '../build/shape.ts'
import { operations } from '../shared/contract/operations.ts'

const product = ROOMS.flatMap(sourcesOf)

/** The sources of a room or folder. */
const below = (path: string) => product.filter(({ file }) => file.startsWith(`${path}/`))
const holding = (sources: readonly Source[], pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

/** The forbidden imports. The READMEs of the rooms list them, with reasons. */
const NEVER: readonly (readonly [room: string, ...never: readonly string[]])[] = [
  ['electron', 'renderer', 'test', 'build'],
  ['electron/app', 'electron/shell', 'electron/cli'],
  ['electron/core', ...rooms('app', 'cli', 'remote', 'shell', 'studio', 'support')],
  ['electron/service', ...rooms('app', 'cli', 'core', 'remote', 'shell', 'studio', 'support')],
  ['electron/studio', ...rooms('cli', 'remote', 'shell', 'support')],
  ['electron/studio/rules', 'electron'],
  ['electron/studio/http', ...rooms('app', 'core', 'service')],
  ['electron/remote', ...rooms('app', 'cli', 'service', 'shell', 'studio', 'support')],
  ['electron/cli', ...rooms('remote', 'shell', 'studio', 'support')],
  ['electron/decks', ...rooms('app', 'core', 'remote', 'service', 'shell', 'studio', 'support')],
  ['electron/support', ...rooms('app', 'cli', 'remote', 'shell')],
  ['electron/shell', ...rooms('cli', 'service', 'studio', 'support')],
  ['electron/util', 'electron'],
  ['renderer', 'electron', 'test', 'build', 'node:'],
  ['renderer/bridge', 'renderer'],
  ['renderer/store', ...pages('app', 'data', 'features', 'ui')],
  ['renderer/data', ...pages('app', 'bridge', 'features', 'ui')],
  ['renderer/ui', ...pages('app', 'bridge', 'data', 'features')],
]
function rooms(...names: string[]): string[] {
  return names.map((name) => `electron/${name}`)
}
function pages(...names: string[]): string[] {
  return names.map((name) => `renderer/${name}`)
}

/** The client of the control API that is handed out to everyone. */
const CLIENT = 'electron/cli/control/client.ts'

const isIn = (room: string, name: string) => name === room || name.startsWith(room.endsWith(':') ? room : `${room}/`)
const offenders = (room: string, allowed: (name: string) => boolean) =>
  below(room).flatMap(({ file, imports }) =>
    imports.filter((name) => !allowed(name)).map((name) => `${file} imports ${name}`),
  )

describe('rooms', () => {
  test('shared imports only itself and zod, no Node, no DOM', () => {
    expect(offenders('shared', (name) => isIn('shared', name) || /^zod(\/mini)?$/.test(name))).toEqual([])
  })

  test.each(NEVER)('%s never imports what it must not', (room, ...never) => {
    expect(below(room).length).toBeGreaterThan(0)
    const isOwn = (name: string) => isIn(room, name)
    const allowed = (name: string) => isOwn(name) || !never.some((one) => isIn(one, name))
    expect(offenders(room, allowed)).toEqual([])
  })

  test('a deck has of Cuelight only its client, and nothing of Cuelight has a deck', () => {
    const isOfDecks = (name: string) => isIn('electron/decks', name)
    expect(offenders('electron/decks', (name) => !isIn('electron/cli', name) || name === CLIENT)).toEqual([])
    const others = product.filter(({ file }) => !isOfDecks(file))
    expect(others.filter(({ imports }) => imports.some(isOfDecks)).map(({ file }) => file)).toEqual([])
  })

  test('a feature imports neither another feature nor the app', () => {
    const featureOf = (name: string) => /^renderer\/features\/[^/]+/.exec(name)?.[0]
    const found = below('renderer/features').flatMap(({ file, imports }) =>
      imports
        .filter((name) => isIn('renderer/app', name) || (featureOf(name) ?? featureOf(file)) !== featureOf(file))
        .map((name) => `${file} imports ${name}`),
    )
    expect(found).toEqual([])
  })

  test('only the shell and the entry files may import electron', () => {
    const shell = /^electron\/(shell\/|main\.ts|preload\.ts|ipc\.ts)/
    expect(holding(below('electron'), /from 'electron'/).filter((file) => !shell.test(file))).toEqual([])
  })

  test('programs that run without Electron import neither it nor the shell, directly or indirectly', () => {
    const known = new Map(product.map((one) => [one.file, one]))
    const reached = new Set(
      [
        'headless',
        'cli/main',
        'studio/main',
        'studio/engine/main',
        'core/keychain/main',
        'decks/streamdeck/main',
      ].map((name) => `electron/${name}.ts`),
    )
    for (const file of reached) for (const name of known.get(file)?.imports ?? []) reached.add(name)
    expect(reached.size).toBeGreaterThan(100)
    expect([...reached].filter((name) => name === 'electron' || name.startsWith('electron/shell/'))).toEqual([])
  })

  test('no source imports itself through others, type imports included', () => {
    expect(circles(product)).toEqual([])
  })
})

test('no function of the product is over 80 lines', () => {
  const long = product.flatMap(functionsOf).filter(({ lines }) => lines > 80)
  expect(long.map(({ file, name, lines }) => `${name} in ${file}: ${lines}`)).toEqual([])
})

test('commands about a project are built in one place', () => {
  const built =
    /type: '(goLive|armGoLive|armStop|sync|switchScene|nextScene|previousScene|backToScene|setAutoSync|setPlayback|unlockGoLive|acknowledge)'/
  expect(holding(product, built)).toEqual(['shared/intents/intents.ts'])
})

test('paths of the service are only in the table of operations', () => {
  const paths = Object.values(operations).map((operation) => operation.path.split('{')[0] ?? '')
  const starts = [...new Set(paths)].filter((path) => path.length > 2)
  const own = /^(shared\/contract\/operations\.ts$|electron\/studio\/administration\/)/
  const found = product
    .filter(({ file }) => !own.test(file))
    .flatMap(({ file, text }) =>
      starts
        .filter((path) => text.includes(`'${path}`) || text.includes(`\`${path}`))
        .map((path) => `${file}: ${path}`),
    )
  expect(found).toEqual([])
})

test('wire names that differ from ours are only in the schemas', () => {
  const rooms = ['electron/core', 'electron/remote', 'electron/service', 'renderer']
  expect(holding(rooms.flatMap(below), /autoSynch|unsyncedLive/)).toEqual([])
})

test('the product silences no compiler error', () => {
  expect(holding(product, /@ts-(ignore|nocheck|expect-error)/)).toEqual([])
})

test('no listener reads headersDistinct: a header called __proto__ made it throw (CVE-2026-21710)', () => {
  expect(holding(product, /headersDistinct|trailersDistinct/)).toEqual([])
})

/** A readiness check that succeeds too early made tests fail at random: such checks are found by pattern here. */
describe('tests wait for what is ready', () => {
  const tests = sourcesOf('test').filter(
    ({ file }) => !file.startsWith('test/bench/') && file !== 'test/architecture.test.ts',
  )
  const butFor = (helper: string) => tests.filter(({ file }) => file !== helper)
  /** Milliseconds as they are written, up to 29,999. */
  const SHORT = String.raw`(?:[12]\d_?\d{3}|\d_?\d{3}|\d{1,3})\b(?!_)`

  test('tests wait for an element to be gone, never for a role, which hidden elements do not have', () => {
    const waits = /state: '(detached|hidden)'|(getByRole|button)\([^\n]*\.count\(\)[^\n]*\.toBe\(0\)/
    const polled = butFor('test/support/gone.ts').flatMap(({ file, text }) =>
      text
        .split('\n')
        .filter((line) => waits.test(line) && !(line.includes('.toBe(0)') && !line.includes('expect.poll')))
        .map((line) => `${file}: ${line.trim()}`),
    )
    expect(polled).toEqual([])
  })

  test("keys are pressed on the focused element, or are the page's own", () => {
    expect(holding(butFor('test/support/keys.ts'), /keyboard\.(press|type|down)\(/)).toEqual([])
  })

  test('what a page shows is polled, unless it is absent or unchanged: a single read may be stale', () => {
    const once =
      /(?<!(?:waitFor|eventually)\(async \(\) => )expect\(\s*await ((?:(?!;|\n\n)[\s\S])*?)\)\s*\.(?=to[A-Z]|not\b)(.*)/g
    const ofPage =
      /\.(count|inner\w+|textContent|getAttribute|inputValue|is[A-Z]\w+|all\w+|ariaSnapshot|evaluate\w*)\(/
    const ofElse = /\b(sample|app)\./
    const stays = /^(not\.|to(Be|Equal)\((0|\[\]|null|before|straight)\)|toBeNull\(\))/
    const found = tests
      .filter(({ file }) => /^test\/(renderer|e2e|screens)\//.test(file))
      .flatMap(({ file, text }) =>
        [...text.matchAll(once)]
          .filter(([, read = '', says = '']) => !stays.test(says) && !ofElse.test(read))
          .filter(([, read = '']) => file.startsWith('test/renderer/') || ofPage.test(read))
          .map(([whole]) => `${file}: ${whole}`),
      )
    expect(found).toEqual([])
  })

  test('concurrent tests poll without expect.poll, which knows one test and throws once another has ended', () => {
    const atTheSameTime = tests.filter(({ text }) => /\b(test|it|describe)\.concurrent\b/.test(text))
    expect(atTheSameTime.length).toBeGreaterThan(0)
    expect(holding(atTheSameTime, /\bexpect\s*\.poll\(/)).toEqual([])
  })

  test('a second passes between a change elsewhere and a refresh, since a younger reading would serve it', () => {
    const found = tests.flatMap(({ file, text }) => {
      const lines = text.split('\n')
      const holdsAt = (at: number, many: number, what: RegExp) =>
        lines.slice(Math.max(0, at - many), at).some((line) => what.test(line))
      return lines
        .map((line, at) => ({ line, at }))
        .filter(({ line }) => /\b(rig|desk)\.press\(\{ type: 'refresh'/.test(line))
        .filter(
          ({ at }) =>
            holdsAt(at, 2, /\.control\.|faults\.add\(/) && !holdsAt(at, 6, /\.(pass|advance|wait)\(1_000\)/),
        )
        .map(({ at }) => `${file}:${at + 1}`)
    })
    expect(found).toEqual([])
  })

  test('no wait has a limit of its own below the common one', () => {
    const own = new RegExp(
      String.raw`\btimeout: ${SHORT}|> start \+ ${SHORT}|setDefaultTimeout\(${SHORT}|waitFor\(.*, ${SHORT}\)$`,
      'm',
    )
    expect(holding(tests, own)).toEqual([])
  })

  test('/proc is read only through the helper that tolerates the end of a process', () => {
    expect(
      holding(butFor('test/studio/processes.ts'), /(readFileSync|readlinkSync|readdirSync)\(`\/proc\/\$/),
    ).toEqual([])
  })
})
