/** What only the desktop app has: global hotkeys, the overlay, login item, updates. Its settings, and what is known of it. */
import * as z from 'zod'
import { HOTKEY_ACTIONS, type HotkeyAction, type HotkeyStatus } from './desktopNames.ts'

export * from './desktopNames.ts'

/** An accelerator as Electron writes it, such as "Control+Alt+F9"; null: no key. Judged by `readAccelerator`. */
const Binding = z.string().min(1).max(60).nullable()

/** Notifications by what they tell, each can be turned off. */
export const NOTIFICATION_KINDS = [
  'live',
  'stopped',
  'failed',
  'destinationError',
  'forcedEnd',
  'scheduleNear',
  'settled',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** What a person chose for the desktop app. It is kept with the other settings. */
export const DesktopSettings = z.object({
  /** Only those that differ from the defaults. */
  hotkeys: z.partialRecord(z.enum(HOTKEY_ACTIONS), Binding),
  /** Each press of a hotkey is answered on the screen. */
  overlay: z.boolean(),
  /** Each press of a hotkey is answered by a sound. */
  sound: z.boolean(),
  /** Kinds that are not told. */
  mutedNotifications: z.array(z.enum(NOTIFICATION_KINDS)),
  /** Our windows are left out of screen captures, where the system can do that. */
  hideFromCapture: z.boolean(),
  launchAtLogin: z.boolean(),
  /** Started at login or not, no window opens: only the tray. */
  startHidden: z.boolean(),
})
export type DesktopSettings = z.output<typeof DesktopSettings>

export const DEFAULT_DESKTOP: DesktopSettings = {
  hotkeys: {},
  overlay: true,
  sound: true,
  mutedNotifications: [],
  hideFromCapture: false,
  launchAtLogin: false,
  startHidden: false,
}

export interface HotkeyEntry {
  accelerator: string | null
  isDefault: boolean
  status: HotkeyStatus
  /** With `clash`: which action has the key. */
  clashesWith: HotkeyAction | null
  /** When the key was last pressed and reached us since it was registered: only that proves it. */
  provenAt: number | null
}

/** How the answer to a press of a hotkey looks and sounds. `alarm`: nobody pressed, and somebody has to look. */
export type ToastTone = 'armed' | 'sent' | 'onAir' | 'done' | 'refused' | 'unknown' | 'alarm'

/** The answer to the latest press of a hotkey, or what must not wait until somebody looks, for the overlay. */
export interface Toast {
  /** Counts up with each press and each turn of it, and with each alarm. */
  nr: number
  at: number
  tone: ToastTone
  title: string
  detail: string | null
}

/** `manual`: this system is updated by hand. `held`: ready, and not installed while live or shortly before a schedule. */
export const UPDATE_STATES = [
  'unpackaged',
  'manual',
  'idle',
  'checking',
  'none',
  'loading',
  'ready',
  'held',
  'failed',
] as const

export interface UpdateState {
  state: (typeof UPDATE_STATES)[number]
  /** The version that was found. */
  version: string | null
  /** Why it failed or waits, in plain words. */
  about: string | null
  checkedAt: number | null
}

export interface DesktopState {
  /** As Node names it. */
  platform: string
  /** What it is made of (Electron, Chromium, Node), by name. */
  versions: Record<string, string>
  /** Chosen settings, as kept. */
  settings: Omit<DesktopSettings, 'hotkeys'>
  hotkeys: Record<HotkeyAction, HotkeyEntry>
  /** How keys reach us here: grabbed by us, through the desktop portal, or not at all. `about` is the system's own word. */
  keys: { way: 'grab' | 'portal' | 'none'; about: string | null }
  /** Presses only prove their key and do nothing else until then (wall ms); null: no self-test runs. */
  selfTestUntil: number | null
  /** Keys are being recorded: none of ours is grabbed until then (wall ms). */
  recordingUntil: number | null
  flash: Toast | null
  /** What the system says of starting at login; null: it cannot tell. */
  login: { enabled: boolean | null; about: string | null }
  /** The `cuelight` command: where it stands on the PATH; null: it does not. */
  command: { path: string | null; about: string | null }
  update: UpdateState
}
