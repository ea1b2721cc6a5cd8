import type { ViewPreferences } from '../../renderer/store/preferenceRules.ts'
import type { Outcome } from '../../shared/outcome.ts'
import type { AppState, JournalEntry, ProjectState } from '../../shared/state.ts'
import type { Reply, ScriptedCore } from './scriptedCore.ts'
import { ALL_FAULTS, KEYS, OPERATIONS, onAir, PLAYING, rehearsing, VARIED } from './setupStates.ts'
import {
  appState,
  arm,
  done,
  journal,
  liveProject,
  NOW,
  offProject,
  padlocked,
  profile,
  refused,
  STUDIO,
  unauthorised,
  unsyncedProject,
} from './states.ts'

const base = appState()

/** Three switches by this client since the last sync, none of which reached the air. */
function switchedBackAndForth(): JournalEntry[] {
  const entries = journal()
  const switches = ['Break', 'Ending', 'Break'].map((scene, index) => ({
    ...(entries[4] as JournalEntry),
    id: `s${index}`,
    at: NOW - 90_000 + index * 20_000,
    what: { command: 'switchScene', about: scene } as const,
    outcome: done({ what: 'sceneSwitched', sceneName: scene, reached: 'notOnAir' }),
  }))
  return [...entries.slice(0, 3), ...switches]
}

const live = liveProject()
const DESTINATIONS = Array.from({ length: 30 }, (_, index) => ({
  ...{ id: `d${index}`, provider: 'rtmp' as const, name: `Parish ${index + 1}`, status: null, viewers: index * 7 },
  viewingUrl: index % 3 ? `https://video.example/${index}` : null,
  error: index === 17 || index === 25 ? ('CONNECTION_ERROR' as const) : null,
}))
const unseen = (edits: number | null, journal: JournalEntry[]) =>
  appState({ ...unsyncedProject(), unsynced: { some: true, edits, basis: 'service' } }, { journal })

/** States of journal and knowledge worth a picture, on the show screen. */
const JOURNAL_SHEET: Record<string, SetUpState> = {
  manyDestinations: show(appState({ ...live, live: live.live && { ...live.live, destinations: DESTINATIONS } })),
  budgetLow: show(off({ budget: { ...base.budget, remaining: 8 } })),
  budgetUsedUp: show(
    off({ budget: { ...base.budget, remaining: 0, blockedUntil: NOW + 18_000, othersPerMinute: 96 } }),
  ),
  unseenEdits: show(unseen(4, switchedBackAndForth())),
  unseenElsewhere: show(unseen(null, [])),
  journalProblems: show(off(), { press: ['Problems'] }),
  journalNothing: show(off(), { press: ['On air'], type: 'choir' }),
  report: show(off(), { press: ['Show report'] }),
  reportRehearsed: show(off(), { press: ['Show report'] }),
  reportNone: show(off(), { press: ['Show report'] }),
}

const FAULT = { fault: 'destination', name: 'The Page', error: null } as const

/** Questions and outcomes that appear when something is pressed. */
const PRESSED_SHEET: Record<string, SetUpState> = {
  asksFaults: show(off(), {
    ...{ press: ['Go live'], shows: '.ask' },
    reply: refused({ reason: 'faults', faults: [FAULT, { fault: 'noActiveScene' }] }),
  }),
  asksCancel: show(appState(live), {
    ...{ press: ['Stop'], shows: '.ask' },
    reply: { result: 'armed', arm: arm({ mode: 'cancelWindow', notBefore: NOW + 60_000 }) },
  }),
  asksProject: show(off(), { press: ['Change project'], shows: 'dialog .project' }),
  answersAtScene: show(off(), { press: ['Break'], reply: padlocked, shows: '.scene-answer[data-shown]' }),
  answersRefused: show(appState(live), { press: ['Sync'], reply: padlocked, shows: '.answer[data-look]' }),
  answersDone: show(off(), { press: ['Refresh'], reply: done({ what: 'refreshed' }), shows: '.answer[data-look]' }),
  answersNothing: show(appState(live), { press: ['Sync'], reply: 'silence', shows: '.answer[data-look]' }),
}

export interface SetUpState {
  /** Appended to the address: a place, or a page. */
  hash: string
  state: AppState
  /** Names of buttons and boxes to press first, in this order. */
  press?: string[]
  /** A selector of what appears then. */
  shows?: string
  /** Text to search for in the journal then. */
  type?: string
  choices?: Partial<ViewPreferences>
  /** The progress through the five steps that this browser has stored. */
  guide?: object
  keys?: boolean
  /** The palette is open, with this text typed. */
  palette?: string
  sought?: string
  /** How the core behaves: refuses access, is not there, sends nothing, goes away, or ends the access. */
  link?: 'refused' | 'down' | 'mute' | 'lost' | 'accessEnded'
  reply?: Reply
  read?: ScriptedCore['read']
}
type More = Omit<SetUpState, 'hash' | 'state'>

function show(state: AppState, more: More = {}): SetUpState {
  return { hash: '', state, ...more }
}

function off(more: Partial<AppState> = {}): AppState {
  return appState(offProject(), more)
}

const setUp = (section: string, state: AppState, more: More = {}) => ({ hash: `#set-up/${section}`, state, ...more })
const accounts = (more: Partial<AppState> = {}, project: ProjectState | null = offProject()) =>
  setUp('accounts', appState(project, more))
const pressed = (section: string, ...press: string[]) => setUp(section, off(), { press })

const service = base.service
const scenes = (count: number, name: (nr: number) => string, active: number) =>
  Array.from({ length: count }, (_, nr) => ({ id: `s${nr + 1}`, name: name(nr), isActive: nr === active }))
