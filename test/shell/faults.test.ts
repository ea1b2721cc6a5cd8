/** An uncaught fault: logged, and Cuelight restarts, but not for ever. */
import { describe, expect, test } from 'vitest'
import { againAs, createFaults } from '../../electron/shell/system/faults.ts'

function begun(env: NodeJS.ProcessEnv = {}, at = 1_000_000) {
  const did: string[] = []
  const clock = { at }
  const faults = createFaults({
    ...{ env, now: () => clock.at, log: (line) => did.push(line.split('\n')[0] ?? '') },
    relaunch: () => did.push('relaunch'),
    exit: (code) => did.push(`exit ${code}`),
  })
  return { faults, did, clock, env }
}

describe('an uncaught fault', () => {
  test('is logged, then Cuelight restarts once', () => {
    const { faults, did } = begun()
    faults.onFault(new Error('planted'))
    faults.onFault(new Error('and one more while it ends'))
    expect(did).toEqual([expect.stringContaining('planted'), 'Cuelight starts again', 'relaunch', 'exit 1'])
    expect(faults.isRestarted).toBe(false)
  })

  test('right after a restart ends Cuelight; later it restarts Cuelight again', () => {
    const first = begun()
    first.faults.onFault('planted')
    const at = first.clock.at
    const soon = begun({ ...first.env }, at + 9_000)
    expect(soon.faults.isRestarted).toBe(true)
    soon.faults.onFault('again')
    expect(soon.did).not.toContain('relaunch')
    expect(soon.did.at(-1)).toBe('exit 1')
    const later = begun({ ...first.env }, at)
    later.clock.at = at + 11_000
    later.faults.onFault('again')
    expect(later.did).toContain('relaunch')
  })

  test('restarts Cuelight even if the disk accepts no log line', () => {
    const did: string[] = []
    const faults = createFaults({
      ...{ env: {}, now: () => 0, relaunch: () => did.push('relaunch'), exit: () => did.push('exit') },
      log() {
        throw new Error('no space')
      },
    })
    expect(() => faults.onFault('planted')).toThrow('no space')
    expect(did).toEqual(['relaunch', 'exit'])
  })
})

test.each([
  ['a program', {}, ['--hidden'], '/opt/cuelight', ['--hidden']],
  [
    'an AppImage',
    { APPIMAGE: '/home/me/C.AppImage' },
    ['--no-sandbox', 'cuelight://x'],
    '/home/me/C.AppImage',
    ['cuelight://x'],
  ],
  ['one whose key was piped in', {}, ['--key-file', '-', '--hidden', '--key-file=-'], '/opt/cuelight', ['--hidden']],
  ['one whose key lies in a file', {}, ['--key-file', '/k'], '/opt/cuelight', ['--key-file', '/k']],
  ['a portable program', { PORTABLE_EXECUTABLE_FILE: 'D:\\C.exe' }, [], 'D:\\C.exe', []],
])('%s is restarted with what still exists by then', (_, env, args, execPath, again) => {
  const started = { env, argv: ['/opt/cuelight', ...args], execPath: '/opt/cuelight', versions: process.versions }
  expect(againAs(started)).toEqual({ execPath, args: again })
})
