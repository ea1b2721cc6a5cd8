/** Settings of the desktop app: switches, notifications, the command, updates, and the check of this computer. */
import { describe, expect, it } from 'vitest'
import type { DoctorLine } from '../../shared/doctor.ts'
import { type DesktopState, UPDATE_STATES } from '../../shared/settings/desktop.ts'
import { captureLimit, loginSentence, updateSentence } from '../../shared/words/desktop/desktopSettings.ts'
import { BY_HAND_WORDS } from '../../shared/words/desktop/updates.ts'
import { desktopState } from './desktopSheet.ts'
import { expectText, type Panel, panels, settle, WAIT } from './panel.ts'
import { appState, done, liveProject, NOW, refused } from './states.ts'

const open = panels()

async function openDesktop(more: Partial<DesktopState> = {}, section = 'desktop'): Promise<Panel> {
  const panel = await open(appState(liveProject(), { desktop: desktopState(more) }), { at: `#set-up/${section}` })
  await panel.page.locator('.setup-title').waitFor()
  return panel
}

const flip = ({ page }: Panel, name: string) => page.getByRole('switch', { name, exact: true })
const card = ({ page }: Panel, name: string) => page.getByRole('region', { name, exact: true })
const settings = desktopState().settings

describe('desktop switches', () => {
  const switches = [
    ['desktop', 'Start at login', { launchAtLogin: true }],
    ['desktop', 'Start hidden', { startHidden: true }],
    ['desktop', 'Hide from screen capture', { hideFromCapture: true }],
    ['hotkeys', 'Show the answer', { overlay: false }],
    ['hotkeys', 'Sound the answer', { sound: false }],
  ] as const
  for (const [section, name, part] of switches) {
    it(`is asked for alone, and shown when the core says so: ${name}`, async () => {
      const panel = await openDesktop({}, section)
      const [key, value] = Object.entries(part)[0] as [keyof typeof settings, boolean]
      panel.core.reply = () => done({ what: 'desktopSet' })
      await flip(panel, name).click()
      await panel.expectCommands({ type: 'setDesktop', ...part })
      await expect.poll(() => flip(panel, name).getAttribute('aria-checked')).toBe(String(!value))
      panel.core.set({ desktop: { settings: { ...settings, [key]: value } } })
      const checked = () => flip(panel, name).getAttribute('aria-checked')
      await expect.poll(() => checked(), WAIT).toBe(String(value))
    })
  }

  it('the reason for a refusal by the system is shown beside the switch', async () => {
    const panel = await openDesktop()
    panel.core.reply = () => refused({ reason: 'desktop', message: 'The file is read-only' })
    await flip(panel, 'Start at login').click()
    await expectText(card(panel, 'Starting'), 'The file is read-only.')
  })
})

it('the system’s state: of notifications is shown only if it did not show the last one', async () => {
  const failed = 'Notifications are not allowed'
  const panel = await openDesktop({ notifications: { failed } })
  await expectText(card(panel, 'Notifications'), `Check the system’s notification settings. ${failed}.`)
  panel.core.set({ desktop: { notifications: { failed: null } } })
  await expect.poll(() => card(panel, 'Notifications').getByText(failed).count(), WAIT).toBe(0)
})

it('the system’s state: of starting at login is shown only if it differs from the choice', async () => {
  const about = 'Turned off in the task manager'
  const panel = await openDesktop({
    settings: { ...settings, launchAtLogin: true },
    login: { enabled: false, about },
  })
  await expectText(card(panel, 'Starting'), `the system does not start Cuelight at login. ${about}.`)
  expect(loginSentence(true, { enabled: true, about: null })).toBeNull()
  expect(loginSentence(false, { enabled: true, about: null })).toMatch(/still starts Cuelight/)
  expect(loginSentence(false, { enabled: null, about: null })).toMatch(/does not say/)
})

it('the system’s state: of hiding from screen captures is shown if it cannot do that', () => {
  expect(captureLimit('win32')).toBeNull()
  expect(captureLimit('linux')).toMatch(/changes nothing/)
  expect(captureLimit('darwin')).toMatch(/may still show them/)
})

it('notifications are turned off and on by kind, without changing the others', async () => {
  const panel = await openDesktop({ settings: { ...settings, mutedNotifications: ['settled', 'stopped'] } })
  await expect.poll(() => flip(panel, 'Off air').getAttribute('aria-checked')).toBe('false')
  panel.core.reply = () => done({ what: 'desktopSet' })
  await flip(panel, 'On air').click()
  // Until the reply arrives, the next press at this place is not sent.
  await expectText(card(panel, 'Notifications'), 'Saved.')
  await flip(panel, 'Off air').click()
  await panel.expectCommands(
    { type: 'setDesktop', mutedNotifications: ['live', 'stopped', 'settled'] },
    { type: 'setDesktop', mutedNotifications: ['settled'] },
  )
})

