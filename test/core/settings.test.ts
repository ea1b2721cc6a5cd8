import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { keyInFile, readOptions } from '../../electron/app/options.ts'
import { openSettings } from '../../electron/core/files/settingsFile.ts'
import { BaseUrl } from '../../shared/settings/baseUrl.ts'
import { DEFAULT_PREFERENCES } from '../../shared/settings/preferences.ts'
import { type Profile, serviceIdOf } from '../../shared/settings/profiles.ts'
import { DEFAULT_SETTINGS } from '../../shared/settings/settings.ts'
import { folderForTest } from '../support/atEnd.ts'

const now = () => 7

test('the next process reads the settings, and only this user may', async () => {
  const dir = folderForTest()
  await openSettings(dir, now).change({ padlock: true })
  expect(openSettings(dir, now).get()).toEqual({ ...DEFAULT_SETTINGS, padlock: true })
  expect(statSync(join(dir, 'settings.json')).mode & 0o777).toBe(0o600)
})

test.each([
  ['no JSON', '{"version":1,'],
  ['empty', ''],
  ['a newer version', '{"version":2,"padlock":true,"targets":{}}'],
  ['a wrong type', '{"version":1,"padlock":"yes","targets":{}}'],
  ['a wrong target', '{"version":1,"padlock":true,"targets":{"a":5}}'],
  ['of a version to come', JSON.stringify({ ...DEFAULT_SETTINGS, version: 5 })],
  ['without its preferences', JSON.stringify({ ...DEFAULT_SETTINGS, preferences: undefined })],
  ['something else', '[1,2,3]'],
])('a file that is %s is kept aside unchanged, and defaults are used', (_, text) => {
  const dir = folderForTest()
  writeFileSync(join(dir, 'settings.json'), text)
  const settings = openSettings(dir, now)
  expect(settings.get()).toEqual({ ...DEFAULT_SETTINGS, welcomed: true })
  expect(readFileSync(settings.setAside ?? '', 'utf8')).toBe(text)
  expect(readdirSync(dir)).toEqual(['settings.json.unreadable-7'])
})

const { preferences: _, ...three } = DEFAULT_SETTINGS
const { desktop: __, ...two } = three
const target = { s: { id: 'p', name: 'Show' } }

test.each([
  ['1', { version: 1, padlock: true, targets: target }],
  ['2', { ...two, version: 2, padlock: true, targets: target }],
  ['3', { ...three, version: 3, padlock: true, targets: target, desktop: { ...three.desktop, sound: false } }],
])('a file of version %s is read, with the default times', (version, file) => {
  const dir = folderForTest()
  writeFileSync(join(dir, 'settings.json'), JSON.stringify(file))
  const settings = openSettings(dir, now)
  expect(settings.setAside).toBeNull()
  const desktop = { ...DEFAULT_SETTINGS.desktop, sound: version !== '3' }
  const welcomed = version === '1'
  expect(settings.get()).toEqual({ ...DEFAULT_SETTINGS, padlock: true, targets: target, desktop, welcomed })
})

test.each([
  ['preferences.guard.holdMs', { guard: { ...DEFAULT_PREFERENCES.guard, holdMs: 0 } }],
  ['preferences.guard.pressUntilMs', { guard: { ...DEFAULT_PREFERENCES.guard, pressUntilMs: '3 s' } }],
  ['preferences.pace.liveMs', { pace: { ...DEFAULT_PREFERENCES.pace, liveMs: 1 } }],
])('%s that was edited to an invalid value is named, and no guard gets weaker', (field, spoilt) => {
  const dir = folderForTest()
  const file = { ...DEFAULT_SETTINGS, preferences: { ...DEFAULT_PREFERENCES, ...spoilt } }
  writeFileSync(join(dir, 'settings.json'), JSON.stringify(file))
  const settings = openSettings(dir, now)
  expect(settings.problem?.field).toBe(field)
  expect(settings.get()).toEqual({ ...DEFAULT_SETTINGS, welcomed: true })
})

