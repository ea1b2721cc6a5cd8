/** Pairing a program on the command line: the code is printed once and stored nowhere; listing and ending. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPairings } from '../../electron/remote/control/pairings.ts'
import { openSessions } from '../../electron/remote/sessions.ts'
import { pairingIdOf, pairingKeysOf } from '../../electron/util/pairingKeys.ts'
import { MOST_PAIRINGS } from '../../shared/control/pairings.ts'
import { desk, jsonOf } from './kit.ts'

async function paired() {
  const on = await desk()
  const { dataDir, clock, core } = on.rig
  const sessions = openSessions(dataDir, clock)
  const pairings = openPairings(sessions.file, clock, () => 'ws://127.0.0.1:1/control')
  core.provide({ pairings })
  return { ...on, pairings, sessions }
}

const codeIn = (out: readonly string[]) => out.find((line) => line.startsWith('cue_')) ?? ''

test('prints a code that no file holds, and from which the stored keys follow', async () => {
  const { cli, rig, pairings, sessions } = await paired()
  const { code, out } = await cli('pair', 'Left', 'deck', '--scope', 'show')
  expect([code, out[0]]).toEqual([0, 'Paired: Left deck runs the show, and edits nothing.'])
  expect(out.at(-1)).toBe('ws://127.0.0.1:1/control')
  const secret = codeIn(out)
  expect(secret).toMatch(/^cue_[\w-]{43}$/)
  const [one] = pairings.list().pairings
  expect(one).toMatchObject({ name: 'Left deck', scope: 'show', lastUsed: null, connections: 0 })
  expect(one?.id).toBe(pairingIdOf(pairingKeysOf(secret)))
  expect(pairings.find(one?.id ?? '')).toMatchObject(pairingKeysOf(secret))
  await sessions.written()
  const files = ['sessions.json', 'journal-local.jsonl'].map((file) => readFileSync(join(rig.dataDir, file), 'utf8'))
  for (const text of [...files, JSON.stringify(rig.state())]) expect(text).not.toContain(secret.slice(4))
  expect(jsonOf(await cli('pair', 'Right', '--scope', 'look', '--json')).pairing).toMatchObject({
    code: expect.stringMatching(/^cue_/),
  })
})

test('lists what is paired, ends one by its name, and then all', async () => {
  const { cli, pairings } = await paired()
  expect((await cli('pairings')).out.join()).toContain('Nothing is paired.')
  for (const name of ['Deck', 'Script', 'Robot']) await cli('pair', name, '--scope', 'edit')
  const { out } = await cli('pairings')
  for (const said of ['Deck', 'Script', 'Robot', 'edit', 'never used']) expect(out.join('\n')).toContain(said)
  expect(await cli('pairings', 'end', 'dECK')).toMatchObject({ code: 0, out: ['1 pairing ended.'] })
  expect(
    pairings
      .list()
      .pairings.map(({ name }) => name)
      .sort(),
  ).toEqual(['Robot', 'Script'])
  expect(await cli('pairings', 'end', 'Deck')).toMatchObject({ code: 1 })
  expect(await cli('pairings', 'end', 'all')).toMatchObject({ code: 0, out: ['2 pairings ended.'] })
  expect(pairings.list().pairings).toEqual([])
})

test('a name that is taken, a scope that is missing or unknown, and one pairing too many make none', async () => {
  const { cli, rig, pairings } = await paired()
  await cli('pair', 'Deck', '--scope', 'show')
  expect((await cli('pair', 'DECK', '--scope', 'look')).err.join()).toContain('DECK is already paired.')
  expect(await cli('pair', 'Other')).toMatchObject({ code: 2 })
  expect(await cli('pair', 'Other', '--scope', 'all')).toMatchObject({ code: 2 })
  expect(pairings.list().pairings).toHaveLength(1)
  const more = (at: number) => {
    const keys = pairingKeysOf(`code ${at}`)
    return rig.press({ type: 'createPairing', name: `Deck ${at}`, scope: 'look', ...keys })
  }
  for (let at = 1; at < MOST_PAIRINGS; at += 1) expect(await more(at)).toMatchObject({ result: 'done' })
  expect(await more(MOST_PAIRINGS)).toMatchObject({ refusal: { reason: 'tooManyPairings' } })
})

test('pairings survive a restart, beside the sessions', async () => {
  const { cli, rig, sessions } = await paired()
  await cli('pair', 'Deck', '--scope', 'show')
  await sessions.written()
  const again = openPairings(openSessions(rig.dataDir, rig.clock).file, rig.clock)
  expect(again.list().pairings).toMatchObject([{ name: 'Deck', scope: 'show' }])
})

test('what could not be written is said, and holds until a restart', async () => {
  const { rig } = await paired()
  const list = () => ({ pairings: [], address: null })
  const unsaved = async () => ({ ended: 1, unsaved: 'the disk is full' })
  rig.core.provide({ pairings: { list, create: unsaved, arm: () => ({ name: '', until: null }), end: unsaved } })
  expect(await rig.press({ type: 'endPairings' })).toMatchObject({ done: { unsaved: 'the disk is full' } })
})
