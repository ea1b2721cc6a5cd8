/**
 * Everything a person or a program can ask Cuelight for. One row a command: what it carries and how far it reaches.
 * Adding a row makes the compiler ask for its handler (electron/core/commands/handlers) and its words (shared/words).
 */
import * as z from 'zod'
import { type AnyEdit, EDIT_NAMES, readInput } from '../contract/inputs.ts'
import { MacroParts } from '../macros/macro.ts'
import { RehearsalFault } from '../rehearsal/rehearsal.ts'
import { ACCOUNT_KINDS, SCENARIO_NAMES } from '../rehearsal/rehearsalKinds.ts'
import { BaseUrl } from '../settings/baseUrl.ts'
import { DesktopSettings } from '../settings/desktop.ts'
import { HOTKEY_ACTIONS, WINDOWS } from '../settings/desktopNames.ts'
import { SceneLook } from '../settings/looks.ts'
import { PreferencesPart } from '../settings/preferences.ts'
import { AccountLabel, DEFAULT_ACCOUNT, ProfileName } from '../settings/profiles.ts'
import { plainName } from '../util/plainName.ts'
import { ARM_MODES } from './arm.ts'
import { canBeKey, NO_KEY } from './ids.ts'

/** `air`: the audience could see it, so the padlock refuses it. `own`: only our own state or the reading of it. */
export type Reach = 'air' | 'own'

interface Row {
  readonly args: z.ZodObject
  readonly reach: Reach
  /** Only a person who sits before us may ask for it (`PERSONAL_SOURCES`), or types it on the command line too. */
  readonly person?: true | 'orTyped'
}
const row = <const R extends Row>(command: R): R => command
const personal = { reach: 'own', person: true } as const
const air = <S extends z.ZodRawShape>(args: S) => row({ reach: 'air', args: z.strictObject(args) })
const own = <S extends z.ZodRawShape>(args: S) => row({ reach: 'own', args: z.strictObject(args) })
const person = <S extends z.ZodRawShape>(args: S) => row({ ...personal, args: z.strictObject(args) })

/** Reaches the local studio only, and is refused while another profile is in use. */
const rehearsed = <S extends z.ZodRawShape>(args: S) =>
  row({ reach: 'own', person: 'orTyped', args: z.strictObject(args) })

const id = z.string().min(1).max(200).refine(canBeKey, NO_KEY)
/** Left out, the show target is meant. */
const projectId = id.optional()
/** Syncs right after the switch, so that viewers see it. Left out: as it is chosen (`setTake`). */
const take = z.boolean().optional()
/** The broadcast the sender saw running, null when it saw none: what is meant must be what is there. */
const liveId = id.nullable()
const profileId = id
/** Whoever asks was told what is half done, and leaves it so. */
const leave = z.enum(['leave']).optional()
/** Checked for its prefix by its handler: that can be overridden. */
const key = z.string().trim().min(1).max(500)

