import type { ViewPreferences } from '../../renderer/store/preferenceRules.ts'
import type { Outcome } from '../../shared/outcome.ts'
import type { AppState, JournalEntry } from '../../shared/state.ts'
import type { Reply, ScriptedCore } from './scriptedCore.ts'
import { ALL_FAULTS, KEYS, OPERATIONS, onAir, PLAYING, rehearsing, VARIED } from './setupStates.ts'
import {
  appState,
  journal,
  liveProject,
  NOW,
  offProject,
  profile,
  STUDIO,
  unauthorised,
  unsyncedProject,
} from './states.ts'

const base = appState()

/** Three switches of ours since the last sync, none of which reached the air. */
function switchedBackAndForth(): JournalEntry[] {
  const switches = ['Break', 'Ending', 'Break'].map(
    (scene, index): JournalEntry => ({
      projectId: 'p1',
      projectName: 'Friday Night',
      what: { command: 'switchScene', about: scene },
      ms: 84,
      id: `s${index}`,
      at: NOW - 90_000 + index * 20_000,
      source: (['tray', 'cli', 'hotkey'] as const)[index] ?? 'panel',
      outcome: { result: 'done', done: { what: 'sceneSwitched', sceneName: scene, reached: 'notOnAir' } },
    }),
  )
  return [...journal().slice(0, 3), ...switches]
}

const STATES: Record<string, AppState> = {
  manyDestinations: appState({
    ...liveProject(),
    live: liveProject().live && {
      ...(liveProject().live as NonNullable<ReturnType<typeof liveProject>['live']>),
      destinations: Array.from({ length: 30 }, (_, index) => ({
        id: `d${index}`,
        provider: 'rtmp' as const,
        name: `Parish ${index + 1}`,
        viewingUrl: index % 3 ? `https://video.example/${index}` : null,
        status: null,
        error: index === 17 || index === 25 ? ('CONNECTION_ERROR' as const) : null,
        viewers: index * 7,
      })),
    },
  }),
  budgetLow: appState(offProject(), { budget: { ...base.budget, remaining: 8 } }),
  budgetUsedUp: appState(offProject(), {
    budget: { ...base.budget, remaining: 0, blockedUntil: NOW + 18_000, othersPerMinute: 96 },
  }),
  unseenEdits: appState(
    { ...unsyncedProject(), unsynced: { some: true, edits: 4, basis: 'service' } },
    { journal: switchedBackAndForth() },
  ),
  unseenElsewhere: appState(
    { ...unsyncedProject(), unsynced: { some: true, edits: null, basis: 'service' } },
    { journal: [] },
  ),
}

/** What is known and what happened, in every state worth a look: on the show screen. */
const JOURNAL_SHEET: Record<string, SetUpState> = {
  ...Object.fromEntries(Object.entries(STATES).map(([name, state]) => [name, { hash: '', state }])),
  journalProblems: { hash: '', state: appState(offProject()), press: ['Problems'] },
  journalNothing: { hash: '', state: appState(offProject()), press: ['On air'], type: 'choir' },
  report: { hash: '', state: appState(offProject()), press: ['Show report'] },
  reportRehearsed: { hash: '', state: appState(offProject()), press: ['Show report'] },
  reportNone: { hash: '', state: appState(offProject()), press: ['Show report'] },
}

export interface SetUpState {
  /** What follows the address: a place, or a page. */
  hash: string
  state: AppState
  /** Names of buttons to press first, in this order. */
  press?: string[]
  /** What is then sought in the journal. */
  type?: string
  /** What is chosen in this browser. */
  choices?: Partial<ViewPreferences>
  /** Is the list of keys open? */
  keys?: boolean
  /** What is sought among the scenes. */
  sought?: string
  /** How the core is to behave: as one that lets nobody in, is not there, tells nothing, or goes away. */
  link?: 'refused' | 'down' | 'mute' | 'lost'
  /** What the core answers to them. */
  reply?: Reply
  /** What it answers to a read. */
  read?: ScriptedCore['read']
}

