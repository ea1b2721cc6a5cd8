/**
 * All that Cuelight knows. Only the core's store changes it; tray, window, panel and programs draw what they are sent.
 * Times are wall times in ms unless a name says otherwise. Null means "not known", never "none".
 */

import type { Budget } from './budget.ts'
import type { Arm } from './commands/arm.ts'
import type { CommandName, Source } from './commands/commands.ts'
import type { Meanings } from './contract/meanings.ts'
import type { Operation, OperationName } from './contract/operations.ts'
import type { DestinationError, LiveStatus, Provider } from './contract/records.ts'
import type { Failure, FailureKind } from './failures.ts'
import type { Macro, MacroState } from './macros/macro.ts'
import type { KEYCHAIN_STATES, LiveEvent, Outcome } from './outcome.ts'
import type { RehearsalState } from './rehearsal/rehearsal.ts'
import type { DesktopState } from './settings/desktop.ts'
import type { Preferences } from './settings/preferences.ts'
import type { KeyPlace } from './settings/profiles.ts'
import type { Opening } from './settings/settings.ts'
import type { Looks } from './view/looks.ts'
import type { OpenWork } from './workflows.ts'

export interface AppState {
  version: string
  service: ServiceState
  /** The local studio first, then what was kept, in the order they were made; last what the command line asked for. */
  profiles: ProfileEntry[]
  /** The profile in use. */
  profileId: string
  keychain: { state: (typeof KEYCHAIN_STATES)[number]; about: string | null }
  /** How the rehearsal stands; null while a profile other than the local studio is in use, or it does not answer. */
  rehearsal: RehearsalState | null
  /** Every operation of the contract, as it is sent to the profile in use, and how it went last. */
  operations: OperationEntry[]
  /** The file that overrides parts of the contract for hosted services: is it in force, and if not, why not? */
  override: { file: string; problem: string | null } | null
  /** What the service in use means where the contract leaves it open. */
  meanings: Meanings
  padlock: { locked: boolean }
  /** A switch of scenes is synced at once: chosen by a person. */
  take: boolean
  /** How careful the guard is, and how often is read. */
  preferences: Preferences
  budget: Budget
  /** The account's newest projects and those on air: what a menu offers. The whole list is read by `query`. */
  projectList: { items: ProjectListItem[]; readAt: number | null; loading: boolean; failure: Failure | null }
  /** The show target: the one project of tray, hotkeys and command line. */
  targetId: string | null
  /** The scenes that shows begin with, by project, where one was chosen. */
  openings: Record<string, Opening>
  /** Projects looked at, by id. */
  projects: Record<string, ProjectState>
  /** How scenes look here, by project. */
  looks: Looks
  /** Edits whose answer was lost, and what is known of them: nothing is sent twice by itself. */
  lostEdits: LostEdit[]
  /** Edits that wait for the request budget, and are not sent yet. */
  heldEdits: HeldEdit[]
  /** Edits of several requests that are under way, or half done and waiting. */
  openWork: OpenWork[]
  /** All macros that are kept, and the one that runs. */
  macros: Macro[]
  macro: MacroState | null
  /** What is armed and waits for its second step. */
  arm: Arm | null
  /** The latest entries, oldest first. */
  journal: JournalEntry[]
  notices: Notice[]
  /** Nobody has used the welcome or put it away: this is the first start. */
  welcome: boolean
  /** What only the desktop app has; null: this Cuelight runs without it, in a browser alone. */
  desktop: DesktopState | null
}

export interface ServiceState {
  /** Origin and path of the base URL, for people. */
  baseUrl: string
  account: string
  keyPresent: boolean
  /** True when the service is a local studio that broadcasts nothing. */
  rehearsal: boolean
  /** How the last requests went: null while all is well. */
  failure: Failure | null
  /** Since when it fails. */
  failingSince: number | null
  /** When the service last answered anything. */
  answeredAt: number | null
  /** While it fails: when the show target is read next. */
  nextTryAt: number | null
}

export interface ProfileEntry {
  id: string
  kind: 'studio' | 'kept' | 'run'
  name: string
  baseUrl: string
  account: string
  key: KeyPlace
  /** The last test of it in this run. */
  test: ProfileTest | null
}

export interface ProfileTest {
  at: number
  ms: number
  /** How many projects the account has; null when it failed. */
  projects: number | null
  failure: Failure | null
}