export const commands = {
  /**
   * Starts the broadcast. `despiteFaults` is a person's answer to the faults the check named; `confirmed` to what the first
   * broadcast of an account would start.
   */
  goLive: air({ projectId, despiteFaults: z.boolean().optional(), confirmed: z.boolean().optional() }),
  armGoLive: air({ projectId, mode: z.enum(['press', 'menu']).default('press') }),
  commitGoLive: air({ armId: id }),
  /** `liveId` null: what runs, where the service does not say which one it is. */
  armStop: air({ projectId, liveId, mode: z.enum(ARM_MODES).default('press') }),
  commitStop: air({ armId: id }),
  cancelArm: own({ armId: id }),
  sync: air({ projectId, liveId: id }),
  switchScene: air({ projectId, liveId, sceneId: id, take }),
  nextScene: air({ projectId, liveId, take }),
  previousScene: air({ projectId, liveId, take }),
  /** Back to the scene viewers saw last. */
  backToScene: air({ projectId, liveId, take }),
  setAutoSync: air({ projectId, liveId, on: z.boolean() }),
  /** Starts or stops what one layer plays in the running broadcast: viewers see it at once. */
  setPlayback: air({ projectId, liveId: id, layerId: id, action: z.enum(['start', 'stop']) }),
  /**
   * Any write of the contract that is no show command. How far it reaches, what it may outdate and how a lost answer is
   * settled stands in its row, so the guard asks there. `seen`: the broadcast the sender saw running, where it could
   * reach it.
   */
  edit: row({
    reach: 'own',
    args: z
      .strictObject({
        operation: z.enum(EDIT_NAMES as [AnyEdit, ...AnyEdit[]]),
        input: z.record(z.string(), z.unknown()).default({}),
        seen: z.strictObject({ liveId }).optional(),
      })
      .superRefine(({ operation, input }, context) => {
        const read = readInput(operation, input)
        for (const issue of 'error' in read ? read.error.issues : [])
          context.addIssue({ ...issue, code: 'custom', path: ['input', ...invalidPath(issue)] })
      }),
  }),
  /** Puts an edit away whose answer was lost and that was not found: a person looked. Cancels one that waits for budget. */
  dismissEdit: person({ editId: id }),
  /**
   * Runs a macro, step by step, each a command of its own. One that goes live or stops is armed first; `armId` is its second
   * step.
   */
  runMacro: air({ macroId: id.optional(), armId: id.optional(), mode: z.enum(['press', 'menu']).default('menu') }),
  /** Ends the macro that runs, or puts away how it ended. */
  stopMacro: own({}),
  /** Keeps one for the show target, or changes the one of that id. */
  saveMacro: person(MacroParts),
  deleteMacro: person({ macroId: id }),
  refresh: own({ projectId }),
  loadProjects: own({}),
  checkDestinations: own({ projectId }),
  chooseTarget: own({ projectId: id }),
  /** The scene that shows of a project begin with; null: the active one. */
  setOpeningScene: row({
    ...{ reach: 'own', person: 'orTyped' },
    args: z.strictObject({ projectId, sceneId: id.nullable() }),
  }),
  setPadlock: own({ locked: z.boolean() }),
  /** How a scene looks here: only what is given changes. The service is not told. */
  setSceneLook: person({ projectId: id, sceneId: id, ...SceneLook.partial().shape }),
  /** "I checked, unlock": a person says that a start whose answer was lost did not happen. */
  unlockGoLive: person({ projectId }),
  /** Puts a shown failure of the last broadcast away. */
  acknowledge: own({ projectId }),
  putAwayNotice: own({ noticeId: id }),
  /** Was used or is not wanted: it never comes again. */
  putAwayWelcome: person({}),

  /** Keeps one more account. The key goes into the keychain. */
  createProfile: person({
    name: ProfileName,
    baseUrl: BaseUrl,
    account: AccountLabel.default(DEFAULT_ACCOUNT),
    key: key.optional(),
  }),
  /** Changes what is given. A key never goes along to another origin: there it has to be given anew. */
  editProfile: person({
    profileId,
    name: ProfileName.optional(),
    baseUrl: BaseUrl.optional(),
    account: AccountLabel.optional(),
    key: key.optional(),
  }),
  forgetKey: person({ profileId }),
  /** One read of the account's projects. */
  testProfile: person({ profileId }),
  /** One read of an account's projects with a key that is kept nowhere: does it work, before anything is saved? */
  tryConnection: person({ baseUrl: BaseUrl, account: AccountLabel.default(DEFAULT_ACCOUNT), key }),
  /** `openWork`: what is half done in the account in use is left as it stands until that account is used again. */
  switchProfile: person({ profileId, openWork: leave }),
  removeProfile: person({ profileId }),
  /** Asks the keychain again: it may have been unlocked. */
  retryKeychain: person({}),
  /** Takes over exported settings; keys are not among them. */
  importSettings: person({ text: z.string().max(60_000) }),

  /** Scenes go on air by the press that switches to them, from now on. */
  setTake: person({ on: z.boolean() }),
  /** How careful the guard is, and how often is read: only what is given changes. */
  setPreferences: row({ ...personal, args: PreferencesPart }),

  /** Ends the access of one browser to the panel, or of all: of what was not opened yet too. */
  endSessions: row({ reach: 'own', person: 'orTyped', args: z.strictObject({ sessionId: id.optional() }) }),

  setFault: rehearsed({ fault: RehearsalFault }),
  clearFault: rehearsed({ faultId: id }),
  clearFaults: rehearsed({}),
  playScenario: rehearsed({ scenario: z.enum(SCENARIO_NAMES) }),
  stopScenario: rehearsed({}),
  rehearseAs: rehearsed({ account: z.enum(ACCOUNT_KINDS) }),
  setPreparing: rehearsed({ ms: z.number().int().min(0).max(3_600_000) }),
  /** Keys of the local studio. */
  createStudioKey: person({ label: z.string().overwrite(plainName).min(1).max(60) }),
  revokeStudioKey: person({ keyId: id }),

  /** The following reach the desktop app only, and are refused where there is none. */
  /** Brings a window to the front. */
  showWindow: own({ window: z.enum(WINDOWS).default('main') }),
  /** Gives an action another key, or none; the one it had comes back when the system refuses. */
  setHotkey: person({ action: z.enum(HOTKEY_ACTIONS), accelerator: z.string().min(1).max(60).nullable() }),
  resetHotkeys: person({}),
  /** Lets go of all keys for a while, so that the editor can hear them. */
  recordHotkeys: person({ on: z.boolean() }),
  /** For a while a press only proves its key and does nothing else. */
  testHotkeys: person({ on: z.boolean() }),
  setDesktop: row({ ...personal, args: DesktopSettings.omit({ hotkeys: true }).partial().strict() }),
  /** Puts the `cuelight` command on the PATH. */
  installCommand: person({}),
  checkForUpdate: person({}),
  /** Never while live, or shortly before a schedule. */
  installUpdate: person({}),

  /** Ends Cuelight. With something on air it asks: leave it on air, or stop it first with an arm that is due. */
  quit: person({ onAir: z.enum(['leave', 'stop']).optional(), openWork: leave, armId: id.optional() }),
} as const

