/** The first minute: two ways to begin, and what one would not find alone. */

import { shownAccelerator } from '../hotkeys/shownKey.ts'
import type { DesktopState, HotkeyAction } from '../settings/desktop.ts'
import { HOTKEY_WORDS } from './desktop.ts'

export const WELCOME_NAMES = {
  rehearse: 'Rehearse on the local studio',
  connect: 'Connect your account',
  close: 'Close the welcome',
  back: 'Back',
} as const

export const WELCOME_WORDS = {
  title: 'Welcome to Cuelight',
  short: 'New here? Try it out, or connect.',
  rehearse: 'A demo project is ready below. It behaves like the real service, and nothing is broadcast.',
  connect: 'A base URL and a key: tested before anything is saved. The key goes into your keychain.',
  connecting: 'Connect your account',
  /** The whole of it, in the order of a show. */
  tryThis: 'Try this: Go live, wait for red, press 4, look at what viewers still see, Sync, then hold Stop.',
} as const

/** Where the app is when its window is closed. @param platform as Node names it */
export function trayPlace(platform: string): string {
  if (platform === 'darwin') return 'Cuelight stays in the menu bar, at the top of the screen.'
  if (platform === 'win32')
    return 'Cuelight stays in the tray, beside the clock. Hidden there? Drag it out of the arrow.'
  return 'Cuelight stays in the tray of your desktop, where there is one.'
}

/** Without these nobody runs a show from another program. */
const FIRST_KEYS: readonly HotkeyAction[] = ['goLive', 'stop', 'sync']

/** The keys that matter most, of those that reach us: what each does, and how it is written. */
export function firstKeys({ hotkeys, platform, keys }: DesktopState): { name: string; key: string }[] {
  if (keys.way === 'none') return []
  return FIRST_KEYS.flatMap((action) => {
    const { accelerator, status } = hotkeys[action]
    const isOurs = accelerator !== null && (status === 'registered' || status === 'paused')
    return isOurs ? [{ name: HOTKEY_WORDS[action], key: shownAccelerator(accelerator, platform) }] : []
  })
}

export const FIRST_KEYS_WORDS = 'In any program (Go live and Stop: press twice):'
