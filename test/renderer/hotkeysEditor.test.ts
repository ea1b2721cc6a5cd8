/** Hotkeys are recorded, tested and restored, with the state of each. */
import { describe, expect, it } from 'vitest'
import { heardOf, releasedOf } from '../../renderer/features/hotkeys/heard.ts'
import { placeWhere, sectionsOf } from '../../renderer/store/place.ts'
import type { PressedKey } from '../../shared/hotkeys/hotkeys.ts'
import type { Outcome } from '../../shared/outcome.ts'
import type { DesktopState } from '../../shared/settings/desktop.ts'
import { hotkeySentence, waySentence } from '../../shared/words/desktop/hotkeys.ts'
import { holdKeys, keysAt, pageKeys } from '../support/keys.ts'
import { desktopState, hotkey, hotkeys, VARIED_HOTKEYS } from './desktopSheet.ts'
import { expectText, hasFocus, type Panel, panels, settle, WAIT } from './panel.ts'
import type { ScriptedCore } from './scriptedCore.ts'
import { appState, NOW, offProject, refused } from './states.ts'

const open = panels()
const done = (done: Extract<Outcome, { result: 'done' }>['done']): Outcome => ({ result: 'done', done })

function desktopCore(core: ScriptedCore): void {
  core.reply = ({ command }) => {
    if (command.type === 'recordHotkeys') {
      core.set({ desktop: { recordingUntil: command.on ? NOW + 30_000 : null } })
      return done({ what: 'recording', on: command.on })
    }
    if (command.type !== 'setHotkey') return done({ what: 'desktopSet' })
    const { action, accelerator } = command
    core.set({ desktop: { hotkeys: { [action]: hotkey(accelerator, { isDefault: false }) } } })
    return done({ what: 'hotkeySet', action, accelerator })
  }
}

async function openEditor(more: Partial<DesktopState> = {}): Promise<Panel> {
  const state = appState(offProject(), { desktop: desktopState(more) })
  const panel = await open(state, { at: '#set-up/hotkeys', before: desktopCore })
  await row(panel, 'Sync').waitFor()
  return panel
}

const row = ({ page }: Panel, action: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: action, exact: true }) })
const keysOf = (panel: Panel, action: string) => row(panel, action).locator('kbd').allInnerTexts()
const types = ({ core }: Panel) => core.commands.map(({ type }) => type)

async function record(panel: Panel, action = 'Sync'): Promise<void> {
  await panel.button(`Record ${action}`).click()
  await row(panel, action).getByText('Press the keys you want…').waitFor()
}

