/** Keys in the system: registered, refused, changed, released for a while, lost and registered again. */
import { describe, expect, test } from 'vitest'
import { DEFAULT_HOTKEYS, defaultHotkeys } from '../../shared/hotkeys/hotkeys.ts'
import { HOTKEY_ACTIONS } from '../../shared/settings/desktopNames.ts'
import { SYNC } from '../core/stage.ts'
import { refuseSettings } from '../support/refusingDisk.ts'
import { equip, type HotkeysStage, hotkeysOnAir, hotkeysStage } from './hotkeysStage.ts'
import { Keyboard } from './keyboard.ts'

/** Like the portal, never releases a key it has given. */
class PortalKeyboard extends Keyboard {
  override unregister(): void {}
  override register(accelerator: string, onPress: () => void): boolean {
    return this.isRegistered(accelerator) || super.register(accelerator, onPress)
  }
}

const ALL = Object.values(DEFAULT_HOTKEYS)
  .filter((key) => key !== null)
  .sort()

const set = (on: HotkeysStage, action: (typeof HOTKEY_ACTIONS)[number], key: string | null) =>
  on.rig.press({ type: 'setHotkey', action, accelerator: key }, 'window')

describe('at the start', () => {
  test('every default key is registered, none is proven', async () => {
    const on = await hotkeysStage()
    expect(on.keyboard.held).toEqual(ALL)
    for (const action of HOTKEY_ACTIONS) {
      const accelerator = defaultHotkeys('linux')[action]
      const plain = { isDefault: true, clashesWith: null, provenAt: null }
      expect(on.entry(action), action).toEqual({
        accelerator,
        status: accelerator === null ? 'off' : 'registered',
        ...plain,
      })
    }
  })

  test('a key of another program is reported as taken, and all others are registered', async () => {
    const keyboard = new Keyboard()
    keyboard.others.add('Alt+Shift+F9')
    const on = await hotkeysStage({ keyboard })
    expect(on.entry('sync').status).toBe('taken')
    expect(keyboard.held).toHaveLength(ALL.length - 1)
  })

  test('a system that throws causes no crash: every key is shown as failed, and the log says why', async () => {
    const keyboard = new Keyboard()
    keyboard.broken = true
    const on = await hotkeysStage({ keyboard })
    expect(on.entry('stop').status).toBe('failed')
    expect(on.rig.log.splice(0)[0]).toContain('conversion failure')
  })

  test('a media key that macOS refuses is not reported as taken by another program', async () => {
    const keyboard = new Keyboard()
    const on = await hotkeysStage({ keyboard, platform: 'darwin' })
    keyboard.others.add('MediaPlayPause')
    expect(await set(on, 'sync', 'MediaPlayPause')).toMatchObject({ refusal: { reason: 'hotkey', why: 'failed' } })
  })

  test('stored keys work in any spelling; of two equal ones the earlier wins; invalid ones are reported', async () => {
    const on = await hotkeysStage()
    on.hotkeys.stop()
    const hotkeys = { sync: 'shift+ctrl+f1', nextScene: 'Hyper+Q', scene2: null }
    await on.rig.core.settings.change({ desktop: { ...on.rig.core.settings.get().desktop, hotkeys } })
    const keyboard = new Keyboard()
    const again = equip(on.rig, { platform: 'linux', env: {}, keyboard })
    const rewritten = { accelerator: 'Control+Shift+F1', status: 'registered', isDefault: false }
    expect(on.entry('sync')).toMatchObject(rewritten)
    expect(on.entry('scene1')).toMatchObject({ status: 'clash', clashesWith: 'sync', isDefault: true })
    expect(on.entry('nextScene')).toMatchObject({ accelerator: 'Hyper+Q', status: 'notAKey' })
    expect(on.entry('scene2')).toMatchObject({ accelerator: null, status: 'off' })
    again.stop()
    expect(keyboard.held).toEqual([])
  })
})

