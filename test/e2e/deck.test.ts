/** The Stream Deck plugin as built, in its own process, on a stand-in for the Stream Deck application; Cuelight as built. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as realTime } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { DeckAction } from '../../shared/decks/keys.ts'
import type { Macro } from '../../shared/macros/macro.ts'
import { DEFAULT_SETTINGS } from '../../shared/settings/settings.ts'
import { DECK_NOTES, DECK_TROUBLES } from '../../shared/words/decks/streamDeck.ts'
import { newDir } from '../fakes/rig.ts'
import { startStreamDeck } from '../fakes/streamDeck/application.ts'
import type { Key } from '../fakes/streamDeck/key.ts'
import { atEnd, closing } from '../support/atEnd.ts'
import { startApp, sweep } from './app.ts'
import { newPage } from './stagehand.ts'
import { witnessOf } from './studioWitness.ts'

const CLI = join(import.meta.dirname, '../../.dist/main/cli.mjs')
const run = promisify(execFile)

const MACRO: Macro = {
  ...{ id: '00000000-0000-4000-8000-000000000001', name: 'To Break', profileId: 'any', projectId: 'any' },
  steps: [{ do: 'scene', scene: { id: 'none', name: 'Break' } }, { do: 'sync' }],
}

/** Cuelight on its local studio, and a way to pair. */
async function show() {
  const dataDir = newDir()
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ ...DEFAULT_SETTINGS, macros: [MACRO] }))
  let app = await startApp({ dataDir })
  const port = Number(new URL(app.address).port)
  atEnd(() => sweep(app, 'SIGKILL'))
  const cuelight = async (...args: string[]) =>
    (await run(process.execPath, ['--no-warnings', CLI, ...args, '--data-dir', dataDir])).stdout
  await cuelight('wait', 'off')
  await witnessOf(dataDir).setPreparing(0)
  return {
    cuelight,
    pid: () => app.pid,
    kill: () => app.end('SIGKILL'),
    async restart(at = port) {
      app = await startApp({ dataDir, port: at })
    },
    /** @returns all that a person copies from the terminal */
    pair: (name: string, scope = 'show') => cuelight('pair', name, '--scope', scope),
    status: async () => JSON.parse(await cuelight('status', '--json')).status,
  }
}

/** The pairing as the application has kept it from an earlier run. */
function keptPairing(printed: string) {
  const code = /cue_[\w-]+/.exec(printed)?.[0] ?? ''
  const address = /ws:\S+/.exec(printed)?.[0] ?? ''
  return { code, address }
}

const lit = (key: Key, lamp: string) => expect.poll(() => key.lit(), { message: key.svg() }).toBe(lamp)
const says = (key: Key, text: string) => expect.poll(() => key.text()).toContain(text)
/** Waits until a person would see a second press as a second one. */
const another = () => realTime(450)

async function goLive(key: Key) {
  await lit(key, 'off plain')
  key.press()
  await says(key, 'AGAIN?')
  await another()
  key.press()
  await lit(key, 'on air')
}

/** Holds Stop until it has stopped. */
async function stop(key: Key) {
  key.down()
  await lit(key, 'off plain')
  key.up()
}