describe('recording a key', () => {
  it('shows the combination as it is built, and takes it on release', async () => {
    const panel = await openEditor()
    const { keyboard } = panel.page
    await record(panel)
    await holdKeys(panel.page, 'Control', 'Alt')
    await expect.poll(() => keysOf(panel, 'Sync'), WAIT).toEqual(['Ctrl', 'Alt'])
    await keyboard.up('Alt')
    await expect.poll(() => keysOf(panel, 'Sync'), WAIT).toEqual(['Ctrl'])
    await holdKeys(panel.page, 'Shift', 'F7')
    await row(panel, 'Sync').getByText('Let go to set it.').waitFor()
    await expect.poll(() => keysOf(panel, 'Sync')).toEqual(['Ctrl', 'Shift', 'F7'])
    await settle(panel)
    expect(types(panel)).toEqual(['recordHotkeys'])
    await keyboard.up('F7')
    await panel.expectCommands(
      { type: 'recordHotkeys', on: true },
      { type: 'recordHotkeys', on: false },
      { type: 'setHotkey', action: 'sync', accelerator: 'Control+Shift+F7' },
    )
    await row(panel, 'Sync').getByText('Press it once to test it.').waitFor()
  })

  it('is cancelled by Escape, which then leads nowhere else; nothing changes and the focus stays in the row', async () => {
    const panel = await openEditor()
    await panel.button('Record Sync').press('Enter')
    await panel.button('Cancel Sync').waitFor()
    await pageKeys(panel.page, 'Escape')
    await panel.expectCommands('recordHotkeys', { type: 'recordHotkeys', on: false })
    expect(panel.page.url()).toMatch(/#set-up\/hotkeys$/)
    await panel.button('Record Sync').waitFor()
    await expect.poll(() => hasFocus(panel.button('Record Sync'))).toBe(true)
  })

  for (const key of ['Backspace', 'Delete']) {
    it(`takes the key away by ${key} alone`, async () => {
      const panel = await openEditor()
      await record(panel)
      await keysAt(panel.button('Cancel Sync'), key)
      await panel.expectCommands('recordHotkeys', 'recordHotkeys', 'setHotkey')
      expect(panel.core.commands[2]).toEqual({ type: 'setHotkey', action: 'sync', accelerator: null })
      await row(panel, 'Sync').getByText('none', { exact: true }).waitFor()
    })
  }

  it('says why a key is not available, and keeps listening', async () => {
    const panel = await openEditor()
    await record(panel)
    await pageKeys(panel.page, 'a')
    await row(panel, 'Sync').getByText('On its own this key is for typing').waitFor()
    await panel.expectOnly('recordHotkeys')
    await pageKeys(panel.page, 'Control+Shift+F8')
    await panel.expectCommands('recordHotkeys', 'recordHotkeys', 'setHotkey')
  })

  it('warns before it takes a key that the system reserves', async () => {
    const panel = await openEditor()
    await record(panel)
    await holdKeys(panel.page, 'Control', 'Alt', 'F7')
    await row(panel, 'Sync').getByText('The X server keeps Ctrl+Alt with F1 to F12').waitFor()
  })

  it('ends when the window loses the focus, because keys then go elsewhere', async () => {
    const panel = await openEditor()
    await record(panel)
    await panel.page.evaluate(() => window.dispatchEvent(new Event('blur')))
    await panel.expectCommands('recordHotkeys', { type: 'recordHotkeys', on: false })
    await row(panel, 'Sync').getByText('The window lost the focus').waitFor()
  })

  it('ends when the core returns the keys on its own', async () => {
    const panel = await openEditor()
    await record(panel)
    panel.core.set({ desktop: { recordingUntil: null } })
    await panel.button('Record Sync').waitFor()
    await pageKeys(panel.page, 'Control+Shift+F8')
    await panel.expectOnly('recordHotkeys')
  })

  it('returns the keys when the user leaves the page', async () => {
    const panel = await openEditor()
    await record(panel)
    await panel.page.getByRole('link', { name: 'Support' }).click()
    await panel.expectCommands('recordHotkeys', { type: 'recordHotkeys', on: false })
  })

  it('does not begin if the core refuses, and says so in the row', async () => {
    const panel = await openEditor()
    panel.core.reply = () => refused({ reason: 'notHere' })
    await panel.button('Record Sync').click()
    await row(panel, 'Sync').getByText('That is not available here.').waitFor()
    await pageKeys(panel.page, 'Control+Shift+F8')
    await panel.expectOnly('recordHotkeys')
  })

  it('shows a refusal at its row, with the program that owns the key', async () => {
    const panel = await openEditor()
    const granted = panel.core.reply
    const refusal = { reason: 'hotkey', accelerator: 'Alt+Shift+F11', why: 'clash', clashesWith: 'goLive' } as const
    panel.core.reply = (received) =>
      received.command.type === 'setHotkey' ? { result: 'refused', refusal } : granted(received)
    await record(panel)
    await pageKeys(panel.page, 'Alt+Shift+F11')
    await row(panel, 'Sync').getByText('Go live has it. The previous key is back.').waitFor()
    await expect.poll(() => keysOf(panel, 'Sync')).toEqual(['Alt', 'Shift', 'F9'])
  })
})

describe('a key pressed while keys are recorded', () => {
  const none = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false }
  const press = (code: string, key: string, more: Partial<PressedKey> = {}) => ({ ...none, code, key, ...more })

  it('has no other effect when it is part of a combination', () => {
    const heard = (code: string, more: Partial<PressedKey>) => heardOf(press(code, code, more), 'linux')
    expect(heard('Escape', { ctrlKey: true, shiftKey: true })).toMatchObject({ accelerator: 'Control+Shift+Escape' })
    expect(heard('Backspace', { altKey: true })).toMatchObject({ accelerator: 'Alt+Backspace' })
    expect(heardOf(press('Escape', 'Escape'), 'linux')).toEqual({ what: 'cancel' })
    expect(heardOf(press('Delete', 'Delete'), 'linux')).toEqual({ what: 'noKey' })
  })

  it('is taken on release, even a key that is reported only then', () => {
    const print = press('PrintScreen', 'PrintScreen', { shiftKey: true })
    const taken = { what: 'key', accelerator: 'Shift+PrintScreen', caution: null } as const
    expect(releasedOf(print, null, 'win32')).toEqual(taken)
    expect(releasedOf(press('ShiftLeft', 'Shift'), taken, 'win32')).toEqual(taken)
    const held = { what: 'building', held: ['Shift'] } as const
    expect(releasedOf(press('ShiftLeft', 'Shift'), held, 'win32')).toEqual({ what: 'building', held: [] })
    expect(releasedOf(press('Enter', 'Enter'), null, 'win32')).toBeNull()
  })
})

