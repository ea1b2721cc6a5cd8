/** What only the desktop app has: global hotkeys, the overlay, login item, updates. Its settings and its state. */
import * as z from 'zod'
import { HOTKEY_ACTIONS, type HotkeyAction, type HotkeyStatus } from './desktopNames.ts'

export * from './desktopNames.ts'

/** An accelerator as Electron writes it, such as "Control+Alt+F9"; null: no key. Validated by `readAccelerator`. */
const Binding = z.string().min(1).max(60).nullable()

/** Kinds of notifications; each can be turned off. */
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

/** The user's settings for the desktop app, stored with the other settings. */
export const DesktopSettings = z.object({
  /** Only those that differ from the defaults. */
  hotkeys: z.partialRecord(z.enum(HOTKEY_ACTIONS), Binding),
  /** Each hotkey press shows its outcome on the screen. */
  overlay: z.boolean(),
  /** Each hotkey press plays a sound for its outcome. */
  sound: z.boolean(),
  /** Kinds that are not shown. */
  mutedNotifications: z.array(z.enum(NOTIFICATION_KINDS)),
  /** Our windows are excluded from screen captures, if the system supports that. */
  hideFromCapture: z.boolean(),
  launchAtLogin: z.boolean(),
  /** No window opens on start, whether at login or not: only the tray. */
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
  /** With `clash`: the action that has the key. */
  clashesWith: HotkeyAction | null
  /** When the key was last pressed and reached us since it was registered: only that proves it works. */
  provenAt: number | null
}

/** How the outcome of a hotkey press looks and sounds. `alarm`: not caused by a press; the user has to look. */
export type ToastTone = 'armed' | 'sent' | 'onAir' | 'done' | 'refused' | 'unknown' | 'alarm'

/** For the overlay: the outcome of the latest hotkey press, or what the user must see at once. */
export interface Toast {
  /** Increases with each press, each change of its outcome, and each alarm. */
  nr: number
  at: number
  tone: ToastTone
  title: string
  detail: string | null
}

/**
 * `manual`: this system has manual updates. `held`: ready, but not installed while live or shortly before a schedule.
 */
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
  /** The versions of Electron, Chromium and Node, by name. */
  versions: Record<string, string>
  /** The user's settings, as stored. */
  settings: Omit<DesktopSettings, 'hotkeys'>
  hotkeys: Record<HotkeyAction, HotkeyEntry>
  /** How keys reach us: grabbed by us, through the desktop portal, or not at all. `about`: the system's own words. */
  keys: { way: 'grab' | 'portal' | 'none'; about: string | null }
  /** Until then (wall ms) key presses only prove that the key works; null: no self-test runs. */
  selfTestUntil: number | null
  /** Keys are being recorded: none of ours is grabbed until then (wall ms). */
  recordingUntil: number | null
  flash: Toast | null
  /** What the system reports about starting at login; null: it cannot tell. */
  login: { enabled: boolean | null; about: string | null }
  /** Why the system did not show the latest notification, in its own words; null: it did, or none was due. */
  notifications: { failed: string | null }
  /** The path of the `cuelight` command on the PATH; null: it is not installed. */
  command: { path: string | null; about: string | null }
  update: UpdateState
}