test('a whole rehearsal: every key pressed, every lamp read back', { timeout: 120_000 }, async () => {
  const on = await show()
  const deck = closing(await startStreamDeck(keptPairing(await on.pair('Left deck'))))
  const key = (action: DeckAction, settings = {}) => deck.place(action, settings)
  const [tally, live, stopKey] = [key('tally'), key('goLive'), key('stop')]
  const [opening, broken] = [key('scene', { scene: '1' }), key('scene', { scene: 'Break' })]
  const [next, previous, back, take] = [key('next'), key('previous'), key('back'), key('take')]
  const [sync, autoSync, padlock] = [key('sync'), key('autoSync'), key('padlock')]
  const [macro, dial] = [key('macro', { macro: 'To Break' }), deck.place('scene', {}, 'Encoder')]
  await lit(tally, 'off plain')
  await says(tally, 'OFF')
  await lit(opening, 'on plain')
  await lit(stopKey, 'off plain')
  stopKey.press()
  await goLive(live)
  await lit(tally, 'on air')
  await lit(opening, 'on air')
  await lit(stopKey, 'on plain')

  broken.press()
  await lit(broken, 'pending edit')
  await says(broken, 'NOT YET')
  await lit(opening, 'on air')
  await lit(sync, 'on edit')
  sync.press()
  await lit(broken, 'on air')
  await lit(opening, 'off plain')
  await lit(sync, 'off plain')

  await says(back, 'Opening')
  back.press()
  await lit(opening, 'pending edit')
  sync.press()
  await lit(opening, 'on air')
  const second = next.text()
  next.press()
  await expect.poll(() => next.text()).not.toBe(second)
  await says(previous, 'Opening')
  previous.press()
  await expect.poll(() => next.text()).toBe(second)
  await lit(opening, 'on air')
  take.press()
  await lit(opening, 'off plain')
  macro.press()
  await lit(broken, 'on air')
  await lit(dial, 'on air')
  dial.turn(-99)
  await lit(dial, 'pending edit')
  await lit(broken, 'on air')
  dial.press()
  await lit(opening, 'on air')

  await lit(autoSync, 'off plain')
  autoSync.press()
  await lit(autoSync, 'on plain')
  autoSync.press()
  await lit(autoSync, 'off plain')

  // Let go too soon, it stops nothing; held until the ring is full, it does.
  stopKey.down()
  await expect.poll(() => stopKey.svg()).toContain('A28 28')
  stopKey.up()
  await says(stopKey, 'Not stopped.')
  expect((await on.status()).tally).toMatch(/live|unsynced/)
  await stop(stopKey)
  await lit(tally, 'off plain')

  padlock.press()
  await lit(padlock, 'on plain')
  live.press()
  await says(live, 'The padlock is closed.')
  expect(deck.said()).toBe('')
  expect(deck.logged()).not.toContain('cue_')
})

test('kill -9 of Cuelight, or a frozen one: every lamp is grey at once, no press is sent later, and all comes back', {
  timeout: 120_000,
}, async () => {
  const on = await show()
  const deck = closing(await startStreamDeck(keptPairing(await on.pair('Left deck'))))
  const keys = (['tally', 'goLive', 'stop', 'sync', 'padlock', 'autoSync'] as const).map((name) => deck.place(name))
  const [tally, live, stopKey, , padlock] = keys as [Key, Key, Key, Key, Key, Key]
  const scene = deck.place('scene', { scene: 'Break' })
  await goLive(live)
  const areGrey = () =>
    expect.poll(() => [...keys, scene].map((key) => key.lamp())).toEqual(keys.concat(scene).map(() => 'stale'))
  const areBack = async () => {
    await lit(tally, 'on air')
    await lit(scene, 'off plain')
    await lit(padlock, 'off plain')
  }
  stopKey.down()
  await says(stopKey, 'HOLD')
  await on.kill()
  await areGrey()
  stopKey.up()
  padlock.press()
  await says(padlock, DECK_NOTES.notSent)
  await on.restart()
  await areBack()
  await lit(stopKey, 'on plain')

  process.kill(on.pid(), 'SIGSTOP')
  await areGrey()
  process.kill(on.pid(), 'SIGCONT')
  await areBack()
  expect((await on.status()).tally).toBe('live')
})

