/** What hands do on a deck: a Stop is a whole hold, a second press is a press of its own, and a press means what its key showed. */
import { expect, test } from 'vitest'
import { STALE_MS } from '../../shared/control/protocol.ts'
import { DECK_KEY_WORDS, DECK_NOTES } from '../../shared/words/decks/streamDeck.ts'
import { deckOn } from './kit.ts'

/** What the hold lasts, and a little more, in ms. */
const WHOLE_MS = 1_520

type On = Awaited<ReturnType<typeof deckOn>>

/** On air, with a Stop key that is held and armed. */
async function holding() {
  const on = await deckOn()
  const stop = on.place('stop')
  await on.use()
  await on.live()
  await on.shows(stop, ({ lamp }) => lamp === 'on')
  on.deck.down(stop)
  await on.rig.until(() => on.rig.state().arm !== null, 'armed')
  await on.shows(stop, ({ ring }) => ring !== undefined)
  return { ...on, stop }
}

/** Time passes in Cuelight, then on the deck, which has just heard that all still holds. */
async function pass(on: On, ms: number): Promise<void> {
  await on.rig.pass(ms)
  on.deckClock.advance(ms)
  await on.rig.pass(100)
}

/** Waits until what was armed is cancelled, and has not just expired. */
async function cancelled({ rig }: On): Promise<void> {
  const commands = () => rig.state().journal.flatMap(({ what }) => ('command' in what ? [what.command] : []))
  await expect.poll(commands).toContain('cancelArm')
  expect(rig.state().arm).toBe(null)
}

test('a whole hold stops, once; the ring says how far it is', async () => {
  const on = await holding()
  await pass(on, 760)
  expect(on.face(on.stop).ring).toBeGreaterThan(0.4)
  await pass(on, WHOLE_MS - 760)
  await on.rig.until(() => on.rig.tally() === 'off', 'off')
  on.deck.up(on.stop)
  await on.shows(on.stop, ({ lamp, ring }) => lamp === 'off' && ring === undefined)
  expect([on.stops(), on.face(on.stop).note]).toEqual([1, undefined])
})

test('let go too soon, it is no Stop: what was armed is cancelled, and the key says so', async () => {
  const on = await holding()
  on.deckClock.advance(WHOLE_MS - 20)
  on.deck.up(on.stop)
  expect(on.face(on.stop).note).toBe(DECK_NOTES.letGo)
  await cancelled(on)
  await pass(on, WHOLE_MS)
  expect([on.stops(), on.rig.tally()]).toEqual([0, 'live'])
})

test('let go before Cuelight has answered, it is cancelled as soon as it has', async () => {
  const on = await deckOn()
  const stop = on.place('stop')
  await on.use()
  await on.live()
  await on.shows(stop, ({ lamp }) => lamp === 'on')
  on.deck.down(stop)
  on.deck.up(stop)
  await cancelled(on)
  await pass(on, WHOLE_MS)
  expect([on.stops(), on.rig.state().arm]).toEqual([0, null])
})

test.each([
  ['the device is unplugged', async ({ deck }: On) => deck.unplugged('device')],
  ['another page of the deck is shown', async ({ deck }: On) => deck.disappear('stop')],
  [
    'contact is lost, though it is back in time',
    async ({ panel, serveAgain, address, deck, deckClock }: On) => {
      await panel.close()
      await expect.poll(() => deck.status().trouble).not.toBe(null)
      await serveAgain(Number(new URL(address).port))
      deckClock.advance(250)
      await expect.poll(() => deck.status().trouble).toBe(null)
    },
  ],
])('a hold is no Stop if %s', async (_, happens) => {
  const on = await holding()
  await happens(on)
  await pass(on, WHOLE_MS)
  expect([on.stops(), on.rig.tally()]).toEqual([0, 'live'])
})

test('going live takes two presses of one key, the second not at once', async () => {
  const on = await deckOn()
  const live = on.place('goLive')
  await on.use()
  await on.shows(live, ({ lamp }) => lamp === 'off')
  on.deck.down(live)
  await on.shows(live, ({ word }) => word === DECK_KEY_WORDS.again)
  on.deck.down(live)
  await on.shows(live, ({ note }) => note !== undefined)
  expect(on.starts()).toBe(0)
  await on.rig.pass(450)
  on.deck.down(live)
  await on.rig.until(() => on.rig.tally() === 'live', 'on air')
  await on.shows(live, ({ lamp }) => lamp === 'on')
  expect(on.starts()).toBe(1)
})

test('a macro that stops takes two presses too', async () => {
  const on = await deckOn()
  await on.live()
  const id = '00000000-0000-4000-8000-000000000001'
  await on.rig.press({ type: 'saveMacro', id, name: 'The end', steps: [{ do: 'stop' }] })
  const macro = on.place('macro', { macro: 'the end' })
  await on.use()
  await on.shows(macro, ({ lamp, text }) => lamp === 'off' && text === 'The end')
  on.deck.down(macro)
  await on.shows(macro, ({ word }) => word === DECK_KEY_WORDS.again)
  await on.rig.pass(450)
  on.deck.down(macro)
  await on.rig.until(() => on.rig.tally() === 'off', 'off')
  expect(on.stops()).toBe(1)
})