describe('changing a key', () => {
  test('registers the new one, releases the old one, and is stored', async () => {
    const on = await hotkeysStage()
    await on.strike('sync')
    await on.wait(10)
    expect(on.entry('sync').provenAt).not.toBeNull()
    expect(await set(on, 'sync', 'ctrl+f24')).toMatchObject({ done: { what: 'hotkeySet', accelerator: 'ctrl+f24' } })
    expect(on.entry('sync')).toMatchObject({ accelerator: 'Control+F24', status: 'registered', provenAt: null })
    expect(on.keyboard.isRegistered('Alt+Shift+F9')).toBe(false)
    expect(on.rig.core.settings.get().desktop.hotkeys).toEqual({ sync: 'Control+F24' })
    // The default is not stored, so that a change of the defaults applies to it.
    await set(on, 'sync', 'Alt+Shift+F9')
    expect(on.rig.core.settings.get().desktop.hotkeys).toEqual({})
  })

  test.each([
    ['another program has it', 'F20', { why: 'taken', clashesWith: null }],
    ['another action here has it', 'Control+Shift+F3', { why: 'clash', clashesWith: 'scene3' }],
    ['there is no such key', 'Control+Banana', { why: 'notAKey', clashesWith: null }],
    ['it is for typing', 'Q', { why: 'notAKey', clashesWith: null }],
  ])('refused because %s leaves the old key in force and the settings unchanged', async (_, key, refusal) => {
    const on = await hotkeysStage()
    on.keyboard.others.add('F20')
    await on.strike('sync')
    await on.wait(10)
    const before = on.entry('sync')
    expect(await set(on, 'sync', key)).toMatchObject({ refusal: { reason: 'hotkey', accelerator: key, ...refusal } })
    expect(on.entry('sync')).toEqual(before)
    expect(on.keyboard.held).toEqual(ALL)
    expect(on.keyboard.calls).not.toContain('unregister Alt+Shift+F9')
    expect(on.rig.core.settings.get().desktop.hotkeys).toEqual({})
  })

  test('refused after a recording in which the old key was lost shows that loss', async () => {
    const on = await hotkeysStage()
    await on.rig.press({ type: 'recordHotkeys', on: true }, 'window')
    on.keyboard.others.add('F20').add('Alt+Shift+F9')
    expect(await set(on, 'sync', 'F20')).toMatchObject({ refusal: { why: 'taken' } })
    expect(on.entry('sync')).toMatchObject({ accelerator: 'Alt+Shift+F9', status: 'taken' })
  })

  test('that the disk refuses is not in force', async () => {
    const on = await hotkeysStage()
    await on.rig.core.settings.written()
    refuseSettings(on.rig.dataDir)
    expect(await set(on, 'sync', 'F20')).toMatchObject({ refusal: { reason: 'notSaved' } })
    expect(on.entry('sync')).toMatchObject({ accelerator: 'Alt+Shift+F9', status: 'registered' })
    expect(on.keyboard.held).toEqual(ALL)
    expect(on.rig.core.settings.get().desktop.hotkeys).toEqual({})
  })

  test('an action without a key has none, and gets its default back', async () => {
    const on = await hotkeysStage()
    await set(on, 'stop', null)
    expect(on.entry('stop')).toMatchObject({ accelerator: null, status: 'off', isDefault: false })
    expect(on.keyboard.isRegistered('Alt+Shift+F10')).toBe(false)
    await on.rig.press({ type: 'resetHotkeys' }, 'window')
    expect(on.entry('stop')).toMatchObject({ accelerator: 'Alt+Shift+F10', status: 'registered', isDefault: true })
  })

  test('the keys just recorded are still held when they come into force, and do nothing', async () => {
    const on = await hotkeysOnAir()
    await on.rig.press({ type: 'recordHotkeys', on: true }, 'window')
    await set(on, 'sync', 'Control+F24')
    await on.wait(300)
    await on.hold('sync', 2_000, { afterMs: 350, everyMs: 40 })
    expect(on.server.count('POST', SYNC)).toBe(0)
    expect(on.entry('sync').provenAt).not.toBeNull()
    await on.wait(1_200)
    await on.strike('sync')
    await on.rig.until(() => on.server.count('POST', SYNC) === 1, 'a press of its own')
  })
})