const at = (section: string) => `#set-up/${section}`
const service = appState().service
/** Its scenes come in three pages. */
const bigProject = {
  ...offProject(),
  scenes: Array.from({ length: 300 }, (_, nr) => ({ id: `s${nr}`, name: `Scene ${nr}`, isActive: nr === 0 })),
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
/** Forty scenes as people name them, on air with one and another one not yet. */
const forty = appState({
  ...unsyncedProject(),
  scenes: Array.from({ length: 40 }, (_, index) => ({
    id: `s${index + 1}`,
    name: `${NAMES[index % NAMES.length]} ${Math.floor(index / NAMES.length) + 1}`,
    isActive: index === 20,
  })),
})

/** Every state of the set-up worth a look, and what of it shows on the show screen. */
export const SETUP_SHEET: Record<string, SetUpState> = {
  accounts: { hash: at('accounts'), state: appState(offProject(), { profiles: VARIED }) },
  accountsEmpty: {
    hash: at('accounts'),
    state: appState(null, { profiles: [STUDIO], profileId: 'studio', keychain: { state: 'unused', about: null } }),
  },
  accountsOnAir: { hash: at('accounts'), state: onAir },
  accountsLocked: {
    hash: at('accounts'),
    state: appState(null, {
      profiles: [STUDIO, profile(1, { key: 'locked' })],
      keychain: { state: 'locked', about: null },
      service: { ...service, keyPresent: false },
    }),
  },
  accountsNoKeychain: {
    hash: at('accounts'),
    state: appState(offProject(), {
      profiles: [STUDIO, profile(1, { key: 'thisRun' })],
      keychain: { state: 'none', about: 'No secret service answers on this system.' },
    }),
  },
  accountsMany: {
    hash: at('accounts'),
    state: appState(offProject(), {
      profiles: [STUDIO, ...Array.from({ length: 50 }, (_, index) => profile(index + 1))],
    }),
  },
  accountsAdd: { hash: at('accounts'), state: appState(offProject()), press: ['Add profile'] },
  accountsWrong: { hash: at('accounts'), state: appState(offProject()), press: ['Add profile', 'Save'] },
  accountsChange: { hash: at('accounts'), state: appState(offProject()), press: ['Change Main account'] },
  accountsRemove: { hash: at('accounts'), state: appState(offProject()), press: ['Remove Main account'] },
  showSettings: { hash: at('running'), state: appState(offProject()) },
  showSettingsChosen: {
    hash: at('running'),
    state: appState(bigProject, {
      preferences: {
        guard: { holdMs: 2_500, cancelWindowMs: 15_000, pressUntilMs: 10_000 },
        pace: { liveMs: 30_000, idleMs: 300_000 },
      },
    }),
    press: ['More: Hold Stop for'],
  },
  showSettingsRefused: {
    hash: at('running'),
    state: appState(liveProject()),
    press: ['Less: Off air, every', 'More: Time to cancel'],
    reply: { result: 'refused', refusal: { reason: 'invalid', field: 'pace.idleMs', message: 'is too small' } },
  },
  rehearsal: { hash: at('rehearsal'), state: rehearsing({}) },
  rehearsalFaults: { hash: at('rehearsal'), state: rehearsing({ faults: ALL_FAULTS, keys: KEYS }) },
  rehearsalPlaying: { hash: at('rehearsal'), state: rehearsing(PLAYING, liveProject()) },
  rehearsalSetting: { hash: at('rehearsal'), state: rehearsing({}), press: ['Set Slow answers'] },
  rehearsalSilent: { hash: at('rehearsal'), state: rehearsing(null) },
  rehearsalElsewhere: { hash: at('rehearsal'), state: appState(offProject()) },
  showRehearsed: { hash: '', state: rehearsing({ faults: ALL_FAULTS.slice(0, 3) }, liveProject()) },
  showAllFaults: { hash: '', state: rehearsing({ faults: ALL_FAULTS }, liveProject()) },
  showPlaying: { hash: '', state: rehearsing(PLAYING, liveProject()) },
  showRevoked: {
    hash: '',
    state: appState(offProject(), { service: { ...service, failure: { ...unauthorised, kind: 'revoked' } } }),
  },
  showKeychainLocked: {
    hash: '',
    state: appState(null, {
      profiles: [STUDIO, profile(1, { key: 'locked' })],
      keychain: { state: 'locked', about: null },
      service: { ...service, keyPresent: false },
    }),
  },
  appearance: { hash: at('appearance'), state: appState(offProject()) },
  appearanceChosen: {
    hash: at('appearance'),
    state: appState(offProject()),
    choices: { theme: 'light', contrast: 'more', motion: 'reduce', textSize: 'large' },
  },
  scenesForty: { hash: '', state: forty },
  scenesByName: { hash: '', state: forty, choices: { sceneOrder: 'name' } },
  scenesFound: { hash: '', state: forty, sought: 'ete' },
  scenesNone: { hash: '', state: forty, sought: 'carousel' },
  scenesSmall: { hash: '', state: forty, choices: { sceneSize: 'small' } },
  scenesLarge: { hash: '', state: forty, choices: { sceneSize: 'large' } },
  scenesLargeFew: { hash: '', state: appState(unsyncedProject()), choices: { sceneSize: 'large' } },
  scenesSmallFew: { hash: '', state: appState(unsyncedProject()), choices: { sceneSize: 'small' } },
  scenesLargeText: { hash: '', state: appState(unsyncedProject()), choices: { textSize: 'large' } },
  scenesSmallText: { hash: '', state: appState(unsyncedProject()), choices: { textSize: 'small' } },
  scenesKeys: { hash: '', state: appState(unsyncedProject()), keys: true },
  interface: {
    hash: at('interface'),
    state: appState(offProject(), { operations: OPERATIONS, override: { file: 'contract.json', problem: null } }),
  },
  interfaceProblem: {
    hash: at('interface'),
    state: appState(offProject(), {
      operations: OPERATIONS.slice(0, 3),
      override: { file: 'contract.json', problem: 'There is no operation called startLife.' },
    }),
  },
  interfaceEmpty: { hash: at('interface'), state: appState(offProject()) },
  support: { hash: at('support'), state: appState(offProject()) },
  ...JOURNAL_SHEET,
  quitAsks: { hash: at('support'), state: onAir, press: ['Quit Cuelight'] },
  quitAsksOff: { hash: at('support'), state: appState(offProject()), press: ['Quit Cuelight'] },
  quitEnded: { hash: at('support'), state: appState(offProject()), press: ['Quit Cuelight', 'Quit'] },
}

/** How the scripted core answers in these pictures. */
export const QUITTING: Record<'asks' | 'ended', Outcome> = {
  asks: { result: 'refused', refusal: { reason: 'onAir', projectNames: ['Friday Night'] } },
  ended: { result: 'done', done: { what: 'quitting', leftOnAir: ['Friday Night'] } },
}