it('the command is installed by a press, and its path is shown', async () => {
  const panel = await openDesktop()
  await expectText(card(panel, 'Command line'), 'The command is not installed')
  panel.core.reply = () => {
    panel.core.set({ desktop: { command: { path: '/usr/local/bin/cuelight', about: null } } })
    return done({ what: 'commandInstalled', path: '/usr/local/bin/cuelight', about: null })
  }
  await panel.presses('Install command', 'installCommand')
  await expectText(card(panel, 'Command line'), 'Installed: /usr/local/bin/cuelight')
  await expectText(card(panel, 'Command line'), 'The command is /usr/local/bin/cuelight.')
})

describe('updates', () => {
  const update = (more: Partial<DesktopState['update']>) => ({ ...desktopState().update, ...more })

  it('have their own text for every state', () => {
    const known = { version: '0.2.0', about: 'Because of this', checkedAt: NOW }
    expect(new Set(UPDATE_STATES.map((state) => updateSentence({ state, ...known }))).size).toBe(UPDATE_STATES.length)
    for (const state of ['ready', 'held', 'loading', 'manual'] as const)
      expect(updateSentence(update({ state, version: '0.2.0' })), state).toContain('Version 0.2.0')
    for (const state of ['held', 'failed', 'manual'] as const)
      expect(updateSentence(update({ state, about: 'Because of this' })), state).toContain('Because of this.')
  })

  it('are looked for by a press', async () => {
    const panel = await openDesktop()
    panel.core.reply = () => done({ what: 'updateChecked', version: null })
    await panel.presses('Check for updates', 'checkForUpdate')
    await expectText(card(panel, 'Updates'), 'This is the latest version.')
  })

  it('are not looked for when running from source, and the reason is shown once', async () => {
    const unpackaged = update({ state: 'unpackaged', about: BY_HAND_WORDS.unpackaged })
    expect(updateSentence(unpackaged)).toBe(BY_HAND_WORDS.unpackaged)
    const panel = await openDesktop({ update: unpackaged })
    await panel.button('Check for updates').click({ force: true })
    await settle(panel)
    expect(panel.core.commands).toEqual([])
    await expectText(card(panel, 'Updates').locator('.answer'), 'runs from source')
  })

  it('are installed only by a press, which the core refuses while live, in its words', async () => {
    const panel = await openDesktop({
      update: update({ state: 'held', version: '0.2.0', about: 'Friday Night is on air' }),
    })
    await expectText(card(panel, 'Updates'), 'Version 0.2.0 is ready and waiting. Friday Night is on air.')
    panel.core.reply = () => refused({ reason: 'updateHeld', message: 'Friday Night is on air' })
    await panel.presses('Install and restart', 'installUpdate')
    await expectText(card(panel, 'Updates').locator('.answer'), 'Not installed now: Friday Night is on air.')
  })

  it('offer nothing to install before one is ready', async () => {
    const panel = await openDesktop({ update: update({ state: 'loading', version: '0.2.0' }) })
    await expectText(card(panel, 'Updates'), 'is downloading')
    expect(await panel.button('Install and restart').count()).toBe(0)
  })
})

describe('this computer', () => {
  const examined = (panel: Panel) => panel.page.getByRole('button', { name: 'Examine this computer' }).click()

  it('is examined when the user asks for it, and each line says what to do', async () => {
    const panel = await openDesktop()
    const lines: DoctorLine[] = [
      { line: 'keychain', state: 'doesNot', detail: 'no keychain answers' },
      { line: 'studio', state: 'works', detail: null },
      { line: 'keys', state: 'cannotTell', detail: null },
    ]
    panel.core.read = () => ({ lines })
    expect(panel.core.reads.map(({ name }) => name)).not.toContain('thisComputer')
    await examined(panel)
    const told = card(panel, 'This computer')
    await expectText(told, '1 thing does not work on this computer.')
    await expectText(told, 'Keychain: does not work. no keychain answers. You will have to enter your key')
    await expectText(told, 'Local studio: works.')
    await expectText(told, 'Hotkeys: cannot be told here. Press each key once')
  })

  it('that could not be examined shows the reason, and can be examined again', async () => {
    const panel = await openDesktop()
    panel.core.read = () => 'Only the desktop app can be looked at.'
    await examined(panel)
    await expectText(card(panel, 'This computer'), 'Only the desktop app can be looked at.')
    panel.core.read = () => ({ lines: [{ line: 'studio', state: 'works', detail: null }] })
    await examined(panel)
    await expectText(card(panel, 'This computer'), 'Everything that can be told works on this computer.')
  })
})
