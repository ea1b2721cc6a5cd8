import { defaultHotkeys } from '../../shared/hotkeys/hotkeys.ts'
import { DEFAULT_DESKTOP, type DesktopState, type HotkeyEntry } from '../../shared/settings/desktop.ts'
import { HOTKEY_ACTIONS, type HotkeyAction } from '../../shared/settings/desktopNames.ts'
import type { Licence } from '../../shared/util/licences.ts'
import type { Reply } from './scriptedCore.ts'
import type { SetUpState } from './setupSheet.ts'
import { appState, done, NOW, offProject, refused } from './states.ts'

/** The state of one hotkey: registered, at its default, not proven yet. */
export function hotkey(accelerator: string | null, more: Partial<HotkeyEntry> = {}): HotkeyEntry {
  const status = accelerator === null ? 'off' : 'registered'
  return { accelerator, isDefault: true, status, clashesWith: null, provenAt: null, ...more }
}

/** All hotkeys at their defaults, with the given exceptions. */
export function hotkeys(
  some: Partial<Record<HotkeyAction, HotkeyEntry>> = {},
  platform = 'linux',
): DesktopState['hotkeys'] {
  const defaults = defaultHotkeys(platform)
  return each((action) => some[action] ?? hotkey(defaults[action]))
}

function each(make: (action: HotkeyAction) => HotkeyEntry): DesktopState['hotkeys'] {
  return Object.fromEntries(HOTKEY_ACTIONS.map((action) => [action, make(action)])) as DesktopState['hotkeys']
}

const changed = { isDefault: false }

/** One hotkey for each possible state. */
export const VARIED_HOTKEYS = hotkeys({
  goLive: hotkey('Alt+Shift+F11', { provenAt: NOW - 95_000 }),
  stop: hotkey('Control+Alt+F9', { ...changed }),
  sync: hotkey('Control+Alt+Shift+Super+PrintScreen', { ...changed, status: 'taken' }),
  nextScene: hotkey('Alt+Shift+F11', { ...changed, status: 'clash', clashesWith: 'goLive' }),
  previousScene: hotkey('Control+Nonsense', { ...changed, status: 'notAKey' }),
  backToScene: hotkey('MediaPreviousTrack', { ...changed, provenAt: NOW - 5_000 }),
  scene1: hotkey(null, changed),
  scene2: hotkey('Control+Shift+F2', { status: 'paused' }),
  scene3: hotkey('Control+Shift+F3', { status: 'failed' }),
})

const PORTAL_HOTKEYS = each((action) => hotkey(defaultHotkeys('portal')[action], { status: 'portal' }))
const NO_HOTKEYS = each((action) => hotkey(defaultHotkeys('linux')[action], { status: 'failed' }))

/** The desktop app in its default state, on Linux, with all keys granted. */
export function desktopState(more: Partial<DesktopState> = {}): DesktopState {
  const { hotkeys: _, ...settings } = DEFAULT_DESKTOP
  return {
    platform: 'linux',
    versions: { Electron: '45.4.1', Chromium: '150.0.7871.46', Node: '24.21.0' },
    settings,
    hotkeys: hotkeys(),
    keys: { way: 'grab', about: null },
    selfTestUntil: null,
    recordingUntil: null,
    flash: null,
    login: { enabled: false, about: null },
    notifications: { failed: null },
    command: { path: null, about: null },
    update: { state: 'idle', version: null, about: null, checkedAt: null },
    ...more,
  }
}

/** A sample licence text. */
const MIT = 'Permission is hereby granted, free of charge, to any person obtaining a copy of this software.\n'.repeat(
  9,
)

export const LICENCES: Licence[] = [
  { name: 'react', version: '19.3.1', license: 'MIT', text: MIT },
  { name: 'undici', version: '8.12.4', license: 'MIT', text: MIT },
  {
    name: '@a-rather-long-scope/with-a-rather-long-name-that-goes-on',
    version: '10.20.30-beta.4',
    license: 'BSD-3-Clause OR Apache-2.0',
    text: MIT,
  },
  { name: 'Electron', version: '45.4.1', license: 'MIT', text: '' },
  ...Array.from({ length: 40 }, (_, index) => ({
    name: `part-${index + 1}`,
    version: `1.${index}.0`,
    license: 'ISC',
    text: MIT,
  })),
]

const at = (section: string) => `#set-up/${section}`
const set = (section: string, more: Partial<DesktopState> = {}, press: string[] = [], reply?: Reply): SetUpState => ({
  hash: at(section),
  state: appState(offProject(), { desktop: desktopState(more) }),
  press,
  ...(reply && { reply }),
})
const RECORDING = done({ what: 'recording', on: true })
const HELD = refused({ reason: 'updateHeld', message: 'Friday Night is on air.' })
const TAKEN = refused({ reason: 'hotkey', accelerator: 'Alt+Shift+F9', why: 'taken', clashesWith: null })

/** The states of the settings that only the desktop app has, and what it adds to the others. */
export const DESKTOP_SHEET: Record<string, SetUpState> = {
  hotkeys: set('hotkeys'),
  hotkeysVaried: set('hotkeys', { hotkeys: VARIED_HOTKEYS }),
  hotkeysMac: set('hotkeys', { platform: 'darwin', hotkeys: hotkeys({}, 'darwin') }),
  hotkeysPortal: set('hotkeys', {
    keys: { way: 'portal', about: 'GNOME asks before it gives a key away' },
    hotkeys: PORTAL_HOTKEYS,
  }),
  hotkeysNone: set('hotkeys', { keys: { way: 'none', about: null }, hotkeys: NO_HOTKEYS }),
  hotkeysTesting: set('hotkeys', { hotkeys: VARIED_HOTKEYS, selfTestUntil: NOW + 27_000 }),
  hotkeysRecording: set('hotkeys', { recordingUntil: NOW + 21_000 }, ['Record Sync'], RECORDING),
  hotkeysRefused: set('hotkeys', {}, ['No key Sync'], TAKEN),
  hotkeysAsking: set('hotkeys', { hotkeys: VARIED_HOTKEYS }, ['All defaults']),
  desktop: set('desktop'),
  desktopTold: set('desktop', {
    settings: {
      ...desktopState().settings,
      launchAtLogin: true,
      hideFromCapture: true,
      mutedNotifications: ['stopped', 'scheduleNear'],
    },
    login: { enabled: false, about: 'It was turned off in the settings of the system' },
    notifications: { failed: 'UNErrorDomain 1: Notifications are not allowed for this application' },
    command: { path: '/home/somebody/.local/bin/cuelight', about: 'That folder is not on your PATH: add it' },
    update: { state: 'held', version: '0.2.0', about: 'Friday Night is on air', checkedAt: NOW },
  }),
  desktopHeld: set(
    'desktop',
    { update: { state: 'ready', version: '0.2.0', about: null, checkedAt: NOW } },
    ['Install and restart'],
    HELD,
  ),
  about: set('about'),
  aboutUnfolded: set('about', {}, ['react 19.3.1 MIT']),
  aboutInBrowser: { hash: at('about'), state: appState(offProject()) },
}
