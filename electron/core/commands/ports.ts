import type { CommandOf } from '../../../shared/commands/commands.ts'
import type { Pairings } from '../../../shared/control/pairings.ts'
import type { Scope } from '../../../shared/control/scopes.ts'
import type { DoctorLine } from '../../../shared/doctor.ts'
import type { Done, Refusal } from '../../../shared/outcome.ts'
import type { Phones } from '../../../shared/phone/phones.ts'
import type { PanelSessions } from '../../../shared/query/panelSessions.ts'
import type { RehearsalFault, RehearsalState } from '../../../shared/rehearsal/rehearsal.ts'
import type { AccountKind, ScenarioName } from '../../../shared/rehearsal/rehearsalKinds.ts'
import type { DesktopSettings } from '../../../shared/settings/desktop.ts'
import type { HotkeyAction, WindowName } from '../../../shared/settings/desktopNames.ts'
import type { MacroRehearsals } from './macroPort.ts'

/** What changes about a server of the local studio. Another address comes with its key. */
export interface ServerChanges {
  name?: string | undefined
  url?: string | undefined
  key?: string | undefined
}

/** A broadcast that is running on the local studio. */
export interface StudioRunning {
  projectId: string
  projectName: string
  liveId: string
}

/**
 * The local studio's own administration, beside the interface of the service: no hosted service has it, so nothing here
 * can reach one. Every method rejects with a plain message if the studio refuses or does not respond.
 */
export interface Rehearsal {
  read(): Promise<RehearsalState>
  setFault(fault: RehearsalFault): Promise<void>
  clearFault(faultId: string): Promise<void>
  /** Returns how many faults there were. */
  clearFaults(): Promise<number>
  playScenario(name: ScenarioName): Promise<void>
  stopScenario(): Promise<void>
  setAccount(account: AccountKind): Promise<void>
  setPreparing(ms: number): Promise<void>
  /** Returns the file that contains the key. */
  createKey(label: string): Promise<string>
  /** Returns the label of the revoked key. */
  revokeKey(keyId: string): Promise<string>
  /**
   * Adds a server that is really broadcast to. Its stream key goes to the studio and into the keychain.
   * @returns `unsaved`: why the keychain does not have it
   */
  addServer(
    name: string,
    url: string,
    key: string,
  ): Promise<{ destinationId: string; name: string; unsaved?: string }>
  /** What is left out stays as it is. */
  changeServer(destinationId: string, changes: ServerChanges): Promise<{ name: string; unsaved?: string }>
  /** @returns `unsaved`: why the keychain may still have its key */
  removeServer(destinationId: string): Promise<{ unsaved?: string }>
  /** Adds a file of this computer, as a copy or by its path. Returns the id of the file, which may still be loading. */
  takeFile(path: string, inPlace: boolean, folderId: string | null): Promise<string>
  /** Ends an import for good, from a link or from this computer. */
  stopImport(fileId: string): Promise<void>
  /** Takes a file out of the queue of encodes, also while it is being encoded. */
  cancelEncode(fileId: string): Promise<void>
  /** Everything on air on the studio, in any project. */
  onAir(): Promise<StudioRunning[]>
}

/**
 * What the desktop app does for commands, provided to the core by the shell. Each method resolves once the change is in
 * effect and the state shows it. It throws `Refused`, with nothing changed, if the system or our own rules forbid the
 * change.
 */
export interface Desktop {
  show(window: WindowName): void
  hotkeys: {
    /** Throws `Refused` (`hotkey`) and restores the previous key if the system does not grant this one. */
    set(action: HotkeyAction, accelerator: string | null): Promise<void>
    reset(): Promise<void>
    record(on: boolean): void
    test(on: boolean): void
  }
  /** Applies and saves changed settings. */
  change(part: Partial<Omit<DesktopSettings, 'hotkeys'>>): Promise<void>
  /** Checks what Cuelight needs of this computer, line by line: what works, and what does not. Takes some seconds. */
  examine(): Promise<{ lines: DoctorLine[] }>
  /** Returns the path of the command, and what else the user has to do, if anything. */
  installCommand(): Promise<{ path: string; about: string | null }>
  updates: {
    /** Returns the version found, or null if this is the latest. */
    check(): Promise<string | null>
    /** Returns the version that is being installed; Cuelight quits. */
    install(): Promise<string>
  }
}

/** Commands about profiles, each by its name. They run one at a time and throw `Refused` if they are not allowed. */
export type ProfileCommand =
  | `${'create' | 'edit' | 'test' | 'switch' | 'remove'}Profile`
  | 'forgetKey'
  | 'tryConnection'
  | 'retryKeychain'
  | 'importSettings'

/** What commands do with profiles. A test rejects with a `ServiceError` if the service does not respond well. */
export type Profiles = { readonly [Name in ProfileCommand]: (command: CommandOf<Name>) => Promise<Done> } & {
  /** Connects the profile to use at start: the one that the command line names, otherwise the one used last. */
  start(): Promise<void>
  /** Called when Cuelight quits: leaves the studio. */
  close(): Promise<void>
}

/** Who has access to the panel. */
export interface PanelAccess {
  list(): PanelSessions
  /** Ends one session at once (null: all, and unopened addresses). `unsaved`: why a restart would admit them again. */
  end(id: string | null): Promise<{ ended: number; unsaved?: string }>
}

/** Which control surfaces and programs have access of their own. */
export interface PairingAccess {
  list(): Pairings
  /** @throws Refused if the name is taken, or if there are too many. `unsaved`: why a restart would not know it. */
  create(parts: Omit<CommandOf<'createPairing'>, 'type'>): Promise<{ unsaved?: string }>
  /**
   * Lets a pairing of the scope `cues` stop and go live for a while, or no longer.
   * @returns its name, and until when. Throws Refused if there is none of that scope
   */
  arm(id: string, on: boolean): { name: string; until: number | null }
  /** Ends one pairing at once (null: all). `unsaved`: why a restart would admit it again. */
  end(id: string | null): Promise<{ ended: number; unsaved?: string }>
}

/** Panels on phones in the local network. */
export interface PhoneAccess {
  list(): Phones
  /** @throws Refused if this computer has no such address. `unsaved`: why it is forgotten with the next start. */
  set(on: boolean, address: string | null | undefined): Promise<{ address: string | null; unsaved?: string }>
  /** @throws Refused if phones are off, or the name is taken */
  pair(parts: Omit<CommandOf<'pairPhone'>, 'type'>): void
  /** @param askId null: no phone is waited for any more @throws Refused if that one does not ask any more */
  answer(askId: string | null, allow: boolean): { name: string; scope: Scope } | null
}

/** Parts outside the core that are provided to it; a command that needs a missing one is refused. */
export interface Ports {
  profiles?: Profiles
  panelAccess?: PanelAccess
  pairings?: PairingAccess
  phones?: PhoneAccess
  /** Present only while the local studio is in use. */
  rehearsal?: () => Rehearsal | null
  macroRehearsals?: MacroRehearsals
  quit?: () => void
  /** Present only if Cuelight runs as a desktop app. */
  desktop?: Desktop
}

/** Thrown to end a command before anything was sent; the dispatcher turns it into the outcome. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

/** The studio's own message becomes the outcome. @throws Refused */
export function refusedByStudio(error: unknown): never {
  throw new Refused({ reason: 'studio', message: error instanceof Error ? error.message : String(error) })
}
