/**
 * Everything a user or a program can request from Cuelight. One row per command: its arguments and its reach.
 * A new row makes the compiler demand its handler (electron/core/commands/handlers) and its words (shared/words).
 */
import * as z from 'zod'
import { type AnyEdit, EDIT_NAMES, readInput } from '../contract/inputs.ts'
import { LONGEST_KEY } from '../contract/limits.ts'
import { PairingParts } from '../control/pairings.ts'
import { MacroParts } from '../macros/macro.ts'
import { PhonePairingParts } from '../phone/phones.ts'
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

/** `air`: the audience could see it, so the padlock refuses it. `own`: affects only our own state or what we read. */
export type Reach = 'air' | 'own'

interface Row {
  readonly args: z.ZodObject
  readonly reach: Reach
  /** Only a user at this computer may request it (`PERSONAL_SOURCES`); `orTyped`: or type it on the command line. */
  readonly person?: true | 'orTyped'
}
const row = <const R extends Row>(command: R): R => command
const personal = { reach: 'own', person: true } as const
const air = <S extends z.ZodRawShape>(args: S) => row({ reach: 'air', args: z.strictObject(args) })
const own = <S extends z.ZodRawShape>(args: S) => row({ reach: 'own', args: z.strictObject(args) })
const person = <S extends z.ZodRawShape>(args: S) => row({ ...personal, args: z.strictObject(args) })

/** Affects the local studio only, and is refused while another profile is in use. */
const rehearsed = <S extends z.ZodRawShape>(args: S) =>
  row({ reach: 'own', person: 'orTyped', args: z.strictObject(args) })

const id = z.string().min(1).max(200).refine(canBeKey, NO_KEY)
/** Defaults to the show target. */
const projectId = id.optional()
/** Syncs right after the switch, so that viewers see it. Defaults to the user's setting (`setTake`). */
const take = z.boolean().optional()
/** The broadcast the sender saw running, or null if it saw none: the command is refused if something else runs. */
const liveId = id.nullable()
const profileId = id
/** The user was shown the incomplete edits and chooses to leave them as they are. */
const leave = z.enum(['leave']).optional()
/** The handler checks its prefix, because the prefix can be overridden. */
const key = z.string().trim().min(1).max(LONGEST_KEY)
const serverName = z.string().overwrite(plainName).min(1).max(60)
const serverUrl = z.string().trim().max(500)

