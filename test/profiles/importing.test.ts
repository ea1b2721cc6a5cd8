/** Settings exported and imported: never with a key, never replacing existing ones, however they were made. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportedSettings } from '../../electron/core/profiles/importing.ts'
import { DEFAULT_PREFERENCES } from '../../shared/settings/preferences.ts'
import { serviceIdOf } from '../../shared/settings/profiles.ts'
import { folderForTest } from '../support/atEnd.ts'
import { refusedFor, theatre } from './theatre.ts'

const main = { name: 'Main', baseUrl: 'https://api.example.com/v1/external', account: 'default' }
const file = (more: object) =>
  JSON.stringify({ cuelight: 'settings', version: 1, padlock: false, targets: {}, profiles: [], ...more })
const at = (baseUrl: string) => file({ profiles: [{ ...main, baseUrl }] })
const take = (text: string) => ({ type: 'importSettings', text }) as const

test('one Cuelight exports and another imports: profiles and targets, no key, and twice is like once', async () => {
  const from = await theatre()
  const service = await from.service()
  await from.use(await from.profile('Main', service))
  await from.profile('Spare', main, 'second account')
  await from.desk.press({ type: 'setPadlock', locked: true })
  const text = exportedSettings(from.desk.core.settings.get())
  expect(text).not.toContain(service.key.slice(4))
  expect(text).not.toMatch(/key/i)
  const to = await theatre()
  expect(await to.desk.press(take(text))).toMatchObject({ done: { what: 'settingsImported', profiles: 2 } })
  expect(await to.desk.press(take(text))).toMatchObject({ done: { profiles: 0 } })
  expect(to.desk.state().profiles.map((one) => [one.name, one.key])).toEqual([
    ['Local studio', 'thisRun'],
    ['Main', 'none'],
    ['Spare', 'none'],
  ])
  expect(to.desk.state().padlock.locked).toBe(true)
  const next = await to.again()
  expect(next.desk.state().profiles).toHaveLength(3)
  const targetOf = ({ desk }: typeof from) => {
    const { targets, profiles } = desk.core.settings.get()
    return profiles.map((one) => targets[serviceIdOf(one)]?.name)
  }
  expect([targetOf(from), targetOf(next)]).toEqual([
    ['Evening Show', undefined],
    ['Evening Show', undefined],
  ])
})

test('two profiles of one account stay two after an import', async () => {
  const { desk } = await theatre()
  const both = file({ profiles: [main, { ...main, name: 'Backup key' }] })
  expect(await desk.press(take(both))).toMatchObject({ done: { profiles: 2 } })
  expect(await desk.press(take(both))).toMatchObject({ done: { profiles: 0 } })
})

test('an import replaces nothing, neither a name nor a target, and opens no padlock', async () => {
  const { desk, profile } = await theatre()
  const id = await profile('Main', main)
  await desk.press({ type: 'setPadlock', locked: true })
  const other = { ...main, baseUrl: 'https://elsewhere.example/v1/external' }
  const targets = { 'Local studio': { id: 'x', name: 'X' } }
  const taken = await desk.press(take(file({ profiles: [other, { ...other, account: 'b' }], targets })))
  expect(taken).toMatchObject({ done: { profiles: 2 } })
  expect(desk.state().profiles.map((one) => one.name)).toEqual(['Local studio', 'Main', 'Main 2', 'Main 3'])
  expect(desk.profile('Main')).toMatchObject({ id, baseUrl: main.baseUrl })
  expect(desk.state().padlock.locked).toBe(true)
})

test('chosen times are imported, but times chosen here take precedence', async () => {
  const from = await theatre()
  const guard = { holdMs: 2_500, pressUntilMs: 5_000 }
  await from.desk.press({ type: 'setPreferences', guard, pace: { idleMs: 60_000 } })
  const text = exportedSettings(from.desk.core.settings.get())
  const to = await theatre()
  await to.desk.press({ type: 'setPreferences', guard: { holdMs: 4_000 } })
  expect(await to.desk.press(take(text))).toMatchObject({ result: 'done' })
  const expected = {
    guard: { ...DEFAULT_PREFERENCES.guard, holdMs: 4_000, pressUntilMs: 5_000 },
    pace: { ...DEFAULT_PREFERENCES.pace, idleMs: 60_000 },
  }
  expect(to.desk.state().preferences).toEqual(expected)
  const next = await to.again()
  expect(next.desk.state().preferences).toEqual(expected)
})

test('macros are imported for their account, once, and at most fifty', async () => {
  const macro = (nr: number) => ({
    ...{ id: `00000000-0000-4000-8000-0000000000${nr + 10}`, name: `Ending ${nr}`, projectId: 'p' },
    steps: [{ do: 'sync' }, { do: 'wait', seconds: 5 }],
  })
  const of = (account: string, nr: number) => ({ ...macro(nr), account })
  const { desk, again } = await theatre()
  const taken = file({
    profiles: [main],
    macros: [of(`${main.baseUrl} default`, 0), of('studio', 1), of('https://gone.example default', 2)],
  })
  for (const _ of ['once', 'again']) expect(await desk.press(take(taken))).toMatchObject({ result: 'done' })
  const kept = [
    { ...macro(0), profileId: desk.profile('Main').id },
    { ...macro(1), profileId: 'studio' },
  ]
  expect(desk.state().macros).toEqual(kept)
  const exported = JSON.parse(exportedSettings(desk.core.settings.get()))
  expect(exported.macros).toEqual([of(`${main.baseUrl} default`, 0), of('studio', 1)])
  const many = Array.from({ length: 49 }, (_, nr) => of('studio', nr + 10))
  expect(await desk.press(take(file({ macros: many })))).toMatchObject({ refusal: { field: 'macros' } })
  expect((await again()).desk.state().macros).toEqual(kept)
})

test('a settings file that was set aside is imported without its information about keys', async () => {
  const from = await theatre()
  const service = await from.service()
  const id = await from.profile('Main', service)
  const own = JSON.parse(from.desk.onDisk())
  expect(own.profiles[0]).toMatchObject({ id, keyKept: true })
  // The address was edited: with its id, the key in the keychain would follow.
  own.profiles[0].baseUrl = 'https://evil.example/v1/external'
  own.keysToForget = [id]
  const to = await theatre({ keychain: from.keychain })
  expect(await to.desk.press(take(JSON.stringify(own)))).toMatchObject({ done: { profiles: 1 } })
  expect(to.desk.profile('Main')).toMatchObject({ key: 'none', baseUrl: 'https://evil.example/v1/external' })
  expect(to.desk.profile('Main').id).not.toBe(id)
  await to.desk.press({ type: 'retryKeychain' })
  expect(from.keychain.keys.get(id)).toBe(service.key)
})

const many = Array.from({ length: 51 }, (_, index) => ({ ...main, account: `a${index}` }))
const targetsOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`s${index}`, { id: 'p', name: 'P' }]))

test.each([
  ['no JSON', 'not json', 'text'],
  ['no object', '"text"', 'text'],
  ['another file', '{"name":"x"}', 'version'],
  ['a newer version', file({ version: 2 }), 'version'],
  ['a hold of nothing', file({ preferences: { guard: { holdMs: 0 } } }), 'preferences.guard.holdMs'],
  ['an address of another kind', at('http://evil.example/v1/external'), 'profiles.0.baseUrl'],
  ['an address nobody can parse', at('https://x:99999/v1/external'), 'profiles.0.baseUrl'],
  ['a name that is too long', file({ profiles: [{ ...main, name: 'x'.repeat(61) }] }), 'profiles.0.name'],
  ['too many profiles', file({ profiles: many }), 'profiles'],
  ['too many targets', file({ targets: targetsOf(201) }), 'targets'],
  ['a target without an id', file({ targets: { s: { id: '', name: '' } } }), 'targets.s.id'],
  ['more than anybody has', 'x'.repeat(60_001), 'text'],
])('%s is refused as a whole, with the field named', async (_, text, field) => {
  const { desk } = await theatre()
  expect(await desk.press(take(text))).toMatchObject({ refusal: { reason: 'invalid', field } })
  expect(desk.state().profiles).toHaveLength(1)
})

test('an import that makes too many profiles together with the existing ones is refused', async () => {
  const { desk, profile } = await theatre()
  await profile('Main', main)
  expect(refusedFor(await desk.press(take(file({ profiles: many.slice(0, 50) }))))).toBe('tooManyProfiles')
  expect(desk.state().profiles).toHaveLength(2)
})

test.each(['__proto__', 'constructor', 'toString'])('a target called %s is handled like any other', async (id) => {
  const on = await theatre()
  const server = await on.service()
  const text = file({ targets: { [`${server.baseUrl} default`]: { id, name: 'Odd' } } })
  expect(await on.desk.press(take(text))).toMatchObject({ result: 'done' })
  const polluted = take(`{"__proto__":{"polluted":true},${text.slice(1)}`)
  expect(await on.desk.press(polluted)).toMatchObject({ result: 'done' })
  const profileId = await on.profile('Main', server)
  await on.desk.press({ type: 'switchProfile', profileId })
  await on.desk.until(() => on.desk.state().targetId !== null, 'a target')
  await on.desk.pass(2_000)
  expect(refusedFor(await on.desk.press({ type: 'switchProfile', profileId: 'studio' }))).toBe('done')
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})

test.each([
  ['damaged', '{"version":2,"padlock":tr'],
  ['of a newer Cuelight', '{"version":3,"padlock":true,"profiles":[]}'],
])('a settings file that is %s is set aside whole, and Cuelight reports it', async (_, text) => {
  const dataDir = folderForTest()
  writeFileSync(join(dataDir, 'settings.json'), text)
  const { desk } = await theatre({ dataDir })
  expect(desk.state().notices.map((one) => one.kind)).toContain('settingsSetAside')
  expect(desk.state().profileId).toBe('studio')
})
