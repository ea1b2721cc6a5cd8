/**
 * Everything that Cuelight knows. Only the core's store changes it; tray, window, panel and programs draw what they
 * receive. Times are wall times in ms unless a name says otherwise. Null means "unknown", never "none".
 */

import type { Budget } from './budget.ts'
import type { Arm } from './commands/arm.ts'
import type { CommandName, Source } from './commands/commands.ts'
import type { Meanings } from './contract/meanings.ts'
import type { Operation, OperationName } from './contract/operations.ts'
import type { DestinationError, LiveStatus, Provider } from './contract/records.ts'
import type { Failure, FailureKind } from './failures.ts'
import type { Macro, MacroReport, MacroState } from './macros/macro.ts'
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
  /** The local studio first, then the stored profiles, oldest first, then the one requested on the command line. */
  profiles: ProfileEntry[]
  /** The profile in use. */
  profileId: string
  keychain: { state: (typeof KEYCHAIN_STATES)[number]; about: string | null }
  /** The rehearsal's state; null while another profile than the local studio is in use, or it does not respond. */
  rehearsal: RehearsalState | null
  /** Every operation of the contract as it is sent to the profile in use, and its last result. */
  operations: OperationEntry[]
  /** The file that overrides parts of the contract for hosted services; `problem`: why it is not in force. */
  override: { file: string; problem: string | null } | null
  /** How the service in use behaves where the contract leaves it open. */
  meanings: Meanings
  padlock: { locked: boolean }
  /** The user's choice to sync at once after a scene switch. */
  take: boolean
  /** How careful the guard is, and how often the service is read. */
  preferences: Preferences
  budget: Budget
  /** The account's newest projects and those on air, for menus. `query` reads the whole list. */
  projectList: { items: ProjectListItem[]; readAt: number | null; loading: boolean; failure: Failure | null }
  /** The show target: the one project of tray, hotkeys and command line. */
  targetId: string | null
  /** The chosen opening scenes, by project. */
  openings: Record<string, Opening>
  /** Projects that are being watched, by id. */
  projects: Record<string, ProjectState>
  /** How scenes are displayed here, by project. */
  looks: Looks
  /** Edits whose response was lost, and what is known of them: none is sent again automatically. */
  lostEdits: LostEdit[]
  /** Edits that wait for the request budget and are not sent yet. */
  heldEdits: HeldEdit[]
  /** Edits of several requests that are running, or incomplete and waiting. */
  openWork: OpenWork[]
  /** All saved macros, and the one that runs. */
  macros: Macro[]
  macro: MacroState | null
  /** The macro that is being rehearsed beside the show, or how that ended until it is dismissed. */
  macroRehearsal: MacroState | null
  /** How the last run of each macro in this process went, by its id. */
  macroReports: Record<string, MacroReport>
  /** What is armed and waits for its second step. */
  arm: Arm | null
  /** The latest entries, oldest first. */
  journal: JournalEntry[]
  notices: Notice[]
  /** True until the user has used or dismissed the welcome: this is the first start. */
  welcome: boolean
  /** What only the desktop app has; null: Cuelight runs without it, in a browser alone. */
  desktop: DesktopState | null
}

export interface ServiceState {
  /** Origin and path of the base URL, for display. */
  baseUrl: string
  account: string
  keyPresent: boolean
  /** True when the service is a local studio that broadcasts nothing of the show target. */
  rehearsal: boolean
  /** Why the last requests failed; null while all is well. */
  failure: Failure | null
  /** Since when requests fail. */
  failingSince: number | null
  /** When the service last responded to anything. */
  answeredAt: number | null
  /** While requests fail: when the show target is read next. */
  nextTryAt: number | null
}