describe('the table of keys', () => {
  it('shows the state of each key, and counts only pressed keys as proven', async () => {
    const panel = await openEditor({ hotkeys: VARIED_HOTKEYS })
    await expectText(row(panel, 'Go live'), /works: pressed at \d\d:\d\d:\d\d/)
    await expectText(row(panel, 'Show the panel'), 'not tried yet')
    await expectText(row(panel, 'Stop'), 'The X server keeps')
    await expectText(row(panel, 'Sync'), 'another program has this key')
    await expectText(row(panel, 'Next scene'), 'Go live already has this key')
    await expectText(row(panel, 'Previous scene'), 'this key cannot be used here')
    await expectText(row(panel, 'Scene 1'), 'none')
    await expectText(row(panel, 'Scene 2'), 'paused')
    await expectText(row(panel, 'Scene 3'), 'refused by the system')
  })

  it('does not call a key proven if another program has it now', () => {
    expect(hotkeySentence(hotkey('F13', { status: 'taken', provenAt: NOW }))).toBe('another program has this key')
    expect(hotkeySentence(hotkey('F13', { status: 'portal', provenAt: NOW }))).toMatch(/^works/)
  })

  it('shows keys in the platform’s notation', async () => {
    const panel = await openEditor({ platform: 'darwin', hotkeys: hotkeys({}, 'darwin') })
    await expect.poll(() => keysOf(panel, 'Sync')).toEqual(['⌥', '⇧', '⌘', '↩'])
  })

  it('removes a key, and restores the default only if another one is set', async () => {
    const panel = await openEditor({ hotkeys: hotkeys({ sync: hotkey('F13', { isDefault: false }) }) })
    expect(await panel.button('Default Go live').count()).toBe(0)
    await panel.button('Default Sync').click()
    const sync = { type: 'setHotkey', action: 'sync', accelerator: 'Alt+Shift+F9' } as const
    await panel.presses('No key Stop', sync, { type: 'setHotkey', action: 'stop', accelerator: null })
    const without = panel.button('No key Stop')
    await expect.poll(() => without.getAttribute('aria-disabled'), WAIT).toBe('true')
    await without.click({ force: true })
    await expectText(row(panel, 'Stop'), 'It already has no key.')
    expect(panel.core.commands).toHaveLength(2)
  })

  it('restores all defaults only when asked twice', async () => {
    const panel = await openEditor({ hotkeys: VARIED_HOTKEYS })
    await panel.button('All defaults').click()
    await panel.button('Keep mine').click()
    await panel.button('All defaults').click()
    await settle(panel)
    expect(panel.core.commands).toEqual([])
    await panel.presses('Set all defaults', 'resetHotkeys')
  })
})

it('testing the keys counts down, and marks each key as it is proven', async () => {
  const panel = await openEditor()
  await panel.presses('Test keys', 'testHotkeys')
  panel.core.set({ desktop: { selfTestUntil: NOW + 30_000 } })
  await panel.page.getByText('Press each key. 0 of 17 keys proven, 30 s left.').waitFor()
  panel.core.set({ desktop: { hotkeys: { sync: { provenAt: NOW } } } })
  await expectText(row(panel, 'Sync'), 'works: pressed at')
  await panel.page.clock.runFor(10_000)
  await panel.page.getByText('Press each key. 1 of 17 keys proven, 20 s left.').waitFor()
  await panel.presses('End the test', 'testHotkeys', 'testHotkeys')
  expect(panel.core.commands.map((one) => 'on' in one && one.on)).toEqual([true, false])
})

it('how keys arrive: is shown as the system reports it, with the command to use if keys cannot be grabbed', async () => {
  const keys = { way: 'portal', about: 'GNOME asks before it gives a key away' } as const
  const panel = await openEditor({ keys })
  await panel.page.getByText('until Cuelight restarts. GNOME asks before it gives a key away.').waitFor()
  await panel.page.getByText('cuelight stop --confirm').waitFor()
  await panel.page.getByRole('link', { name: 'Install command' }).click()
  await panel.page.getByRole('heading', { name: 'Desktop', exact: true }).waitFor()
})

it('how keys arrive: the alternative is hidden if keys are grabbed', async () => {
  const panel = await openEditor()
  expect(await panel.page.getByText('cuelight stop --confirm').count()).toBe(0)
  expect(waySentence({ way: 'none', about: null })).toMatch(/no program have global keys/)
})

it('sections of the app: are absent without it, and their address leads to the accounts', async () => {
  const panel = await open(appState(offProject()), { at: '#set-up/hotkeys' })
  await panel.page.getByRole('heading', { name: 'Accounts', exact: true }).waitFor()
  const links = await panel.page.locator('.setup-nav').getByRole('link').allInnerTexts()
  expect(links).toEqual([
    'Accounts',
    'Show',
    'Macros',
    'Rehearsal',
    'Appearance',
    'Access',
    'API',
    'Support',
    'About',
  ])
})

it('sections of the app: are present with it', () => {
  expect(sectionsOf(true)).toEqual(expect.arrayContaining(['hotkeys', 'desktop']))
  expect(placeWhere('desktop', true)).toBe('desktop')
  expect(placeWhere('desktop', false)).toBe('accounts')
  expect(placeWhere('show', false)).toBe('show')
})
