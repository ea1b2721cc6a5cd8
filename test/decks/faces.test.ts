/** What keys show: never a lamp from an old reading, and each lamp tells itself apart by form and word. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coloursOf } from '../../build/icons/colours.ts'
import { broken, keySvg, stripSvg } from '../../electron/decks/streamdeck/draw.ts'
import { manifestOf } from '../../electron/decks/streamdeck/manifest.ts'
import { Asked, actionId, pairingIn } from '../../electron/decks/streamdeck/settings.ts'
import type { ControlState } from '../../shared/control/model.ts'
import { type Face, faceOf } from '../../shared/decks/face.ts'
import { ACTIONS, type DeckAction, KeySettings } from '../../shared/decks/keys.ts'
import { pressed } from '../../shared/decks/presses.ts'
import { TALLIES } from '../../shared/tally.ts'
import { DECK_KEY_WORDS, DECK_NOTES, INSPECTOR_WORDS } from '../../shared/words/decks/streamDeck.ts'
import { MARKS } from '../../shared/words/labels.ts'
import { LAMP } from '../../shared/words/show/tally.ts'
import { keyOf, LIVE, SCENES, STATE, viewOf } from './shown.ts'

const OFF: Partial<ControlState> = { tally: 'off', live: null, onAirScene: null }

const faceAt = (action: DeckAction, state: Partial<ControlState> = {}, settings = {}): Face =>
  faceOf(keyOf(action, settings), viewOf(state))

const aState = fc.record({
  tally: fc.constantFrom(...TALLIES),
  live: fc.constantFrom(null, LIVE),
  activeScene: fc.constantFrom(null, 's1', 's2'),
  onAirScene: fc.constantFrom(null, 's1', 's2'),
  scenes: fc.constantFrom(null, SCENES),
  autoSync: fc.constantFrom(null, true, false),
  padlock: fc.constantFrom('open' as const, 'closed' as const),
  pending: fc.constantFrom(null, { act: 'stop' as const, phase: 'sending' }),
})

test('without a recent word every key is grey, and the same whatever was known before', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ACTIONS),
      aState,
      fc.boolean(),
      fc.double({ min: 0, max: 1 }),
      (action, state, isBusy, ring) => {
        const key = keyOf(action, { scene: '2', macro: 'Show opening' }, { isBusy, ring, armId: 'a', chosen: 's1' })
        const face = faceOf(key, viewOf(state, { isFresh: false }))
        const never = faceOf(key, viewOf({}, { isFresh: false, state: null }))
        expect([face.lamp, face]).toEqual(['stale', never])
        expect(keySvg(action, face, coloursOf('dark'))).not.toMatch(/#d7262d|#74b6ff|#ffb534/)
      },
    ),
  )
})

test('a lamp about what is on air is lit only by a reading that is certain', () => {
  const aboutAir: DeckAction[] = ['tally', 'goLive', 'stop', 'scene', 'sync', 'next', 'previous', 'back', 'take']
  for (const action of aboutAir)
    for (const tally of ['stale', 'unknown'] as const)
      expect([action, faceAt(action, { tally }, { scene: '1' }).lamp]).toEqual([action, tally])
  expect(faceAt('autoSync', { tally: 'stale', autoSync: true }).lamp).toBe('stale')
  expect(faceAt('goLive', { tally: 'error', live: null, read: { ...STATE.read, live: null } }).lamp).toBe('unknown')
})

test.each<[string, Partial<ControlState>, [first: string, second: string, third: string]]>([
  [
    'on air, and active but not synced',
    {},
    [`on air ${MARKS.onAir}`, `pending edit ${MARKS.notYet}`, 'off plain THEN'],
  ],
  ['synced', { activeScene: 's1', nextScene: 's2' }, [`on air ${MARKS.onAir}`, 'off plain THEN', 'off plain ']],
  ['off air', OFF, ['off plain ', `on plain ${MARKS.next}`, 'off plain THEN']],
  ['not confirmed', { onAirScene: null }, ['off plain ', `unknown plain ${MARKS.active}`, 'off plain THEN']],
])('scenes: %s', (_, state, expected) => {
  const faces = SCENES.map(({ name }) => faceAt('scene', state, { scene: name }))
  expect(faces.map(({ lamp, tone, word }) => `${lamp} ${tone} ${word}`)).toEqual(expected)
})

test('a key for a scene by number shows its name, and a press sends the scene whose name was shown', () => {
  const key = keyOf('scene', { scene: '3', press: 'take' })
  expect(faceOf(key, viewOf()).text).toBe('Break')
  const seen = { projectId: 'p', liveId: 'l' }
  expect(pressed(key, STATE)).toEqual({ type: 'switchScene', ...seen, scene: 's3', take: true })
  expect(pressed(keyOf('scene', { scene: '3' }), STATE)).toEqual({ type: 'switchScene', ...seen, scene: 's3' })
  expect(pressed(keyOf('scene', { scene: '9' }), STATE)).toBe(DECK_NOTES.noScene)
  expect(pressed(keyOf('scene'), STATE)).toBe(DECK_NOTES.chooseScene)
  const twins = { ...STATE, scenes: SCENES.map((scene) => ({ ...scene, name: 'Same' })) }
  expect(pressed(keyOf('scene', { scene: 'Same' }), twins)).toBe(DECK_NOTES.several)
})

test('a key for a scene that was deleted or renamed is not one for another whose name begins alike', () => {
  const state = { ...STATE, scenes: [{ number: 1, id: 's9', name: 'Breaking news' }] }
  for (const scene of ['Break', 'breaking news ', '1', 's9']) {
    const key = keyOf('scene', { scene })
    const means = scene === 'Break' ? DECK_NOTES.noScene : expect.objectContaining({ scene: 's9' })
    expect([scene, pressed(key, state)]).toEqual([scene, means])
    expect([scene, faceOf(key, viewOf(state)).lamp]).toEqual([scene, scene === 'Break' ? 'unknown' : 'off'])
  }
  const macros = [{ id: 'n', name: 'Show opening, new' }]
  expect(pressed(keyOf('macro', { macro: 'Show opening' }), { ...STATE, macros })).toBe(DECK_NOTES.noMacro)
})

test('only what this key armed is carried out by its second press', () => {
  const arm = { id: 'a', act: 'goLive' as const, projectName: '', liveId: null, notBefore: 0, expires: 0 }
  const off = { ...STATE, ...OFF, arm }
  expect(pressed(keyOf('goLive', {}, { armId: 'a' }), off)).toEqual({ type: 'commitGoLive', armId: 'a' })
  expect(pressed(keyOf('goLive', {}, { armId: 'b' }), off)).toMatchObject({ type: 'armGoLive' })
  expect(pressed(keyOf('macro', { macro: 'show' }, { armId: 'a' }), off)).toEqual({ type: 'commitMacro', armId: 'a' })
  expect(pressed(keyOf('macro', { macro: 'Show opening' }), off)).toEqual({ type: 'runMacro', macro: 'm' })
  expect(faceOf(keyOf('goLive', {}, { armId: 'a' }), viewOf({ ...OFF, arm })).word).toBe(DECK_KEY_WORDS.again)
})

test('the other keys', () => {
  const shown = (action: DeckAction, state: Partial<ControlState> = {}) => {
    const { lamp, word, text } = faceAt(action, state)
    return [lamp, word, text]
  }
  expect(shown('tally')).toEqual(['on', '1:01', 'Opening'])
  expect(shown('sync')).toEqual(['on', '2', 'Sync'])
  expect(shown('sync', { unsynced: { some: null, count: null } })[0]).toBe('unknown')
  expect(shown('next')).toEqual(['off', '', 'Break'])
  expect(shown('previous')).toEqual(['off', '', 'Opening'])
  expect(shown('autoSync', { autoSync: true }).slice(0, 2)).toEqual(['on', DECK_KEY_WORDS.on])
  expect(shown('autoSync', { autoSync: null })[0]).toBe('unknown')
  expect(shown('padlock', { padlock: 'closed' }).slice(0, 2)).toEqual(['on', DECK_KEY_WORDS.closed])
  expect(shown('stop', { pending: { act: 'stop', phase: 'checking' } })[0]).toBe('pending')
  expect(faceAt('stop', OFF).isDim).toBe(true)
  expect(pressed(keyOf('sync'), { ...STATE, ...OFF })).toBe(DECK_NOTES.nothingRuns)
  expect(pressed(keyOf('autoSync'), { ...STATE, autoSync: null })).toBe(DECK_NOTES.notKnown)
  expect(pressed(keyOf('autoSync'), { ...STATE, tally: 'stale' })).toBe(DECK_NOTES.notKnown)
  expect(pressed(keyOf('next'), { ...STATE, project: null })).toBe(DECK_NOTES.notKnown)
  expect(pressed(keyOf('padlock'), { ...STATE, project: null })).toEqual({ type: 'closePadlock' })
})

test('no two lamps look the same without colour, and what a name contains stays text', () => {
  const grey = (svg: string) => svg.replace(/#[0-9a-f]{6}/g, '#').replace(/ data-\w+="\w+"/g, '')
  const faces = (['on', 'off', 'pending', 'unknown', 'stale'] as const).map(
    (lamp): Face => ({ lamp, tone: 'plain', word: '', text: '' }),
  )
  const forms = new Set(faces.map((face) => grey(keySvg('scene', face, coloursOf('dark')))))
  // A dotted frame has two meanings; `?` or a word tells them apart.
  expect(forms.size).toBe(4)
  const odd: Face = { lamp: 'on', tone: 'air', word: MARKS.onAir, text: '</text><script>&"\u202e x' }
  for (const svg of [keySvg('scene', odd, coloursOf('dark')), stripSvg('scene', odd, coloursOf('dark'))])
    expect(svg).not.toMatch(/<script|\u202e/)
})

test('long names break into lines and end with an ellipsis', () => {
  expect(broken('Guest interview with a long name', 12, 2)).toEqual(['Guest', 'interview…'])
  expect(broken('Donaudampfschifffahrt', 12, 2)).toEqual(['Donaudampfs…'])
  expect(broken('', 12, 2)).toEqual([])
})

test('all our own words and notes have room', () => {
  const words = [DECK_KEY_WORDS, MARKS, LAMP]
    .flatMap((table) => Object.values(table))
    .filter((word) => typeof word === 'string')
  const cut = (texts: readonly string[], perLine: number, lines: number) =>
    texts.filter((one) => broken(one, perLine, lines).join(' ') !== one)
  expect(cut(words, 12, 1)).toEqual([])
  expect(cut(Object.values(DECK_NOTES), 14, 6)).toEqual([])
  expect(cut(Object.values(DECK_NOTES), 20, 4)).toEqual([])
})

test('wide letters have room too, and none is cut in half', () => {
  expect(broken('WWWWMMMMWWWW', 12, 2)).toEqual(['WWWWMM…'])
  expect(broken('COMMUNITY WOW', 12, 2)).toEqual(['COMMUNITY', 'WOW'])
  expect(broken('第十二回配信会議本番', 12, 2)).toEqual(['第十二回配…'])
  expect(broken('👩‍👩‍👧‍👦'.repeat(9), 12, 1)).toEqual([`${'👩‍👩‍👧‍👦'.repeat(5)}…`])
})

test('a name that was cut within a character, or that no document may contain, can still be drawn', () => {
  for (const name of ['Ho\ud83c', '\udf1f Talk', 'x\uffff']) {
    const face: Face = { lamp: 'on', tone: 'air', word: MARKS.onAir, text: name }
    for (const svg of [keySvg('scene', face, coloursOf('dark')), stripSvg('scene', face, coloursOf('dark'))]) {
      expect(() => encodeURIComponent(svg)).not.toThrow()
      expect(svg).not.toMatch(/[\ufffe\uffff]/)
    }
  }
})

test('a pairing is found in all that the terminal printed, and only on this computer', () => {
  const code = `cue_${'a-_Z'.repeat(10)}abc`
  const usual = 'ws://127.0.0.1:4717/control'
  expect(pairingIn(` ${code}\n`, null)).toEqual({ code, address: usual })
  expect(pairingIn(`Paired.${code}It connects to:ws://localhost:5000/control`, null)).toEqual({
    code,
    address: 'ws://localhost:5000/control',
  })
  expect(pairingIn('cue_short', null)).toBe(INSPECTOR_WORDS.noCode)
  for (const address of [
    'ws://192.0.2.1:4717/control',
    'wss://127.0.0.1/control',
    'ws://127.0.0.1:4717/bridge',
    'ws://127.0.0.1.example.org/control',
  ])
    expect(pairingIn(`${code} ${address}`, null)).toBe(INSPECTOR_WORDS.notHere)
  const kept = { code, address: usual }
  const moved = 'ws://127.0.0.1:5000/control'
  expect(pairingIn(`They connect to ${moved}`, kept)).toEqual({ code, address: moved })
  expect([pairingIn(moved, null), pairingIn('hello', kept)]).toEqual([INSPECTOR_WORDS.noCode, INSPECTOR_WORDS.noCode])
  const long = Asked.parse({ type: 'pair', pasted: 'x'.repeat(3_000) })
  expect(long).toEqual({ type: 'pair', pasted: 'x'.repeat(2_000) })
  expect(KeySettings.parse({ scene: 3, press: 'x', other: 1 })).toEqual({ scene: '', press: 'asSet', macro: '' })
  expect(KeySettings.parse('odd')).toEqual({ scene: '', press: 'asSet', macro: '' })
})

test('what takes two presses, a hold or a toggle is in no sequence of keys', () => {
  const manifest = manifestOf({ version: '1.2.3', author: '' }) as {
    Actions: { UUID: string; SupportedInMultiActions: boolean; SupportedInKeyLogicActions: boolean }[]
  }
  const offered = manifest.Actions.filter((one) => one.SupportedInMultiActions || one.SupportedInKeyLogicActions)
  const names = ['scene', 'next', 'previous', 'back', 'take', 'sync', 'padlock'] as const
  expect(offered.map(({ UUID }) => UUID)).toEqual(names.map(actionId))
})