test('a first press is forgotten once its key is set to something else', async () => {
  const on = await deckOn()
  await on.live()
  const id = (nth: number) => `00000000-0000-4000-8000-00000000000${nth}`
  await on.rig.press({ type: 'saveMacro', id: id(1), name: 'The end', steps: [{ do: 'stop' }] })
  await on.rig.press({ type: 'saveMacro', id: id(2), name: 'Just sync', steps: [{ do: 'sync' }] })
  const macro = on.place('macro', { macro: 'The end' })
  await on.use()
  await on.shows(macro, ({ lamp, text }) => lamp === 'off' && text === 'The end')
  on.deck.down(macro)
  await on.shows(macro, ({ word }) => word === DECK_KEY_WORDS.again)
  on.deck.choose(macro, { macro: 'Just sync' })
  expect(on.face(macro)).toMatchObject({ lamp: 'off', text: 'Just sync' })
  await on.rig.pass(450)
  on.deck.down(macro)
  await on.shows(macro, ({ lamp }) => lamp === 'pending')
  await on.shows(macro, ({ lamp }) => lamp === 'off')
  expect([on.stops(), on.rig.tally()]).toEqual([0, 'live'])
})

test('a pairing that may only arm leaves the second step to a person, also of a Stop that is let go', async () => {
  const on = await deckOn({ scope: 'arm' })
  const [live, stop] = [on.place('goLive'), on.place('stop')]
  await on.use()
  await on.shows(live, ({ lamp }) => lamp === 'off')
  on.deck.down(live)
  await on.shows(live, ({ note }) => note === DECK_NOTES.confirmThere)
  await on.rig.pass(450)
  on.deck.down(live)
  await on.shows(live, ({ note }) => note !== undefined && note !== DECK_NOTES.confirmThere)
  expect(on.starts()).toBe(0)
  await on.live()
  await on.shows(stop, ({ lamp }) => lamp === 'on')
  on.deck.down(stop)
  on.deck.up(stop)
  await on.rig.until(() => on.rig.state().arm?.act === 'stop', 'armed')
  await on.shows(stop, ({ note }) => note === DECK_NOTES.confirmThere)
  expect(on.stops()).toBe(0)
})

test('what a pairing may not do is said on the key', async () => {
  const on = await deckOn({ scope: 'look' })
  const padlock = on.place('padlock')
  await on.use()
  await on.shows(padlock, ({ lamp }) => lamp === 'off')
  on.deck.down(padlock)
  await on.shows(padlock, ({ note }) => note?.startsWith('This pairing may not do that') === true)
  expect(on.rig.state().padlock.locked).toBe(false)
  on.deckClock.advance(1_900)
  on.rig.clock.advance(1_000)
  await on.shows(padlock, ({ lamp }) => lamp === 'off')
  on.deckClock.advance(1_900)
  on.rig.clock.advance(1_000)
  await on.shows(padlock, ({ lamp }) => lamp === 'off')
  on.deckClock.advance(300)
  expect(on.face(padlock).note).toBe(undefined)
})

test('presses that waited while the plugin was held up do nothing, then or later', async () => {
  const on = await deckOn()
  const padlock = on.place('padlock')
  await on.use()
  await on.shows(padlock, ({ lamp }) => lamp === 'off')
  // Time has passed, and no timer has fired yet.
  on.deckClock.jump(STALE_MS)
  on.deck.down(padlock)
  expect(on.face(padlock).note).toBe(DECK_NOTES.notSent)
  await on.shows(padlock, ({ lamp, word }) => lamp === 'off' && word !== DECK_KEY_WORDS.wait)
  expect(on.rig.state().padlock.locked).toBe(false)
})

test('contact that is lost before Cuelight has armed anything is no doubt about what viewers see', async () => {
  const on = await deckOn()
  const [live, padlock] = [on.place('goLive'), on.place('padlock')]
  await on.use()
  await on.shows(live, ({ lamp }) => lamp === 'off')
  on.deck.down(live)
  on.deck.down(padlock)
  await on.panel.close()
  await expect.poll(() => on.face(live).note).toBe(DECK_NOTES.onlyArmed)
  expect(on.face(padlock).note).toBe(DECK_NOTES.mayHaveWorked)
})

test('a dial: turning only chooses, pressing takes', async () => {
  const on = await deckOn()
  const dial = on.place('scene', {}, true)
  await on.use()
  await on.live()
  const [first, second] = on.rig.show().scenes ?? []
  await on.shows(dial, ({ lamp, text }) => lamp === 'on' && text === first?.name)
  on.deck.down(dial)
  expect(on.face(dial).note).toBe(DECK_NOTES.turn)
  on.deck.turn(dial, 1)
  expect(on.face(dial)).toMatchObject({ lamp: 'pending', word: DECK_KEY_WORDS.chosen, text: second?.name })
  on.deck.turn(dial, -99)
  expect(on.face(dial)).toMatchObject({ lamp: 'on', text: first?.name })
  on.deck.turn(dial, 1)
  expect(on.rig.show().scenes?.[0]?.isActive).toBe(true)
  on.deck.down(dial)
  await on.rig.until(() => on.rig.show().air.sceneId === second?.id, 'on air')
  await on.shows(dial, ({ lamp, text }) => lamp === 'on' && text === second?.name)
  expect(on.truth()).toBe('live')
})

test('without contact a press is not sent, and not sent later', async () => {
  const on = await deckOn()
  const padlock = on.place('padlock')
  on.deck.down(padlock)
  expect(on.face(padlock)).toMatchObject({ lamp: 'unknown', note: DECK_NOTES.notPaired })
  await on.use()
  await on.shows(padlock, ({ lamp }) => lamp === 'off')
  on.deckClock.advance(2_000)
  on.deck.down(padlock)
  expect(on.face(padlock)).toMatchObject({ lamp: 'stale', note: DECK_NOTES.notSent })
  on.rig.clock.advance(1_000)
  await on.shows(padlock, ({ lamp }) => lamp === 'off')
  expect(on.rig.state().padlock.locked).toBe(false)
})