export interface ProfileEntry {
  id: string
  kind: 'studio' | 'kept' | 'run'
  name: string
  baseUrl: string
  account: string
  key: KeyPlace
  /** Its last test in this run. */
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
  /** Method or path comes from the override file. */
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
  /** Whether the local studio broadcasts nothing of it, as its last response said; left out: there was none. */
  rehearsal?: boolean
  live: LiveState | null
  scenes: SceneState[] | null
  scenesReadAt: number | null
  /** What viewers see. The project's active scene is only the one being edited, and no proof of it. */
  air: AirState
  unsynced: UnsyncedState
  /** The scenes were not read since `air` was worked out: another client may have switched scenes meanwhile. */
  airUnread: boolean
  /** Syncs and scene switches that are on their way, or lost and may still arrive: until then `air` is uncertain. */
  openEdits: number
  /** A start or stop that is on its way or whose response was lost. */
  pending: Pending | null
  check: DestinationCheck | null
  /** When the next scheduled broadcast of this project starts. */
  nextScheduleAt: number | null
  /**
   * The last two scenes viewers saw before the present one, the later one last; if unknown, the scenes that were active
   * before. Two, because a scene taken for the previous one may turn out to be on air still.
   */
  earlierSceneIds: string[]
  /** How the last broadcast failed, until the user dismisses it. */
  lastError: { liveId: string | null; message: string; at: number } | null
  /**
   * A broadcast that ended well but not by us (planned end, or stopped elsewhere), until the user dismisses it.
   * `lateStop`: perhaps by a Stop of ours that got no reply.
   */
  lastEnd: { liveId: string | null; by: 'plan' | 'elsewhere' | 'lateStop'; at: number } | null
  /** A start or stop of ours got no reply, and may still arrive though a reading settled what runs; null: none. */
  late: Record<'start' | 'stop', Late | null>
  /** The broadcast for which a stop from here was confirmed, until a reading shows that it is over. */
  stopped: { liveId: string | null } | null
  /** Why the last reading failed; null once one succeeds. */
  failure: Failure | null
  /** A reading of the live status older than this many ms is stale. */
  staleAfterMs: number
  /** The reading is older than that by a clock that never jumps, or something happened since that it cannot show. */
  stale: boolean
}

export interface Late {
  /** When it can no longer arrive, in wall ms. */
  until: number
  /** Readings showed that it had not arrived, and nothing has shown that it did. */
  isSeen: boolean
  /** It may still arrive, or its effect may not have been read yet. */
  isOpen: boolean
}

export interface ProjectSettings {
  readAt: number
  /** Null: the response to a change of it was lost. */
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
  /** When it went on air, computed from the elapsed seconds. */
  startedAt: number | null
  /** When its planned duration will end it. */
  endsAt: number | null
  viewers: number | null
  peakViewers: number | null
  /** What each layer plays, and since when; null: the service does not report it. */
  onAir: OnAir[] | null
}

/** What the service reports that a layer plays. */
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
  /** `service`: it reports it. `lastSync`: as of the last change confirmed to have reached the air. `notKnown`. */
  basis: 'service' | 'lastSync' | 'notKnown'
  at: number | null
}

export interface UnsyncedState {
  /** True: viewers do not see everything yet. Null: unknown. */
  some: boolean | null
  /** How many edits, if known. */
  edits: number | null
  /** Who counted: the service, or we, counting only our own changes. */
  basis: 'service' | 'own'
}

export interface Pending {
  act: 'start' | 'stop'
  commandId: string
  /** `sending`: the response may still come. `checking`: it was lost. `stillRunning`: a lost stop did not stop it. */
  phase: 'sending' | 'checking' | 'stillRunning'
  sentAt: number
  /** Start: the broadcast that ran before, if any. Stop: the broadcast to stop. */
  liveId: string | null
  /** How many readings so far saw nothing running. */
  offReadings: number
  failure: Failure | null
  /** Wall ms at which its response was lost. */
  lostAt?: number
  /** Wall ms at which it is sent once more, after the service refused it for lack of budget. */
  heldUntil?: number
}