test('two decks that press opposite things, faster than the show: both say the same in the end', {
  timeout: 120_000,
}, async () => {
  const on = await show()
  const decks = [
    closing(await startStreamDeck(keptPairing(await on.pair('Left')))),
    closing(await startStreamDeck(keptPairing(await on.pair('Right')))),
  ]
  const autos = decks.map((deck) => deck.place('autoSync'))
  const scenes = decks.map((deck, nth) => deck.place('scene', { scene: nth === 0 ? 'Opening' : 'Break' }))
  const lives = decks.map((deck) => deck.place('goLive'))
  for (const key of autos) await lit(key, 'off plain')
  for (const key of lives) await lit(key, 'off plain')
  // Two first presses are no second one: each deck carries out only what it armed itself.
  for (const key of lives) key.press()
  await another()
  expect((await on.status()).tally).toBe('off')
  for (let round = 0; round < 15; round += 1) for (const key of [...autos, ...scenes]) key.press()
  const settled = () =>
    [...autos, ...scenes].every((key) => /^(on|off) /.test(key.lit()) && !key.text().includes('WAIT'))
  await expect.poll(settled).toBe(true)
  await expect.poll(() => new Set(autos.map((key) => key.lit())).size).toBe(1)
  await expect.poll(() => scenes.map((key) => key.lamp()).toSorted()).toEqual(['off', 'on'])

  // A plugin ends with its application, also if that ended without ending it: its connection is free again.
  await decks[0]?.crash()
  const left = async () => JSON.parse(await on.cuelight('pairings', '--json')).value.pairings
  const connections = async () =>
    (await left()).map((one: { name: string; connections: number }) => [one.name, one.connections])
  await expect.poll(async () => Object.fromEntries(await connections())).toEqual({ Left: 0, Right: 1 })
})

test('pairs by pasting what the terminal printed; an ended pairing is said in words, and a new one works at once', {
  timeout: 120_000,
}, async () => {
  const on = await show()
  const deck = closing(await startStreamDeck())
  const padlock = deck.place('padlock')
  await says(padlock, 'Not paired')
  const page = await newPage()
  await page.goto(pathToFileURL(join(deck.folder, 'ui/inspector.html')).href)
  const { info, port } = deck
  const args = [
    String(port),
    padlock.context,
    'registerPropertyInspector',
    JSON.stringify(info),
    JSON.stringify(padlock.inspects()),
  ]
  await page.evaluate(
    (given) =>
      (window as unknown as { connectElgatoStreamDeckSocket(...all: string[]): void }).connectElgatoStreamDeckSocket(
        ...given,
      ),
    args,
  )
  const paste = async (text: string) => {
    await page.getByLabel('Code').fill(text)
    await page.getByRole('button', { name: 'Pair', exact: true }).click()
  }
  await page.getByText('Not paired yet.').waitFor()
  await paste('hello')
  await page.getByText('There is no pairing code in this.').waitFor()
  await paste(`cue_${'x'.repeat(43)} ws://192.0.2.1:4717/control`)
  await page.getByText('The address must be on this computer').waitFor()
  const printed = await on.pair('My deck', 'arm')
  await paste(printed)
  await page.getByText('Paired as My deck: can arm Stop and Go live, which a person confirms.').waitFor()
  await lit(padlock, 'off plain')
  expect(deck.kept()).toEqual(keptPairing(printed))

  await on.cuelight('pairings', 'end', 'My deck')
  await page.getByText(DECK_TROUBLES.notPaired).waitFor()
  await expect.poll(() => padlock.lamp()).toBe('stale')
  await paste(await on.pair('Again'))
  await page.getByText('Paired as Again').waitFor()
  await lit(padlock, 'off plain')
  expect(await page.content()).not.toContain('cue_x')

  // On another port, the address is enough: the code is shown only once.
  const { code, address } = deck.kept()
  await page.getByText(`Connects to ${address}`).waitFor()
  await on.kill()
  await on.restart(0)
  await page.getByText(DECK_TROUBLES.other).waitFor()
  await paste(await on.cuelight('pairings'))
  await lit(padlock, 'off plain')
  expect(deck.kept()).toMatchObject({ code, address: expect.not.stringContaining(String(address)) })
  await page.getByRole('button', { name: 'Forget pairing' }).click()
  await says(padlock, 'Not paired')
  expect(deck.kept()).toEqual({})
  expect(deck.logged()).not.toContain('cue_')
})
