/** What the command line reports when no Cuelight runs, a link breaks, or a reply makes no sense. */
import { describe, expect, test } from 'vitest'
import { firstState } from '../../electron/core/state/initialState.ts'
import { VERSION } from '../../electron/util/version.ts'
import { parseJson } from '../../shared/util/json.ts'
import { onAir } from '../core/stage.ts'
import { newDir } from '../fakes/rig.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { desk, going, jsonOf, oddCore } from './kit.ts'

const snapshot = `${JSON.stringify({ type: 'snapshot', revision: 1, state: firstState('9.9.9') })}\n`

test('with no Cuelight nothing is sent and nothing is started', async () => {
  for (const args of [['status'], ['go-live'], ['stop', '--confirm'], ['stop'], ['watch'], ['show'], ['panel']]) {
    const answer = await going([...args, '--json'], newDir()).ended
    expect(jsonOf(answer), args.join(' ')).toMatchObject({ ok: false, exitCode: 3, rehearsal: null })
    expect(answer.code).toBe(3)
  }
})

describe('an invalid command line is refused before anything is sent', () => {
  const table: [args: string[], says: string][] = [
    [[], 'Say what to do'],
    [['explode'], 'no command "explode"'],
    [['scene'], 'It needs NAME|NUMBER'],
    [['scene', ' '], 'It needs NAME|NUMBER'],
    [['auto-sync', 'maybe'], 'It needs on|off'],
    [['padlock'], 'It needs close'],
    [['status', 'now'], '"now" does not belong'],
    [['sync', '--confirm'], '--confirm is not for sync'],
    [['stop', '--timeout', '5'], '--timeout is not for stop'],
    [['panel', '--project', 'x'], '--project is not for panel'],
    [['wait', 'live', '--timeout', '0'], '--timeout takes a number'],
    [['wait', 'live', '--timeout', ''], '--timeout takes a number'],
    [['wait', 'soon'], 'It needs live|off'],
    [['status', '--nonsense'], 'There is no option --nonsense. See: cuelight --help'],
    [['status', '-x'], 'There is no option -x.'],
    [['status', '--__proto__'], 'There is no option --__proto__.'],
    [['status', '--confirm=yes'], '--confirm takes no value.'],
    [['wait', 'live', '--timeout'], '--timeout needs a value.'],
    [['--project', '--data-dir', 'x'], '--project needs a value.'],
    [['__proto__'], 'no command'],
    [['help', 'explode'], 'no command "explode"'],
  ]
  test.each(table)('%j', async (args, says) => {
    const { code, err, out } = await going(args, newDir()).ended
    expect([code, err.join(), out]).toEqual([2, expect.stringContaining(says), []])
    const asJson = await going([...args, '--json'], newDir()).ended
    expect(jsonOf(asJson)).toMatchObject({ ok: false, exitCode: 2, outcome: null })
  })

  test('help and version need no Cuelight', async () => {
    for (const args of [['--help'], ['-h'], ['help']]) {
      const { code, out } = await going(args, newDir()).ended
      expect([code, out], args.join()).toEqual([0, expect.arrayContaining(['Exit codes:'])])
    }
    const usage = 'Usage: cuelight wait live|off|file ID … [--timeout S]'
    for (const line of ['wait --help', 'help wait'])
      expect((await going(line.split(' '), newDir()).ended).out[0], line).toBe(usage)
    const { code, out } = await going(['--version'], newDir()).ended
    expect([code, out]).toEqual([0, [`Cuelight ${VERSION}`]])
    expect(jsonOf(await going(['--version', '--json'], newDir()).ended)).toMatchObject({ sentence: out[0] })
  })
})

test('a link that breaks: with a command in flight: unknown, with the current state, and never sent again', async () => {
  const commands: unknown[] = []
  const dataDir = await oddCore((line, socket) => {
    const message = parseJson(line) as { type: string }
    if (message.type === 'resync') return socket.write(snapshot)
    commands.push(message)
    socket.destroy()
  })
  const { code, err } = await going(['padlock', 'close'], dataDir).ended
  expect([code, commands.length]).toEqual([4, 1])
  expect(err.join()).toContain('it may or may not have worked')
  expect(err.join()).toContain('Cuelight says now:')
})

test('a link that breaks: between arming and stopping: nothing was stopped, and it says so', async () => {
  const on = await desk()
  await onAir(on)
  const stop = on.start('stop', '--confirm')
  await on.rig.until(() => on.rig.state().arm !== null, 'armed')
  on.deafen()
  const { code, err } = await on.whole(stop.ended)
  expect([code, err.join()]).toEqual([3, expect.stringContaining('It was not stopped from here')])
  expect([on.stops(), on.truth()]).toEqual([0, 'live'])
})

test('a link that breaks: before anything was sent: no Cuelight runs', async () => {
  const dataDir = await oddCore((_, socket) => socket.destroy())
  const { code, err } = await going(['go-live'], dataDir).ended
  expect([code, err.join()]).toEqual([3, expect.stringContaining('Nothing was sent')])
})

describe('an unusual Cuelight', () => {
  test('that sends nothing is sent no command either', async () => {
    const heard: string[] = []
    const dataDir = await oddCore((line) => heard.push(line))
    const clock = new VirtualClock()
    const asked = going(['go-live'], dataDir, clock)
    while (heard.length === 0) await new Promise(setImmediate)
    clock.advance(3_000)
    const { code, err } = await asked.ended
    expect([code, err.join()]).toEqual([5, expect.stringContaining('has not answered for 3 s')])
    expect(heard.join()).not.toContain('goLive')
  })

  test('that falls silent with a command in flight: unknown', async () => {
    let sent = false
    const dataDir = await oddCore((line, socket) => {
      if (line.includes('resync')) socket.write(snapshot)
      else sent = true
    })
    const clock = new VirtualClock()
    const asked = going(['padlock', 'close'], dataDir, clock)
    while (!sent) await new Promise(setImmediate)
    clock.advance(90_000)
    expect((await asked.ended).code).toBe(4)
  })

  test('that does not know the message is another version', async () => {
    const dataDir = await oddCore((line, socket) => {
      const { type, id = null } = parseJson(line) as { type: string; id?: string }
      if (type === 'resync') socket.write(snapshot)
      else socket.write(`${JSON.stringify({ type: 'invalid', id, field: 'type', message: 'not known here' })}\n`)
    })
    const { code, err } = await going(['padlock', 'close'], dataDir).ended
    expect([code, err.join()]).toEqual([1, expect.stringContaining('is another version')])
    expect((await going(['panel'], dataDir).ended).code).toBe(1)
  })

  test('that sends nonsense in between: the nonsense is skipped', async () => {
    const dataDir = await oddCore((_, socket) => {
      socket.write('nonsense\n{}\n{"type":"outcome","id":"x","outcome":7}\nnull\n')
      socket.write(snapshot)
    })
    expect((await going(['status'], dataDir).ended).code).toBe(0)
  })
})