export interface HeldEdit {
  /** The id of the command. */
  id: string
  /** What it is, in words. */
  about: string
  projectId: string | null
  /** Wall time (ms) at which it will be sent, as far as is known. */
  until: number
}

export interface LostEdit {
  /** The id of the command. */
  id: string
  operation: OperationName
  /** What it was, in words. */
  about: string
  projectId: string | null
  sentAt: number
  /**
   * `looking`: it is still being reconciled. `notDone`: what it should replace or delete is unchanged. `notKnown`: not
   * found, or no reading can tell; the user has to check.
   */
  phase: 'looking' | 'found' | 'notDone' | 'notKnown'
  /** The id of the record it created, once found. */
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
  /** The name of the pairing or agent it came from, if it has one. */
  by?: string
  /** The arm that the command confirms, allows or cancels. */
  armId?: string
  projectId: string | null
  projectName: string | null
  /** A command as requested, with what it names; or an observed event. */
  what: { command: CommandName; about: string | null } | LiveEvent
  /** Null while a command is on its way. */
  outcome: Outcome | null
  /** From the user action to the outcome. */
  ms: number | null
}

export interface Notice {
  id: string
  kind:
    | 'settingsSetAside'
    /** A browser's access was used by two clients: the browser it claims to be. Both lost their access. */
    | 'sessionCopied'
    | 'portTaken'
    | 'journalDamaged'
    /** A journal file could not be used: where it is now, and why. */
    | 'journalSetAside'
    /** While this notice exists, actions are not written to the journal: why. */
    | 'journalUnwritable'
    /** The record of a change that was under way cannot be read: which files. */
    | 'runUnreadable'
    | 'targetChosen'
    | 'studioFailed'
    /** The local studio had died and was restarted. */
    | 'studioRestarted'
    /** The local studio's stored data could not be read and was moved aside: where to. */
    | 'studioSetAside'
    /** The override file is not in force: what is wrong with it. */
    | 'overrideRefused'
    /** No keychain: the key is available in this run only. */
    | 'keyThisRun'
    /** A window crashed repeatedly and was closed: which one. */
    | 'windowCrashed'
    /** This desktop shows no tray icons. */
    | 'noTray'
    /** A fault of its own ended Cuelight, and it restarted. */
    | 'restarted'
  about: string
}

/** How many journal entries the state carries. */
export const JOURNAL_SHOWN = 60

export const RUNNING: readonly LiveStatus[] = ['PREPARING', 'LIVE']

/** Is a broadcast running, as of the last reading? An unknown status counts as running when it has a liveId. */
export function isRunning(live: Pick<LiveState, 'status' | 'liveId'> | null): boolean {
  if (!live) return false
  return RUNNING.includes(live.status) || (live.status === 'UNKNOWN' && live.liveId !== null)
}

/** Is nothing running, but a broadcast scheduled? Until its schedule is cancelled, the project cannot be started. */
export const isScheduled = ({ live }: Pick<ProjectState, 'live'>): boolean => live?.status === 'SCHEDULED'

/** Is the last reading of the live status too old to show as current? The wall clock includes the computer's sleep. */
export const isStale = ({ live, stale, staleAfterMs }: ProjectState, now: number): boolean =>
  live !== null && (stale || now - live.readAt > staleAfterMs)

export const targetOf = (state: AppState): ProjectState | null =>
  state.targetId === null ? null : (state.projects[state.targetId] ?? null)

export const profileInUse = (state: AppState): ProfileEntry | null =>
  state.profiles.find(({ id }) => id === state.profileId) ?? null

/** A project about which nothing is known yet. */
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
  pending: null,
  check: null,
  nextScheduleAt: null,
  earlierSceneIds: [],
  lastError: null,
  lastEnd: null,
  late: { start: null, stop: null },
  stopped: null,
  failure: null,
  staleAfterMs: 90_000,
  stale: false,
})
