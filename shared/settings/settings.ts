import * as z from 'zod'
import { firstInvalid, type Invalid } from '../commands/commands.ts'
import { Macro, MOST_MACROS } from '../macros/macro.ts'
import { DEFAULT_DESKTOP, DesktopSettings } from './desktop.ts'
import { Looks } from './looks.ts'
import { DEFAULT_PREFERENCES, Preferences } from './preferences.ts'
import { STUDIO_PROFILE } from './profileIds.ts'
import { Profile, toldApart } from './profiles.ts'

export const SETTINGS_VERSION = 4

/** The scene a show begins with; its name is for when the scene no longer exists. */
const Opening = z.object({ id: z.string().min(1), name: z.string() })
export type Opening = z.output<typeof Opening>

const targets = z.record(z.string(), z.object({ id: z.string().min(1), name: z.string() }))

/** What is stored between runs. It contains no secret: keys are in the keychain. */
export const Settings = z.object({
  version: z.literal(SETTINGS_VERSION),
  padlock: z.boolean(),
  /** A scene switch syncs at once. */
  take: z.boolean().default(false),
  /** Show target by service. */
  targets,
  /** By service, then by project. */
  openings: z.record(z.string(), z.record(z.string(), Opening)).default({}),
  /** The services that already went live from here: the first broadcast of any other has to be confirmed. */
  wentLive: z.array(z.string()).default([]),
  profiles: z.array(Profile),
  /** The profile in use. */
  profileId: z.string().min(1),
  /**
   * Entries still to be deleted from the keychain, which was locked when they were to go: of a profile by its id, of a
   * server by the name that its stream key has there.
   */
  keysToForget: z.array(z.string().min(1).max(200)),
  desktop: DesktopSettings,
  preferences: Preferences,
  /** How scenes are displayed, by service. */
  looks: z.record(z.string(), Looks).default({}),
  macros: z.array(Macro).max(MOST_MACROS).default([]),
  /** The welcome was used or dismissed. Settings from before the welcome existed need none. */
  welcomed: z.boolean().default(true),
})
export type Settings = z.output<typeof Settings>

export const DEFAULT_SETTINGS: Settings = {
  version: SETTINGS_VERSION,
  padlock: false,
  take: false,
  targets: {},
  openings: {},
  wentLive: [],
  profiles: [],
  profileId: STUDIO_PROFILE,
  keysToForget: [],
  desktop: DEFAULT_DESKTOP,
  preferences: DEFAULT_PREFERENCES,
  looks: {},
  macros: [],
  welcomed: false,
}

/** What earlier versions did not have. Their users need no welcome. */
const EARLIER_DEFAULTS: Settings = { ...DEFAULT_SETTINGS, welcomed: true }

const VersionThree = Settings.omit({ preferences: true }).extend({ version: z.literal(3) })
/** Settings as earlier versions wrote them. */
const EARLIER = new Map<unknown, z.ZodType<object>>([
  [1, z.object({ version: z.literal(1), padlock: z.boolean(), targets })],
  [2, VersionThree.omit({ desktop: true }).extend({ version: z.literal(2) })],
  [3, VersionThree],
])

/** Parses an unknown value as settings of any version up to ours, or reports the invalid field. */
export function readSettings(value: unknown): { settings: Settings } | { invalid: Invalid } {
  const version = typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined
  const { data, error } = (EARLIER.get(version) ?? Settings).safeParse(value)
  if (error) return { invalid: firstInvalid(error) }
  const settings: Settings = { ...EARLIER_DEFAULTS, ...data, version: SETTINGS_VERSION }
  return { settings: { ...settings, profiles: toldApart(settings.profiles) } }
}

/** The panel's port unless another one is requested. */
export const PANEL_PORT = 4717