export const commands = {
  /**
   * Starts the broadcast. `despiteFaults`: the user accepts the faults that the check named; `confirmed`: the user
   * confirms what the first broadcast of an account would start.
   */
  goLive: air({ projectId, despiteFaults: z.boolean().optional(), confirmed: z.boolean().optional() }),
  armGoLive: air({ projectId, mode: z.enum(['press', 'menu']).default('press') }),
  commitGoLive: air({ armId: id }),
  /** `liveId` null: whatever runs, if the service does not identify it. */
  armStop: air({ projectId, liveId, mode: z.enum(ARM_MODES).default('press') }),
  commitStop: air({ armId: id }),
  cancelArm: own({ armId: id }),
  /** An agent asks a person for a command that it may not send. @property command as a person would send it */
  propose: own({ command: z.record(z.string(), z.unknown()), why: z.string().overwrite(plainName).min(1).max(200) }),
  /** A person allows what an agent proposed: it is carried out as that person's own command. */
  allowProposal: person({ armId: id }),
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
   * Any write of the contract that is no show command. Its reach, what it may outdate and how a lost response is
   * reconciled are in its row, so the guard looks there. `seen`: the broadcast the sender saw running, if the edit
   * could reach it, and the dates, if it cancels them all: should others be scheduled by then, nothing is sent.
   */
  edit: row({
    reach: 'own',
    args: z
      .strictObject({
        operation: z.enum(EDIT_NAMES as [AnyEdit, ...AnyEdit[]]),
        input: z.record(z.string(), z.unknown()).default({}),
        seen: z.strictObject({ liveId, dates: z.array(z.iso.datetime()).optional() }).optional(),
      })
      .superRefine(({ operation, input }, context) => {
        const read = readInput(operation, input)
        for (const issue of 'error' in read ? read.error.issues : [])
          context.addIssue({ ...issue, code: 'custom', path: ['input', ...invalidPath(issue)] })
      }),
  }),
  /** Dismisses a lost edit that was not found, once the user has checked. Cancels an edit that waits for budget. */
  dismissEdit: person({ editId: id }),
  /**
   * Runs a macro step by step, each step a command of its own. A macro that goes live or stops is armed first; `armId`
   * is its second step.
   */
  runMacro: air({ macroId: id.optional(), armId: id.optional(), mode: z.enum(['press', 'menu']).default('menu') }),
  /** Ends the running macro, or dismisses the message about how it ended. `rehearsal`: of the one being rehearsed. */
  stopMacro: own({ rehearsal: z.boolean().optional() }),
  /** Runs a macro on a studio of its own that has a copy of the show target. Nothing is sent to the account. */
  rehearseMacro: row({ reach: 'own', person: 'orTyped', args: z.strictObject({ macroId: id }) }),
  /** Saves a macro for the show target, or changes the one with that id. */
  saveMacro: person(MacroParts),
  deleteMacro: person({ macroId: id }),
  refresh: own({ projectId }),
  loadProjects: own({}),
  checkDestinations: own({ projectId }),
  chooseTarget: own({ projectId: id }),
  /** The scene with which shows of a project begin; null: the active one. */
  setOpeningScene: row({
    ...{ reach: 'own', person: 'orTyped' },
    args: z.strictObject({ projectId, sceneId: id.nullable() }),
  }),
  setPadlock: own({ locked: z.boolean() }),
  /** How a scene is displayed here; only the given fields change. Nothing is sent to the service. */
  setSceneLook: person({ projectId: id, sceneId: id, ...SceneLook.partial().shape }),
  /** "I checked, unlock": the user confirms that a start whose response was lost did not happen. */
  unlockGoLive: person({ projectId }),
  /** Dismisses the shown failure of the last broadcast. */
  acknowledge: own({ projectId }),
  putAwayNotice: own({ noticeId: id }),
  /** The welcome was used or is unwanted: it never appears again. */
  putAwayWelcome: person({}),

  /** Saves one more account. The key goes into the keychain. */
  createProfile: person({
    name: ProfileName,
    baseUrl: BaseUrl,
    account: AccountLabel.default(DEFAULT_ACCOUNT),
    key: key.optional(),
  }),
  /** Changes the given fields. A key is never reused for another origin: there it has to be entered again. */
  editProfile: person({
    profileId,
    name: ProfileName.optional(),
    baseUrl: BaseUrl.optional(),
    account: AccountLabel.optional(),
    key: key.optional(),
  }),
  forgetKey: person({ profileId }),
  /** Reads the account's projects once. */
  testProfile: person({ profileId }),
  /** Reads an account's projects once with a key that is not stored, to see whether it works before saving anything. */
  tryConnection: person({ baseUrl: BaseUrl, account: AccountLabel.default(DEFAULT_ACCOUNT), key }),
  /** `openWork`: incomplete edits in the account in use are left as they are until that account is used again. */
  switchProfile: person({ profileId, openWork: leave }),
  removeProfile: person({ profileId }),
  /** Tries the keychain again: it may have been unlocked. */
  retryKeychain: person({}),
  /** Imports exported settings; they contain no keys. */
  importSettings: person({ text: z.string().max(60_000) }),

  /** From now on, a scene switch syncs at once. */
  setTake: person({ on: z.boolean() }),
  /** How careful the guard is, and how often the service is read; only the given fields change. */
  setPreferences: row({ ...personal, args: PreferencesPart }),

  /** Ends the panel access of one browser, or of all, including addresses that were not opened yet. */
  endSessions: row({ reach: 'own', person: 'orTyped', args: z.strictObject({ sessionId: id.optional() }) }),

  /** Gives a control surface or a program access of its own. The keys are derived from a code that is never sent here. */
  createPairing: row({ reach: 'own', person: 'orTyped', args: z.strictObject(PairingParts) }),
  /** Lets a pairing of the scope `cues` stop and go live until the show ends, or no longer. */
  armPairing: row({ reach: 'own', person: 'orTyped', args: z.strictObject({ pairingId: id, on: z.boolean() }) }),
  /** Ends one pairing, or all of them, at once. */
  endPairings: row({ reach: 'own', person: 'orTyped', args: z.strictObject({ pairingId: id.optional() }) }),

  /** Serves phones in the local network, or no longer. `address`: at that one of this computer; null: at all. */
  setPhones: row({
    ...{ reach: 'own', person: 'orTyped' },
    args: z.strictObject({ on: z.boolean(), address: z.ipv4().nullable().optional() }),
  }),
  /** Waits for a phone that enters the code of this hash, instead of any other one. */
  pairPhone: row({ reach: 'own', person: 'orTyped', args: z.strictObject(PhonePairingParts) }),
  /** A person has compared the digits on both screens. `askId` left out: no phone is waited for any more. */
  answerPhone: row({
    ...{ reach: 'own', person: 'orTyped' },
    args: z.strictObject({ askId: id.optional(), allow: z.boolean() }),
  }),

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
  /** Servers to which the local studio really broadcasts. A stream key goes into the keychain, and is never returned. */
  addServer: rehearsed({ name: serverName, url: serverUrl, key }),
  /** What is left out stays as it is; another address needs the key again. While it is sent to, only the name changes. */
  changeServer: rehearsed({
    ...{ destinationId: id, name: serverName.optional(), url: serverUrl.optional(), key: key.optional() },
  }),
  removeServer: rehearsed({ destinationId: id }),

  // The following commands affect the desktop app only, and are refused without one.
  /** Brings a window to the front. */
  showWindow: own({ window: z.enum(WINDOWS).default('main') }),
  /** Sets or clears the key of an action; the previous key is restored if the system refuses. */
  setHotkey: person({ action: z.enum(HOTKEY_ACTIONS), accelerator: z.string().min(1).max(60).nullable() }),
  resetHotkeys: person({}),
  /** Releases all keys for a while, so that the editor can receive them. */
  recordHotkeys: person({ on: z.boolean() }),
  /** For a while a key press only proves that its key works, and does nothing else. */
  testHotkeys: person({ on: z.boolean() }),
  setDesktop: row({ ...personal, args: DesktopSettings.omit({ hotkeys: true }).partial().strict() }),
  /** Puts the `cuelight` command on the PATH. */
  installCommand: person({}),
  checkForUpdate: person({}),
  /** Never while live, or shortly before a scheduled broadcast. */
  installUpdate: person({}),

  /** Quits Cuelight. With something on air it needs a choice: leave it on air, or stop it first with a due arm. */
  quit: person({ onAir: z.enum(['leave', 'stop']).optional(), openWork: leave, armId: id.optional() }),
} as const