/** A project whose scenes come in three pages. */
const bigProject = { ...offProject(), scenes: scenes(300, (nr) => `Scene ${nr}`, 0) }
const PREFERENCES = {
  guard: { holdMs: 2_500, cancelWindowMs: 15_000, pressUntilMs: 10_000 },
  pace: { liveMs: 30_000, idleMs: 300_000 },
}

const NAMES = [
  'Été en ville',
  'Lower third',
  'Choir',
  'Interview',
  'Two cameras',
  'Slides',
  'Zoom call',
  'Bible reading',
]
const nameOf = (nr: number) => `${NAMES[nr % NAMES.length]} ${Math.floor(nr / NAMES.length) + 1}`
/** Forty scenes with realistic names, on air with one of them and another not yet. */
const forty = appState({ ...unsyncedProject(), scenes: scenes(40, nameOf, 20) })
const few = appState(unsyncedProject())

const LOCKED: Partial<AppState> = {
  profiles: [STUDIO, profile(1, { key: 'locked' })],
  keychain: { state: 'locked', about: null },
  service: { ...service, keyPresent: false },
}
const fifty = Array.from({ length: 50 }, (_, index) => profile(index + 1))
const overridden = (problem: string | null, operations = OPERATIONS) =>
  setUp('interface', off({ operations, override: { file: 'contract.json', problem } }))

/** Every state of the settings worth a picture, and their effects on the show screen. */
export const SETUP_SHEET: Record<string, SetUpState> = {
  accounts: accounts({ profiles: VARIED }),
  accountsEmpty: accounts(
    { profiles: [STUDIO], profileId: 'studio', keychain: { state: 'unused', about: null } },
    null,
  ),
  accountsOnAir: setUp('accounts', onAir),
  accountsLocked: accounts(LOCKED, null),
  accountsNoKeychain: accounts({
    profiles: [STUDIO, profile(1, { key: 'thisRun' })],
    keychain: { state: 'none', about: 'No secret service answers on this system.' },
  }),
  accountsMany: accounts({ profiles: [STUDIO, ...fifty] }),
  accountsAdd: pressed('accounts', 'Add account'),
  accountsWrong: pressed('accounts', 'Add account', 'Save'),
  accountsChange: pressed('accounts', 'Change Main account'),
  accountsRemove: pressed('accounts', 'Remove Main account'),
  showSettings: pressed('running'),
  showSettingsChosen: setUp('running', appState(bigProject, { preferences: PREFERENCES }), {
    press: ['More: Hold Stop for'],
  }),
  showSettingsRefused: setUp('running', appState(live), {
    press: ['Less: Off air, every', 'More: Time to cancel'],
    reply: refused({ reason: 'invalid', field: 'pace.idleMs', message: 'is too small' }),
  }),
  rehearsal: setUp('rehearsal', rehearsing({})),
  rehearsalFaults: setUp('rehearsal', rehearsing({ faults: ALL_FAULTS, keys: KEYS })),
  rehearsalPlaying: setUp('rehearsal', rehearsing(PLAYING, live)),
  rehearsalSetting: setUp('rehearsal', rehearsing({}), { press: ['Set Slow replies'] }),
  rehearsalSilent: setUp('rehearsal', rehearsing(null)),
  rehearsalElsewhere: pressed('rehearsal'),
  showRehearsed: show(rehearsing({ faults: ALL_FAULTS.slice(0, 3) }, live)),
  showAllFaults: show(rehearsing({ faults: ALL_FAULTS }, live)),
  showPlaying: show(rehearsing(PLAYING, live)),
  showRevoked: show(off({ service: { ...service, failure: { ...unauthorised, kind: 'revoked' } } })),
  showKeychainLocked: show(appState(null, LOCKED)),
  appearance: pressed('appearance'),
  appearanceChosen: setUp('appearance', off(), {
    choices: { theme: 'light', contrast: 'more', motion: 'reduce', textSize: 'large' },
  }),
  scenesForty: show(forty),
  scenesByName: show(forty, { choices: { sceneOrder: 'name' } }),
  scenesFound: show(forty, { sought: 'ete' }),
  scenesNone: show(forty, { sought: 'carousel' }),
  scenesSmall: show(forty, { choices: { sceneSize: 'small' } }),
  scenesLarge: show(forty, { choices: { sceneSize: 'large' } }),
  scenesLargeFew: show(few, { choices: { sceneSize: 'large' } }),
  scenesSmallFew: show(few, { choices: { sceneSize: 'small' } }),
  scenesLargeText: show(few, { choices: { textSize: 'large' } }),
  scenesSmallText: show(few, { choices: { textSize: 'small' } }),
  scenesKeys: show(few, { keys: true }),
  interface: overridden(null),
  interfaceProblem: overridden('There is no operation called startLife.', OPERATIONS.slice(0, 3)),
  interfaceEmpty: pressed('interface'),
  support: pressed('support'),
  ...JOURNAL_SHEET,
  ...PRESSED_SHEET,
  quitAsks: setUp('support', onAir, { press: ['Quit Cuelight'] }),
  quitAsksOff: pressed('support', 'Quit Cuelight'),
  quitEnded: pressed('support', 'Quit Cuelight', 'Quit'),
}

/** The replies of the scripted core in these pictures. */
export const QUITTING: Record<'asks' | 'ended', Outcome> = {
  asks: refused({ reason: 'onAir', projectNames: ['Friday Night'] }),
  ended: done({ what: 'quitting', leftOnAir: ['Friday Night'] }),
}
