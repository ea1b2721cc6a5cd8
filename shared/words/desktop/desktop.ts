/** The desktop app's terms: hotkeys, their states, windows, notifications. */

import type { NotificationKind } from '../../settings/desktop.ts'
import { forMacros, forScenes, type HotkeyAction, type HotkeyStatus } from '../../settings/desktopNames.ts'

export const HOTKEY_WORDS: Record<HotkeyAction, string> = {
  goLive: 'Go live',
  stop: 'Stop',
  sync: 'Sync',
  nextScene: 'Next scene',
  previousScene: 'Previous scene',
  backToScene: 'Back to the scene before',
  ...forScenes((place) => `Scene ${place}`),
  ...forMacros((place) => `Macro ${place}`),
  padlock: 'Close the padlock',
  showPanel: 'Show the panel',
}

/** The status of a hotkey, or why it does not work. */
export const HOTKEY_STATUS_WORDS: Record<HotkeyStatus, string> = {
  registered: 'not tried yet',
  off: 'no key',
  taken: 'another program has this key',
  clash: 'another action here has this key',
  notAKey: 'this key cannot be used here',
  paused: 'paused',
  portal: 'asked for; press it once to prove it',
  failed: 'refused by the system',
}

export const NOTIFICATION_WORDS: Record<NotificationKind, string> = {
  live: 'On air',
  stopped: 'Off air',
  failed: 'A start, stop or change failed',
  destinationError: 'A destination reports a fault',
  forcedEnd: 'Ending soon: 15, 5 and 1 min before',
  scheduleNear: 'A scheduled start is near',
  settled: 'A lost reply is cleared up',
}