export type Commands = typeof commands
export type CommandName = keyof Commands
/** The arguments of a command; none for an empty row, for which zod infers an index signature. */
type Args<T> = string extends keyof T ? unknown : T
export type CommandOf<Name extends CommandName> = { type: Name } & Args<z.output<Commands[Name]['args']>>
export type Command = { [Name in CommandName]: CommandOf<Name> }[CommandName]
/** A command as a sender may write it: fields with a default may be left out. */
export type CommandInput = {
  [Name in CommandName]: { type: Name } & Args<z.input<Commands[Name]['args']>>
}[CommandName]

/**
 * Where a command came from. The transport determines it, never the message; a page only says of itself that a MIDI pad
 * was pressed, which may do less.
 */
export const SOURCES = [
  'panel',
  'window',
  'tray',
  'hotkey',
  'midi',
  'cli',
  'link',
  'agent',
  'pairing',
  'phone',
  'core',
] as const
export type Source = (typeof SOURCES)[number]

/** Sources with a user in front of our own surfaces. */
export const PERSONAL_SOURCES: readonly Source[] = ['panel', 'window', 'tray']
/** Sources that may arm, and leave the second step to a user elsewhere. */
export const ARM_ONLY_SOURCES: readonly Source[] = ['link', 'agent']

export interface Invalid {
  field: string
  message: string
}

/** Parses an unknown value as a command, or reports the invalid field. */
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

/** The first error, with the path of its field. */
export function firstInvalid(error: z.core.$ZodError): Invalid {
  const issue = error.issues[0]
  const path = issue ? invalidPath(issue) : []
  return {
    // A field name may be the empty string.
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
