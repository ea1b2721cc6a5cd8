import type { AppState, JournalEntry } from '../../shared/state.ts'
import type { SetUpState } from './setupSheet.ts'
import { appState, journal, liveProject, NOW, offProject, unsyncedProject } from './states.ts'

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
      outcome: {
        result: 'done',
        done: { what: 'sceneSwitched', sceneName: scene, reached: 'notOnAir' },
      },
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
export const JOURNAL_SHEET: Record<string, SetUpState> = {
  ...Object.fromEntries(Object.entries(STATES).map(([name, state]) => [name, { hash: '', state }])),
  journalProblems: { hash: '', state: appState(offProject()), press: ['Problems'] },
  journalNothing: { hash: '', state: appState(offProject()), press: ['On air'], type: 'choir' },
  report: { hash: '', state: appState(offProject()), press: ['Show report'] },
  reportRehearsed: { hash: '', state: appState(offProject()), press: ['Show report'] },
  reportNone: { hash: '', state: appState(offProject()), press: ['Show report'] },
}