test.each([
  ['a key is changed', (on: HotkeysStage) => set(on, 'sync', 'Control+F24')],
  ['a recording ends by itself', (on: HotkeysStage) => endOfRecording(on)],
])('a key that is held while %s does nothing', async (_, happens) => {
  const on = await hotkeysOnAir()
  await happens(on)
  await on.hold('sync', 1_000, { afterMs: 40, everyMs: 40 })
  await on.wait(500)
  expect(on.server.count('POST', SYNC)).toBe(0)
})

async function endOfRecording(on: HotkeysStage): Promise<void> {
  await on.rig.press({ type: 'recordHotkeys', on: true }, 'window')
  on.rig.clock.advance(15_000)
}

describe('for a while', () => {
  test('recording releases every key, and ends automatically after 15 s', async () => {
    const on = await hotkeysStage()
    await on.rig.press({ type: 'recordHotkeys', on: true }, 'window')
    expect(on.keyboard.held).toEqual([])
    expect(on.entry('stop').status).toBe('paused')
    expect(on.rig.state().desktop?.recordingUntil).toBe(on.rig.clock.now() + 15_000)
    on.rig.clock.advance(14_999)
    expect(on.keyboard.held).toEqual([])
    on.rig.clock.advance(1)
    expect(on.keyboard.held).toEqual(ALL)
    expect(on.rig.state().desktop?.recordingUntil).toBeNull()
    expect(on.entry('stop').status).toBe('registered')
  })

  test('on a locked screen no key is registered, even if a recording ends meanwhile', async () => {
    const on = await hotkeysStage()
    await on.rig.press({ type: 'recordHotkeys', on: true }, 'window')
    on.hotkeys.suspend(true)
    on.rig.clock.advance(16_000)
    expect(on.keyboard.held).toEqual([])
    on.hotkeys.recheck()
    expect(on.keyboard.held).toEqual([])
    on.hotkeys.suspend(false)
    expect(on.keyboard.held).toEqual(ALL)
  })

  test('a press in doubt when the screen is locked does nothing', async () => {
    const on = await hotkeysOnAir()
    await on.strike('stop')
    await on.wait(500)
    await on.strike('stop')
    on.hotkeys.suspend(true)
    await on.wait(2_000)
    expect(on.stops()).toBe(0)
  })

  test('in a self-test a press proves its key and does nothing else; the test ends after 30 s', async () => {
    const on = await hotkeysOnAir()
    await on.rig.press({ type: 'testHotkeys', on: true }, 'window')
    await on.wait(1_200)
    const before = on.server.requests.filter((one) => one.method !== 'GET').length
    for (const action of HOTKEY_ACTIONS.filter((one) => defaultHotkeys('linux')[one] !== null)) {
      const at = on.rig.clock.now()
      await on.strike(action)
      await on.wait(10)
      expect([action, on.entry(action).provenAt]).toEqual([action, at])
      expect(on.flash()).toMatchObject({ tone: 'done', title: 'This key works' })
      await on.wait(500)
      await on.strike(action)
      await on.wait(500)
    }
    expect(on.server.requests.filter((one) => one.method !== 'GET')).toHaveLength(before)
    expect(on.rig.state()).toMatchObject({ arm: null, padlock: { locked: false } })
    expect(on.rig.log).toEqual([])
    await on.wait(30_000)
    expect(on.rig.state().desktop?.selfTestUntil).toBeNull()
    await on.strike('sync')
    await on.rig.until(() => on.server.count('POST', SYNC) === 1, 'keys act again')
  })

  test('a key that was lost during sleep is registered again', async () => {
    const on = await hotkeysStage()
    on.keyboard.lose('Alt+Shift+F10')
    on.keyboard.others.add('Alt+Shift+F9')
    on.hotkeys.recheck()
    expect(on.keyboard.isRegistered('Alt+Shift+F10')).toBe(true)
    expect(on.entry('sync').status).toBe('taken')
    on.keyboard.others.clear()
    on.hotkeys.recheck()
    expect(on.entry('sync').status).toBe('registered')
  })
})

