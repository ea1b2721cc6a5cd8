/** One core per data dir, and no access for other users: the lock, the folder, and the place of its socket. */
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
/** A runtime folder that no other test and no other Cuelight on this machine shares. */
let outside: string
beforeEach(() => {
  outside = newDir()
  vi.stubEnv('XDG_RUNTIME_DIR', outside)
})
afterEach(() => vi.unstubAllEnvs())

const deep = () => join(newDir(), 'deep/'.repeat(30))

test('its file is private to this user, even if an earlier version left it open to all', () => {
  const dir = newDir()
  const path = join(dir, 'core.lock')
  takeLock(dir, 'core')?.release()
  expect(statSync(path).mode & 0o777).toBe(0o600)
  chmodSync(path, 0o644)
  takeLock(dir, 'core')?.release()
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('garbage in its file is not a lock and blocks no process', () => {
  const dir = newDir()
  writeFileSync(join(dir, 'core.lock'), 'garbage, long enough to be looked at '.repeat(100))
  const lock = takeLock(dir, 'core')
  expect(lock).not.toBeNull()
  expect(takeLock(dir, 'core')).toBeNull()
  lock?.release()
  expect(takeLock(dir, 'core')).not.toBeNull()
})

test('a data dir removed while its core runs stays locked until that core ends', () => {
  const dir = newDir()
  const lock = takeCoreLock(dir, fail)
  rmSync(dir, { recursive: true })
  expect(takeCoreLock(dir, fail)).toBeNull()
  lock?.release()
  takeCoreLock(dir, fail)?.release()
})

test('nothing is left outside the data dir once it ends, and it locks again each time', () => {
  const dir = newDir()
  for (let times = 0; times < 3; times += 1) {
    const lock = takeCoreLock(dir, fail)
    expect([readdirSync(runtimeDir()).length, takeCoreLock(dir, fail)]).toEqual([1, null])
    lock?.release()
    expect(readdirSync(runtimeDir())).toEqual([])
  }
})

test('a lock file removed by its holder while another process opens it locks nobody out and lets no two in', () => {
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

test('write access of other users to the folder is removed', () => {
  const dir = newDir()
  chmodSync(dir, 0o777)
  takeLock(dir, 'core')?.release()
  expect(statSync(dir).mode & 0o777).toBe(0o755)
})

test('a long data dir has its socket in a folder private to this user', () => {
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

test.runIf(asRoot)('a folder of another user is used neither as data dir nor for a socket', () => {
  const dir = newDir()
  chownSync(dir, 65_534, 65_534)
  expect(() => takeLock(dir, 'core')).toThrow(`${dir} belongs to another user`)
  const planted = join(outside, `cuelight-${process.getuid?.()}`)
  mkdirSync(planted)
  chownSync(planted, 65_534, 65_534)
  expect(() => socketPath(deep(), 'linux')).toThrow(`${planted} belongs to another user`)
})