test.each([
  ['https://api.example.com/v1/external', null],
  ['https://api.example.com/tenant/7/v1/external/', null],
  ['http://127.0.0.1:8080/v1/external', null],
  ['http://localhost/v1/external', null],
  ['http://[::1]:9/v1/external', null],
  ['http://api.example.com/v1/external', 'https beyond this machine'],
  ['http://127.0.0.1.example.com/v1/external', 'https beyond this machine'],
  ['http://localhost.example.com/v1/external', 'https beyond this machine'],
  ['https://api.example.com/v1', 'must end in /v1/external'],
  ['https://api.example.com/v1/external?x=1', 'plain http'],
  ['https://user:pass@api.example.com/v1/external', 'plain http'],
  ['http://127.0.0.1@evil.example/v1/external', 'plain http'],
  ['https://api.example.com/svc_0123456789abcdef/v1/external', 'must not hold an API key'],
  ['https://api.example.com/%73vc%5F0123456789abcdef/v1/external', 'must not hold an API key'],
  ['https://svc_0123456789abcdef.example.com/v1/external', 'must not hold an API key'],
  ['ftp://api.example.com/v1/external', 'plain http'],
  ['api.example.com/v1/external', 'plain http'],
  ['', 'plain http'],
])('base URL %s', (url, problem) => {
  const parsed = BaseUrl.safeParse(url)
  expect(parsed.success).toBe(problem === null)
  if (problem) expect(parsed.error?.issues[0]?.message).toContain(problem)
})

test.each([
  [['--port', 'x'], '--port'],
  [['--port', '70000'], '--port'],
  [['--base-url', 'http://example.com'], '--base-url'],
  [['--nonsense'], '--nonsense'],
  [['stray'], 'stray'],
])('start with %j is refused, naming the mistake and the valid options', (args, named) => {
  const answer = readOptions(args)
  expect(answer).toMatchObject({ exitCode: 2 })
  expect('print' in answer && answer.print).toContain(named)
  expect('print' in answer && answer.print).toContain('--data-dir')
})

test('the key of a run comes whole from a file or standard input; errors about it do not contain it', async () => {
  const dir = folderForTest()
  const file = (name: string, content: string) => {
    writeFileSync(join(dir, name), content)
    return join(dir, name)
  }
  expect(await keyInFile(null)).toBe(null)
  expect(await keyInFile(file('key', 'svc_secret\n'))).toBe('svc_secret')
  expect(await keyInFile('-', Readable.from(['svc_', 'secret\r\n']))).toBe('svc_secret')
  const wrong = [
    file('empty', ' \n'),
    join(dir, 'gone'),
    file('two', 'svc_secret\nsvc_secret2'),
    file('long', 's'.repeat(501)),
  ]
  for (const path of wrong) {
    const said = await keyInFile(path).catch(String)
    expect(said).toContain(`Error: --key-file: `)
    expect(said).not.toMatch(/svc_secret|sss/)
  }
  await expect(keyInFile('-', Readable.from([]))).rejects.toThrow('standard input')
  await expect(keyInFile(dir)).rejects.toThrow()
})

const MISTYPED = 'svc_0123456789abcdefSECRET'
test.each([
  [['--base-url', MISTYPED]],
  [['--base-url', `https://api.example.com/v1/external?key=${MISTYPED}`]],
  [['--base-url', 'https://me:abcdefSECRET@api.example.com/v1/external']],
  [['--port', MISTYPED]],
  [[`--${MISTYPED}`]],
  [[MISTYPED]],
])('a key mistyped into the options is not printed back: %j', (args) => {
  const answer = readOptions(args)
  expect(answer).toMatchObject({ exitCode: 2 })
  expect(JSON.stringify(answer)).not.toContain('cdef')
})

test('profiles of an earlier version keep their state, and those it took for one are separated', () => {
  const dir = folderForTest()
  const kept = { baseUrl: 'https://a.example/v1/external', keyKept: false, keyWorked: false }
  const ids = [1, 2, 3].map((nr) => `00000000-0000-4000-8000-00000000000${nr}`)
  const profiles = ids.map((id, nr) => ({ ...kept, id, name: id, account: nr < 2 ? 'default' : 'other' }))
  writeFileSync(join(dir, 'settings.json'), JSON.stringify({ ...DEFAULT_SETTINGS, profiles }))
  const read = openSettings(dir, now).get().profiles
  const by = (what: string) => `${kept.baseUrl} ${what}`
  expect(read.map(serviceIdOf)).toEqual([by('default'), by(ids[1] ?? ''), by('other')])
  expect(serviceIdOf({ ...(read[0] as Profile), account: 'another label' })).toBe(by('default'))
})

test('a user whose settings predate the welcome is not treated as new', () => {
  const dir = folderForTest()
  writeFileSync(join(dir, 'settings.json'), JSON.stringify({ ...DEFAULT_SETTINGS, welcomed: undefined }))
  const settings = openSettings(dir, now)
  expect(settings.setAside).toBeNull()
  expect(settings.get().welcomed).toBe(true)
})

test('a user without settings is new, until the welcome has ended', async () => {
  const dir = folderForTest()
  expect(openSettings(dir, now).get().welcomed).toBe(false)
  await openSettings(dir, now).change({ padlock: true })
  expect(openSettings(dir, now).get().welcomed).toBe(false)
})