export interface OperationEntry extends Pick<Operation, 'method' | 'path' | 'class' | 'repeat' | 'air' | 'sources'> {
  name: OperationName
  /** Method or path come from the override file. */
  overridden: boolean
  /** How many times it was sent to the profile in use in this run. */
  sent: number
  last: { at: number; ms: number; status: number | null; failure: FailureKind | null; code: string | null } | null
}

export interface ProjectListItem {
  id: string
  name: string
  liveStatus: LiveStatus
}

export interface ProjectState {
  id: string
  name: string
  settings: ProjectSettings | null
  live: LiveState | null
  scenes: SceneState[] | null
  scenesReadAt: number | null
  /** The project's active scene is what is edited; it is never proof of what viewers see. */
  air: AirState
  unsynced: UnsyncedState
  /** The scenes were not read since what is on air was worked out: another hand may have moved what went out. */
  airUnread: boolean
  /** Syncs and scene switches on their way, or lost there and able to arrive yet: nothing is claimed of the air beneath them. */
  openEdits: number
  /** How often this process has brought it to its viewers. */
  syncs: number
  /** A start or stop that is on its way or whose answer was lost. */
  pending: Pending | null
  check: DestinationCheck | null
  /** When the next scheduled broadcast of this project starts. */
  nextScheduleAt: number | null
  /**
   * The last two scenes viewers saw before the present one, the later one last; where that is not known, those that were
   * active before. Two, because a scene that was taken for the one before may prove to be on air still.
   */
  earlierSceneIds: string[]
  /** How the last broadcast ended, when it ended badly and nobody has put it away yet. */
  lastError: { liveId: string | null; message: string; at: number } | null
  /** A broadcast that ended well but not by us, until somebody puts it away: at its planned end, or by another hand. */
  lastEnd: { liveId: string | null; by: 'plan' | 'elsewhere'; at: number } | null
  /** The broadcast that a stop from here was answered for, until a reading shows that it is over. */
  stopped: { liveId: string | null } | null
  /** Why the last reading failed; null once one succeeds. */
  failure: Failure | null
  /** A reading of the live status older than this many ms is stale. */
  staleAfterMs: number
  /** It is older than that by a clock that never jumps, or something happened since that it cannot know of. */
  stale: boolean
}

export interface ProjectSettings {
  readAt: number
  /** Null: a change of it got lost on its way. */
  autoSync: boolean | null
  manual: boolean
  /** Seconds. */
  planned: number | null
  destinationIds: string[] | null
  destinations: DestinationState[]
  pluginMode: boolean
  scheduledLives: number | null
}

export interface DestinationState {
  id: string | null
  provider: Provider
  name: string
  viewingUrl: string | null
  status: string | null
  error: DestinationError | null
  viewers: number | null
}

export interface LiveState {
  readAt: number
  liveId: string | null
  status: LiveStatus
  destinations: DestinationState[]
  /** When it went on air, worked out from the seconds elapsed. */
  startedAt: number | null
  /** When it will be ended by its planned duration. */
  endsAt: number | null
  viewers: number | null
  peakViewers: number | null
  /** What each layer plays, and since when; null: the service does not say. */
  onAir: OnAir[] | null
}

/** What the service says a layer plays. */
export interface OnAir {
  readonly layerId: string
  readonly playlistItemId: string
  readonly startedAt: number
}

export interface SceneState {
  id: string
  name: string
  isActive: boolean
}

export interface AirState {
  sceneId: string | null
  /** `service`: it says so. `lastSync`: as of the last change confirmed to have reached the air. `notKnown`. */
  basis: 'service' | 'lastSync' | 'notKnown'
  at: number | null
}

export interface UnsyncedState {
  /** True: viewers do not see everything yet. Null: not known. */
  some: boolean | null
  /** How many edits, where that is known. */
  edits: number | null
  /** Who counted: the service, or only what we changed ourselves. */
  basis: 'service' | 'own'
}

export interface Pending {
  act: 'start' | 'stop'
  commandId: string
  /** `sending`: the answer may still come. `checking`: it was lost. `stillRunning`: a lost stop did not stop it. */
  phase: 'sending' | 'checking' | 'stillRunning'
  sentAt: number
  /** Start: the broadcast that ran before, if any. Stop: the broadcast meant. */
  liveId: string | null
  /** Readings so far that saw nothing running. */
  offReadings: number
  failure: Failure | null
  /** The service refused it for want of budget: it goes out once more then. Wall ms. */
  heldUntil?: number
}

