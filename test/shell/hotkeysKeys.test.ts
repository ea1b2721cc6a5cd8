/** Keys as users write, press and read them. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  acceleratorOf,
  clashesIn,
  DEFAULT_HOTKEYS,
  defaultHotkeys,
  MAC_HOTKEYS,
  type PressedKey,
  readAccelerator,
  shownAccelerator,
} from '../../shared/hotkeys/hotkeys.ts'
import { HOTKEY_ACTIONS } from '../../shared/settings/desktopNames.ts'

const read = (text: string, platform = 'linux') => {
  const answer = readAccelerator(text, platform)
  return answer.ok ? answer.accelerator : answer.why
}

describe('reading', () => {
  test.each([
    ['shift+CTRL+f9', 'Control+Shift+F9'],
    [' Option + Meta + enter ', 'Alt+Super+Return'],
    ['Super+Shift+Alt+Control+A', 'Control+Alt+Shift+Super+A'],
    ['CmdOrCtrl+1', 'Control+1'],
    ['Control+Control+1', 'Control+1'],
    ['F13', 'F13'],
    ['mediaplaypause', 'MediaPlayPause'],
    ['Alt+num5', 'Alt+num5'],
    ['Ctrl', 'goOn'],
    ['Ctrl+Shift', 'goOn'],
    ['', 'unknownKey'],
    ['Ctrl+', 'unknownKey'],
    ['Ctrl+A+B', 'unknownModifier'],
    ['AltGr+A', 'unknownModifier'],
    ['Ctrl+F25', 'unknownKey'],
    ['Ctrl+constructor', 'unknownKey'],
    ['constructor+A', 'unknownModifier'],
    ['A', 'needsModifier'],
    ['Shift+A', 'needsModifier'],
    ['Shift+Up', 'needsModifier'],
    ['num5', 'needsModifier'],
    ['VolumeMute', 'needsModifier'],
  ])('%s is %s', (text, expected) => expect(read(text)).toBe(expected))

  test('Alt combinations on macOS are for typing, and need another modifier', () => {
    expect([read('Alt+A', 'darwin'), read('Alt+A', 'win32')]).toEqual(['needsModifier', 'Alt+A'])
    expect(read('CommandOrControl+Up', 'darwin')).toBe('Super+Up')
  })

  test.each([
    ['Control+Alt+F9', 'linux', 'x11'],
    ['Control+Alt+Shift+F1', 'linux', 'x11'],
    ['Control+Alt+F13', 'linux', null],
    ['Control+Alt+F9', 'win32', null],
    ['Control+Alt+Q', 'win32', 'altGr'],
    ['Control+Alt+Q', 'linux', null],
    ['Control+F12', 'win32', 'debugger'],
    ['F5', 'linux', 'everywhere'],
    ['Control+F5', 'linux', null],
  ])('%s on %s is accepted with a caution: %s', (text, platform, caution) =>
    expect(readAccelerator(text, platform)).toMatchObject({ ok: true, caution }),
  )

  test('every result is canonical: reading it again changes nothing, and it is within the stored length', () => {
    const words = ['ctrl', 'Shift', 'alt', 'cmd', 'a', 'F9', 'num1', 'up', 'enter', '', ' ', '+', ';', 'Hyper']
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...words), fc.string())),
        fc.constantFrom('linux', 'darwin'),
        (parts, platform) => {
          const once = readAccelerator(parts.join('+'), platform)
          if (!once.ok) return
          expect(readAccelerator(once.accelerator, platform)).toEqual(once)
          expect(once.accelerator.length).toBeLessThanOrEqual(60)
        },
      ),
      { numRuns: 3_000, seed: 2 },
    )
  })
})

/** Macros have none by default. */
const keysOf = (bindings: typeof DEFAULT_HOTKEYS) => Object.values(bindings).filter((key) => key !== null)

describe('the defaults', () => {
  test.each(['linux', 'win32', 'darwin'])(
    'on %s every action but the macros has a key of its own that needs no caution',
    (platform) => {
      const bindings = defaultHotkeys(platform)
      expect(clashesIn(bindings, platform)).toEqual({})
      for (const action of HOTKEY_ACTIONS.filter((one) => !one.startsWith('macro')))
        expect(readAccelerator(bindings[action] ?? '', platform), action).toMatchObject({
          ok: true,
          accelerator: bindings[action],
          caution: null,
        })
    },
  )

  test('outside macOS none types anything on any layout, or closes a window if Shift is missed', () => {
    for (const key of keysOf(DEFAULT_HOTKEYS)) expect(key).toMatch(/^(Control|Alt)\+Shift\+F\d+$/)
    expect(Object.values(DEFAULT_HOTKEYS)).not.toContain('Alt+Shift+F4')
    for (const key of keysOf(MAC_HOTKEYS)) expect(key).toContain('Super+')
  })
})

test('of two actions with the same key in different spellings, the earlier one gets it', () => {
  const bindings = {
    ...DEFAULT_HOTKEYS,
    stop: 'ctrl+F20',
    padlock: 'F20+nonsense',
    scene4: 'Control+F20',
    scene5: 'CTRL+f20',
  }
  expect(clashesIn(bindings, 'linux')).toEqual({ scene4: 'stop', scene5: 'stop' })
})

