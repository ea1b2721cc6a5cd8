/** The built command line as processes against the built Cuelight: what a script or a Stream Deck gets. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { socketPath } from '../../electron/core/bridge/socket.ts'
import { type App, type AppOptions, collect, startApp, sweep } from '../e2e/app.ts'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { newDir } from '../fakes/rig.ts'
import { atEnd, closing } from '../support/atEnd.ts'
import { jsonOf } from './kit.ts'

const bundles = join(import.meta.dirname, '../../.dist/main')

function entry(name: string, args: readonly string[]) {
  if (!existsSync(join(bundles, `${name}.mjs`))) throw new Error('Cuelight is not built: run the tests by `npm test`')
  const flags = ['--disable-warning=ExperimentalWarning']
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']
  const child = spawn(process.execPath, [...flags, join(bundles, `${name}.mjs`), ...args], { stdio })
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  atEnd(async () => {
    child.kill('SIGKILL')
    await ended
  })
  /** Resolves once it has printed the text, on either stream; rejects when it ends without. */
  const says = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => (stdout() + stderr()).includes(text) && resolve()
      for (const stream of [child.stdout, child.stderr]) stream.on('data', look)
      void ended.then(() => reject(new Error(`ended without "${text}": ${stdout()}${stderr()}`)))
      look()
    })
  return { child, ended, says, stdout, stderr }
}

const cuelight = (app: Pick<App, 'dataDir'>, ...args: string[]) => entry('cli', [...args, '--data-dir', app.dataDir])

async function run(app: Pick<App, 'dataDir'>, ...args: string[]) {
  const started = cuelight(app, ...args)
  const code = await started.ended
  const [stdout, stderr] = [started.stdout(), started.stderr()]
  return { code, stdout, stderr, json: () => jsonOf({ out: [stdout.trim()] }) }
}

async function app(options: AppOptions = {}): Promise<App> {
  const started = await startApp(options)
  atEnd(() => sweep(started, 'SIGKILL'))
  return started
}

async function onServer() {
  const server = closing(await startIndependentServer({ preparingMs: 1 }))
  const on = await app({ service: server })
  expect((await run(on, 'wait', 'off')).code).toBe(0)
  return { on, server }
}

test('a show on the local studio from go-live to stop, marked as a rehearsal throughout', async () => {
  const on = await app()
  expect((await run(on, 'wait', 'off')).code).toBe(0)
  const script: [args: string[], code: number, says: string][] = [
    [['go-live'], 0, 'is starting'],
    // Started already, or in flight: either is true by then.
    [['go-live'], 1, 'was sent.'],
    [['wait', 'live'], 0, 'On air: Opening'],
    [['scene', '4'], 0, 'Break is not on air yet'],
    [['sync'], 0, 'Viewers now see 1 change'],
    [['scene', 'nowhere'], 1, 'No scene is called'],
    [['stop'], 2, 'It would stop Friday Night'],
    [['padlock', 'close'], 0, 'Padlock closed: live controls are off'],
    [['stop', '--confirm'], 1, 'The padlock is closed'],
  ]
  for (const [args, code, says] of script) {
    const answer = await run(on, ...args)
    const said = code === 0 ? answer.stdout : answer.stderr
    expect([answer.code, said], args.join(' ')).toEqual([code, expect.stringContaining(says)])
    expect(answer.stderr).toContain('REHEARSAL: nothing is broadcast')
  }
  const { status, rehearsal } = (await run(on, 'status', '--json')).json()
  expect(rehearsal).toBe(true)
  expect(status).toMatchObject({ tally: 'live', air: { sceneName: 'Break' }, padlock: { locked: true } })
})

test('against a service: Cuelight is killed with a start in flight: unknown (4), sent once', async () => {
  const { on, server } = await onServer()
  server.faults.add({ kind: 'hang', execute: true, match: { method: 'POST', path: /\/live$/ } })
  const start = cuelight(on, 'go-live', '--json')
  await server.arrived('POST', /\/live$/)
  await on.end('SIGKILL')
  expect(await start.ended).toBe(4)
  expect(jsonOf({ out: [start.stdout().trim()] })).toMatchObject({ exitCode: 4, outcome: null })
  // The leftover socket is reported as such, and nothing is started.
  const after = await run(on, 'status')
  expect([after.code, after.stderr]).toEqual([3, expect.stringContaining('ended without notice')])
  expect(server.count('POST', /\/live$/)).toBe(1)
})