describe('under Wayland', () => {
  const env = { XDG_SESSION_TYPE: 'wayland' }

  test('the portal decides: its result is shown, with the alternative', async () => {
    const keyboard = new Keyboard()
    keyboard.others.add('Control+Alt+Shift+S')
    const on = await hotkeysStage({ env, keyboard })
    const about = expect.stringContaining('cuelight go-live')
    expect(on.rig.state().desktop?.keys).toMatchObject({ way: 'portal', about })
    expect([on.entry('stop').status, on.entry('sync').status]).toEqual(['portal', 'failed'])
    const at = on.rig.clock.now()
    await on.strike('stop')
    await on.wait(10)
    expect(on.entry('stop').provenAt).toBe(at)
  })

  test('a key that it gave is not requested again: a pause ignores keys, and a lost one is requested', async () => {
    const on = await hotkeysOnAir({ env: { WAYLAND_DISPLAY: 'wayland-0' } })
    on.keyboard.calls.length = 0
    on.hotkeys.suspend(true)
    await on.strike('sync')
    expect([on.entry('sync').status, on.server.count('POST', SYNC)]).toEqual(['paused', 0])
    on.hotkeys.suspend(false)
    on.keyboard.lose('Control+Alt+Shift+S')
    on.hotkeys.recheck()
    expect(on.keyboard.calls).toEqual(['unregister Control+Alt+Shift+S', 'register Control+Alt+Shift+S'])
    expect(on.entry('sync').status).toBe('portal')
  })

  test('a key chosen under X11 that the portal would confuse with another is not requested, and says so', async () => {
    const on = await hotkeysStage({ env })
    on.hotkeys.stop()
    const chosen = { ...on.rig.core.settings.get().desktop, hotkeys: { sync: 'Alt+Shift+F9' } }
    await on.rig.core.settings.change({ desktop: chosen })
    const keyboard = new Keyboard()
    equip(on.rig, { platform: 'linux', env, keyboard })
    expect(on.entry('sync')).toMatchObject({ accelerator: 'Alt+Shift+F9', status: 'notAKey' })
    expect(keyboard.held.filter((key) => key.includes('F'))).toEqual([])
    expect(await set(on, 'sync', 'F13')).toMatchObject({ refusal: { reason: 'hotkey', why: 'notAKey' } })
  })

  test('a replaced key that still fires sends nothing, and that is reported', async () => {
    const on = await hotkeysOnAir({ env, keyboard: new PortalKeyboard() })
    await set(on, 'sync', 'Control+Alt+Shift+Y')
    expect(on.keyboard.strike('Control+Alt+Shift+S')).toBe(true)
    await on.wait(1_000)
    expect(on.server.count('POST', SYNC)).toBe(0)
    expect(on.flash()).toMatchObject({ tone: 'refused', detail: expect.stringContaining('Ctrl+Alt+Shift+S') })
    // Given to another action, it belongs to that action.
    await set(on, 'padlock', 'Control+Alt+Shift+S')
    await on.wait(2_000)
    await on.strike('padlock')
    expect(on.rig.state().padlock.locked).toBe(true)
    expect(on.server.count('POST', SYNC)).toBe(0)
  })

  test('Windows and macOS have no portal, whatever their environment says', async () => {
    const on = await hotkeysStage({ env, platform: 'win32' })
    expect(on.rig.state().desktop?.keys).toEqual({ way: 'grab', about: null })
  })
})