/** A key event as a browser reports it. */
function pressed(code: string, key: string, held: string = '', altGraph = false): PressedKey {
  const has = (name: string) => held.split('+').includes(name)
  return {
    ...{ code, key, ctrlKey: has('ctrl'), altKey: has('alt'), shiftKey: has('shift'), metaKey: has('meta') },
    getModifierState: (name) => name === 'AltGraph' && altGraph,
  }
}

describe('recording', () => {
  const recorded = (key: PressedKey, platform = 'linux') => {
    const answer = acceleratorOf(key, platform)
    return answer.ok ? answer.accelerator : answer.why
  }

  test.each([
    ['a modifier alone goes on', pressed('ControlLeft', 'Control', 'ctrl'), 'goOn'],
    ['AltGr alone goes on', pressed('AltRight', 'AltGraph'), 'goOn'],
    ['a function key', pressed('F9', 'F9', 'ctrl+shift'), 'Control+Shift+F9'],
    ['a digit whose key writes something else', pressed('Digit1', '&', 'ctrl'), 'Control+1'],
    ['a digit with Shift', pressed('Digit1', '!', 'ctrl+shift'), 'Control+Shift+1'],
    ['a key of the number block', pressed('Numpad7', 'Home', 'ctrl'), 'Control+num7'],
    ['an arrow', pressed('ArrowUp', 'ArrowUp', 'alt'), 'Alt+Up'],
    ['a media key', pressed('MediaPlayPause', 'MediaPlayPause'), 'MediaPlayPause'],
    ['the next-track key', pressed('MediaTrackNext', 'MediaTrackNext'), 'MediaNextTrack'],
    ['a letter for typing', pressed('KeyA', 'a'), 'needsModifier'],
    ['with AltGr', pressed('KeyE', '€', 'ctrl+alt', true), 'altGr'],
    ['a key nobody can grab', pressed('Lang1', 'HangulMode', 'ctrl'), 'unknownKey'],
    ['a key without a code', pressed('', 'a', 'ctrl'), 'unknownKey'],
  ])('%s', (_, key, expected) => expect(recorded(key)).toBe(expected))

  test('a key is stored by its letter if the system uses letters, by its position if it uses positions', () => {
    const frenchA = pressed('KeyQ', 'a', 'ctrl')
    expect([recorded(frenchA, 'win32'), recorded(frenchA), recorded(frenchA, 'darwin')]).toEqual([
      'Control+A',
      'Control+A',
      'Control+Q',
    ])
    const dvorakS = pressed('Semicolon', 'S', 'ctrl+shift')
    expect([recorded(dvorakS), recorded(dvorakS, 'darwin')]).toEqual(['Control+Shift+S', 'Control+Shift+;'])
    expect(recorded(pressed('KeyA', 'ф', 'ctrl'))).toBe('Control+A')
    expect(recorded(pressed('KeyA', 'å', 'alt+meta'), 'darwin')).toBe('Alt+Super+A')
  })

  test("punctuation is accepted only if it is where the system's reference keyboard has it", () => {
    expect(recorded(pressed('Minus', '_', 'ctrl+shift'))).toBe('Control+Shift+-')
    expect(recorded(pressed('Minus', 'ß', 'ctrl'))).toBe('layout')
    expect(recorded(pressed('Semicolon', 'ö', 'ctrl'))).toBe('layout')
    expect(recorded(pressed('KeyQ', "'", 'ctrl'))).toBe('layout')
    expect(recorded(pressed('IntlBackslash', '<', 'ctrl'))).toBe('layout')
    expect(recorded(pressed('Semicolon', 'ö', 'meta'), 'darwin')).toBe('Super+;')
  })
})

test.each([
  ['Control+Alt+Shift+Super+PageUp', 'darwin', '⌃⌥⇧⌘⇞'],
  ['Alt+Shift+Super+1', 'darwin', '⌥⇧⌘1'],
  ['Control+Alt+Shift+PageUp', 'win32', 'Ctrl+Alt+Shift+Page Up'],
  ['Super+Return', 'win32', 'Win+Enter'],
  ['Super+num5', 'linux', 'Super+Num 5'],
  ['not a key', 'linux', 'not a key'],
])('%s on %s is shown as %s', (accelerator, platform, shown) =>
  expect(shownAccelerator(accelerator, platform)).toBe(shown),
)

describe('the portal of Wayland', () => {
  test('accepts only keys that it can tell apart: no function key, no number block, no other punctuation', () => {
    for (const key of ['Control+F9', 'F13', 'Control+num5', 'Control+-', 'Alt+Return', 'Control+Escape'])
      expect([read(key, 'portal'), read(key, 'linux')], key).toEqual(['portal', key])
    for (const key of ['Control+A', 'Alt+0', 'Control+.', 'Control+Alt+Up', 'Control+PageDown', 'MediaStop'])
      expect(read(key, 'portal'), key).toBe(key)
  })

  test('has default keys of one pattern, all different', () => {
    const keys = HOTKEY_ACTIONS.map((action) => defaultHotkeys('portal')[action]).filter((key) => key !== null)
    for (const key of keys) expect(readAccelerator(key, 'portal'), key).toMatchObject({ ok: true, accelerator: key })
    for (const key of keys) expect(key).toMatch(/^Control\+Alt\+Shift\+[A-Z0-9]$/)
    expect(new Set(keys).size).toBe(keys.length)
  })
})