export type Commands = typeof commands
export type CommandName = keyof Commands
/** The arguments of a command; none for an empty row (zod gives that an index signature). */
type Args<T> = string extends keyof T ? unknown : T
export type CommandOf<Name extends CommandName> = { type: Name } & Args<z.output<Commands[Name]['args']>>
export type Command = { [Name in CommandName]: CommandOf<Name> }[CommandName]
/** A command as a sender may write it: what has a default may be left out. */
export type CommandInput = {
  [Name in CommandName]: { type: Name } & Args<z.input<Commands[Name]['args']>>
}[CommandName]

/** Where a command came in. The carrier says so, never the message. */
export const SOURCES = ['panel', 'window', 'tray', 'hotkey', 'cli', 'link', 'agent', 'core'] as const
export type Source = (typeof SOURCES)[number]

/** Inputs behind which a person sits and looks at us. */
export const PERSONAL_SOURCES: readonly Source[] = ['panel', 'window', 'tray']
/** Inputs that may arm, and leave the second step to a person elsewhere. */
export const ARM_ONLY_SOURCES: readonly Source[] = ['link', 'agent']

export interface Invalid {
  field: string
  message: string
}

/** Reads an unknown value as a command, or says which field is wrong. */
export function parseCommand(value: unknown): { command: Command } | { invalid: Invalid } {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
  if (typeof type !== 'string' || !Object.hasOwn(commands, type)) {
    return { invalid: { field: 'type', message: `no command is called ${printed(type)}` } }
  }
  const { type: _, ...args } = value as Record<string, unknown>
  const parsed = commands[type as CommandName].args.safeParse(args)
  if (parsed.success) return { command: { type, ...parsed.data } as Command }
  return { invalid: firstInvalid(parsed.error) }
}

/** The first thing wrong, with the path of its field. */
export function firstInvalid(error: z.core.$ZodError): Invalid {
  const issue = error.issues[0]
  const path = issue ? invalidPath(issue) : []
  return {
    // A field can have no name at all.
    field: path.length === 0 ? '(whole)' : path.map(String).join('.') || '""',
    message: issue?.message ?? '',
  }
}

function invalidPath(issue: z.core.$ZodIssue): PropertyKey[] {
  return [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])]
}

function printed(value: unknown): string {
  return typeof value === 'string' ? `"${value.slice(0, 40)}"` : String(typeof value)
}