test('against a service: watch ends with 0 by Ctrl+C, with 0 when its output is closed, and with 3 when Cuelight ends', async () => {
  const { on } = await onServer()
  const [first, second, third] = [cuelight(on, 'watch'), cuelight(on, 'watch'), cuelight(on, 'watch', '--json')]
  for (const one of [first, second, third]) await one.says('Evening Show')
  first.child.kill('SIGINT')
  expect([await first.ended, first.stderr()]).toEqual([0, ''])
  second.child.stdout?.destroy()
  expect((await run(on, 'padlock', 'close')).code).toBe(0)
  expect(await second.ended).toBe(0)
  await on.end('SIGINT')
  expect(await third.ended).toBe(3)
  expect(third.stdout()).toContain('"locked":true')
})

test('with no Cuelight: 3, one line, and no file is created', async () => {
  const dataDir = join(newDir(), 'never')
  const { code, stdout, stderr } = await run({ dataDir }, 'go-live')
  expect([code, stdout, stderr.trim().split('\n').length]).toEqual([3, '', 1])
  expect(existsSync(dataDir)).toBe(false)
})

test('the one executable is the command line too', async () => {
  const told = entry('main', ['--cli', 'stop', '--data-dir', newDir(), '--json'])
  expect(await told.ended).toBe(3)
  expect(jsonOf({ out: [told.stdout().trim()] })).toMatchObject({ exitCode: 3 })
})

describe('a second start', () => {
  const second = (dataDir: string, ...args: string[]) =>
    entry('headless', ['--headless', '--port', '0', '--data-dir', dataDir, ...args])

  test('passes a link on, which arms and no more, and shows the panel', async () => {
    const { on, server } = await onServer()
    expect((await run(on, 'go-live')).code).toBe(0)
    expect((await run(on, 'wait', 'live')).code).toBe(0)
    const started = second(on.dataDir, 'cuelight://stop')
    expect(await started.ended).toBe(0)
    expect(started.stdout()).toMatch(/^Panel: http/)
    expect(started.stderr()).toContain('Armed: stop Evening Show. Confirm to stop.')
    expect((await run(on, 'status', '--json')).json().status).toMatchObject({ armed: { act: 'stop' }, tally: 'live' })
    expect(server.count('POST', /\/live\/stop$/)).toBe(0)
  })

  test('three starts at once: exactly one runs, and the others show it', async () => {
    const dataDir = newDir()
    const starts = [second(dataDir), second(dataDir), second(dataDir)]
    atEnd(() => sweep({ dataDir, end: async () => null } as unknown as App))
    for (const one of starts) await one.says('Panel: http')
    const codes: (number | null)[] = []
    await new Promise<void>((resolve) => {
      for (const { ended } of starts) void ended.then((code) => codes.push(code) === 2 && resolve())
    })
    expect(codes).toEqual([0, 0])
    expect(starts.filter(({ child }) => child.exitCode === null)).toHaveLength(1)
    const ports = new Set(starts.map((one) => new URL(/Panel: (\S+)/.exec(one.stdout())?.[1] ?? '').port))
    expect(ports.size).toBe(1)
  })

  test('a first start with a link arms once it knows the show', async () => {
    const dataDir = newDir()
    atEnd(() => sweep({ dataDir, end: async () => null } as unknown as App))
    const started = second(dataDir, 'cuelight://go-live')
    await started.says('Armed: Friday Night goes live')
    const { status } = (await run({ dataDir }, 'status', '--json')).json()
    expect(status).toMatchObject({ armed: { act: 'goLive' }, tally: 'off' })
  })

  test('an argument that is neither a link nor an option is refused', async () => {
    const started = second(newDir(), 'go-live')
    const says = expect.stringContaining('"go-live" means nothing here')
    expect([await started.ended, started.stderr()]).toEqual([2, says])
  })
})

test('a client that connects and sends nothing receives nothing, and blocks no other', async () => {
  const { on } = await onServer()
  const socket = connect(socketPath(on.dataDir))
  const heard = collect(socket)
  await new Promise((resolve) => socket.once('connect', resolve))
  expect((await run(on, 'status')).code).toBe(0)
  expect(heard()).toBe('')
  socket.destroy()
})