export interface HeldEdit {
  /** Of the command. */
  id: string
  /** What it is, in words. */
  about: string
  projectId: string | null
  /** Wall time (ms) at which it goes out, as far as is known. */
  until: number
}

export interface LostEdit {
  /** Of the command. */
  id: string
  operation: OperationName
  /** What it was, in words. */
  about: string
  projectId: string | null
  sentAt: number
  /**
   * `looking`: it is still being looked for. `notDone`: what it was to replace or delete is there as it was. `notKnown`: not
   * found, or nothing tells; a person has to look.
   */
  phase: 'looking' | 'found' | 'notDone' | 'notKnown'
  /** What came of it, once found. */
  foundId: string | null
}

export interface DestinationCheck {
  at: number
  /** By destination id. */
  results: Record<string, { valid: boolean; error: string | null }>
  failure: Failure | null
}

export interface JournalEntry {
  id: string
  at: number
  source: Source
  projectId: string | null
  projectName: string | null
  /** A command as asked for, with what it names; or an event seen. */
  what: { command: CommandName; about: string | null } | LiveEvent
  /** Null while a command is on its way. */
  outcome: Outcome | null
  /** From press to outcome. */
  ms: number | null
}

export interface Notice {
  id: string
  kind:
    | 'settingsSetAside'
    /** What a browser is let in with was used by two: which browser it says it is. Both lost their access. */
    | 'sessionCopied'
    | 'portTaken'
    | 'journalDamaged'
    /** A file of the journal could not be used: where it is now, and why. */
    | 'journalSetAside'
    /** What is done now is not written down, for as long as this stands: why. */
    | 'journalUnwritable'
    | 'targetChosen'
    | 'studioFailed'
    /** The local studio had died, and was started again. */
    | 'studioRestarted'
    /** What the local studio had kept could not be read, and was set aside: where. */
    | 'studioSetAside'
    /** The override file is not in force: what is wrong with it. */
    | 'overrideRefused'
    /** No keychain: the key serves this run only. */
    | 'keyThisRun'
    /** A window crashed again and again, and was closed: which. */
    | 'windowCrashed'
    /** This desktop shows no icons of trays. */
    | 'noTray'
    /** A fault of its own ended Cuelight, and it started again. */
    | 'restarted'
  about: string
}

/** How many journal entries the state carries. */
export const JOURNAL_SHOWN = 60

export const RUNNING: readonly LiveStatus[] = ['PREPARING', 'LIVE']

/** Is a broadcast running, as of the last reading? A status we have no word for counts when it has a liveId. */
export function isRunning(live: Pick<LiveState, 'status' | 'liveId'> | null): boolean {
  if (!live) return false
  return RUNNING.includes(live.status) || (live.status === 'UNKNOWN' && live.liveId !== null)
}

/** Is nothing running, and a broadcast of it is still to come? Until its dates are cancelled it cannot be started. */
export const isScheduled = ({ live }: Pick<ProjectState, 'live'>): boolean => live?.status === 'SCHEDULED'

/** May what was read of the live status not be told as the truth any more? The wall clock counts a computer's sleep. */
export const isStale = ({ live, stale, staleAfterMs }: ProjectState, now: number): boolean =>
  live !== null && (stale || now - live.readAt > staleAfterMs)

export const targetOf = (state: AppState): ProjectState | null =>
  state.targetId === null ? null : (state.projects[state.targetId] ?? null)

export const profileInUse = (state: AppState): ProfileEntry | null =>
  state.profiles.find(({ id }) => id === state.profileId) ?? null

/** A project nothing is known of yet. */
export const unreadProject = (id: string, name: string): ProjectState => ({
  id,
  name,
  settings: null,
  live: null,
  scenes: null,
  scenesReadAt: null,
  air: { sceneId: null, basis: 'notKnown', at: null },
  unsynced: { some: null, edits: null, basis: 'own' },
  airUnread: false,
  openEdits: 0,
  syncs: 0,
  pending: null,
  check: null,
  nextScheduleAt: null,
  earlierSceneIds: [],
  lastError: null,
  lastEnd: null,
  stopped: null,
  failure: null,
  staleAfterMs: 90_000,
  stale: false,
})
