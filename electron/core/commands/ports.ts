import type { CommandOf } from '../../../shared/commands/commands.ts'
import type { DoctorLine } from '../../../shared/doctor.ts'
import type { Done, Refusal } from '../../../shared/outcome.ts'
import type { PanelSessions } from '../../../shared/query/panelSessions.ts'
import type { RehearsalFault, RehearsalState } from '../../../shared/rehearsal/rehearsal.ts'
import type { AccountKind, ScenarioName } from '../../../shared/rehearsal/rehearsalKinds.ts'
import type { DesktopSettings } from '../../../shared/settings/desktop.ts'
import type { HotkeyAction, WindowName } from '../../../shared/settings/desktopNames.ts'

/** A broadcast that runs on the local studio. */
export interface StudioRunning {
  projectId: string
  projectName: string
  liveId: string
}

/**
 * The local studio's own administration, beside the service's interface: no hosted service has it, so nothing asked for
 * here can reach one. Everything rejects with a plain message when the studio says no or does not answer.
 */
export interface Rehearsal {
  read(): Promise<RehearsalState>
  setFault(fault: RehearsalFault): Promise<void>
  clearFault(faultId: string): Promise<void>
  /** Answers how many there were. */
  clearFaults(): Promise<number>
  playScenario(name: ScenarioName): Promise<void>
  stopScenario(): Promise<void>
  setAccount(account: AccountKind): Promise<void>
  setPreparing(ms: number): Promise<void>
  /** Answers the file the key lies in. */
  createKey(label: string): Promise<string>
  /** Answers the label of the key that was revoked. */
  revokeKey(keyId: string): Promise<string>
  /** Takes in a file of this computer, a copy of it or only where it is. Answers the file's id: it may still be coming. */
  takeFile(path: string, inPlace: boolean, folderId: string | null): Promise<string>
  /** What is on air on it, whichever project. */
  onAir(): Promise<StudioRunning[]>
}

/**
 * What the desktop app does for commands; lent to the core by the shell. Each resolves once it is so and the state shows
 * it. `Refused` is thrown where the system, or our own rules, say no: then all is as it was before.
 */
export interface Desktop {
  show(window: WindowName): void
  hotkeys: {
    /** Throws `Refused` (`hotkey`) and puts the key before back in force when the system does not give it. */
    set(action: HotkeyAction, accelerator: string | null): Promise<void>
    reset(): Promise<void>
    record(on: boolean): void
    test(on: boolean): void
  }
  /** Puts changed settings in force and keeps them. */
  change(part: Partial<Omit<DesktopSettings, 'hotkeys'>>): Promise<void>
  /** Tries what Cuelight needs of this computer, line by line: what works, what does not. Takes some seconds. */
  examine(): Promise<{ lines: DoctorLine[] }>
  /** Answers where the command is now, and what else has to be done by hand, if anything. */
  installCommand(): Promise<{ path: string; about: string | null }>
  updates: {
    /** Answers the version found, or null: this is the latest. */
    check(): Promise<string | null>
    /** Answers the version that is being installed; Cuelight ends. */
    install(): Promise<string>
  }
}

/** Commands about profiles, each by its name. One at a time; `Refused` is thrown for what it will not do. */
export type ProfileCommand =
  | `${'create' | 'edit' | 'test' | 'switch' | 'remove'}Profile`
  | 'forgetKey'
  | 'tryConnection'
  | 'retryKeychain'
  | 'importSettings'

/** What commands do to profiles. A test rejects with a `ServiceError` when the service does not answer well. */
export type Profiles = { readonly [Name in ProfileCommand]: (command: CommandOf<Name>) => Promise<Done> } & {
  /** Connects what is to be used at the start: what the command line asked for, else what was used last. */
  start(): Promise<void>
  /** When Cuelight ends: leaves the studio. */
  close(): Promise<void>
}

/** Who is let into the panel. */
export interface PanelAccess {
  list(): PanelSessions
  /** Ends one (null: all, with what was not opened yet) at once. `unsaved`: why a restart would let them in again. */
  end(id: string | null): Promise<{ ended: number; unsaved?: string }>
}

/** What lies outside the core and is lent to it; what was not lent, a command is refused for want of. */
export interface Ports {
  profiles?: Profiles
  panelAccess?: PanelAccess
  /** There only while the local studio is in use. */
  rehearsal?: () => Rehearsal | null
  /** Ends Cuelight. */
  quit?: () => void
  /** There only where Cuelight runs as a desktop app. */
  desktop?: Desktop
}

/** Thrown to end a command before anything was sent; the dispatcher makes it the outcome. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}
