/** One core a data dir, and nobody else's hands in it: the lock, the folder, and where its socket lies. */
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { socketPath } from '../../electron/core/bridge/socket.ts'
import { runtimeDir } from '../../electron/core/files/dataDir.ts'
import { takeCoreLock, takeLock } from '../../electron/core/files/lock.ts'
import { newDir } from '../fakes/rig.ts'

const fail = (line: string) => {
  throw new Error(line)
}
/** What no other test, and no Cuelight of this machine, shares with us. */
let outside: string
beforeEach(() => {
  outside = newDir()
  vi.stubEnv('XDG_RUNTIME_DIR', outside)
})
afterEach(() => vi.unstubAllEnvs())

const deep = () => join(newDir(), 'deep/'.repeat(30))

test('its file is this user’s alone, also where an earlier version left it open to all', () => {
  const dir = newDir()
  const path = join(dir, 'core.lock')
  takeLock(dir, 'core')?.release()
  expect(statSync(path).mode & 0o777).toBe(0o600)
  chmodSync(path, 0o644)
  takeLock(dir, 'core')?.release()
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('garbage in its file is no lock and in nobody’s way', () => {
  const dir = newDir()
  writeFileSync(join(dir, 'core.lock'), 'garbage, long enough to be looked at '.repeat(100))
  const lock = takeLock(dir, 'core')
  expect(lock).not.toBeNull()
  expect(takeLock(dir, 'core')).toBeNull()
  lock?.release()
  expect(takeLock(dir, 'core')).not.toBeNull()
})

test('a data dir taken away while its core runs is locked all the same, until that one ends', () => {
  const dir = newDir()
  const lock = takeCoreLock(dir, fail)
  rmSync(dir, { recursive: true })
  expect(takeCoreLock(dir, fail)).toBeNull()
  lock?.release()
  takeCoreLock(dir, fail)?.release()
})

test('nothing of it is left outside once it ends, and it is one lock all the same', () => {
  const dir = newDir()
  for (let times = 0; times < 3; times += 1) {
    const lock = takeCoreLock(dir, fail)
    expect([readdirSync(runtimeDir()).length, takeCoreLock(dir, fail)]).toEqual([1, null])
    lock?.release()
    expect(readdirSync(runtimeDir())).toEqual([])
  }
})

test('a lock file that its holder takes away while another one opens it locks nobody out, and lets no two in', () => {
  const dir = newDir()
  const path = join(dir, 'core.lock')
  takeLock(dir, 'core')?.release()
  const open = DatabaseSync.prototype.exec
  const spy = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementationOnce(function (this: DatabaseSync, sql) {
    rmSync(path)
    return open.call(this, sql)
  })
  const lock = takeLock(dir, 'core')
  expect([lock !== null, spy.mock.calls.length, takeLock(dir, 'core')]).toEqual([true, 2, null])
})

test('what other users may write in is shut for them', () => {
  const dir = newDir()
  chmodSync(dir, 0o777)
  takeLock(dir, 'core')?.release()
  expect(statSync(dir).mode & 0o777).toBe(0o755)
})

test('a long data dir has its socket in a folder that is this user’s alone', () => {
  const path = socketPath(deep(), 'linux')
  expect(path.startsWith(runtimeDir())).toBe(true)
  expect(statSync(runtimeDir()).mode & 0o777).toBe(0o700)
  chmodSync(runtimeDir(), 0o755)
  expect(() => socketPath(deep(), 'linux')).toThrow('open to other users')
  const told: string[] = []
  expect(takeCoreLock(newDir(), (line) => told.push(line))).not.toBeNull()
  expect(told.join()).toContain('open to other users')
})

const asRoot = process.getuid?.() === 0
if (!asRoot) console.log('not run: folders of another user can only be made by root')

test.runIf(asRoot)('a folder of another user is not used: neither as data dir nor for a socket', () => {
  const dir = newDir()
  chownSync(dir, 65_534, 65_534)
  expect(() => takeLock(dir, 'core')).toThrow(`${dir} belongs to another user`)
  const planted = join(outside, `cuelight-${process.getuid?.()}`)
  mkdirSync(planted)
  chownSync(planted, 65_534, 65_534)
  expect(() => socketPath(deep(), 'linux')).toThrow(`${planted} belongs to another user`)
})
