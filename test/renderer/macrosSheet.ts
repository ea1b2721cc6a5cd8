import type { Macro, MacroStep } from '../../shared/macros/macro.ts'
import type { AppState } from '../../shared/state.ts'
import type { SetUpState } from './setupSheet.ts'
import { appState, arm, liveProject, MAIN, NOW, SCENES } from './states.ts'

const scene = (nr: number) => ({ id: `s${nr}`, name: SCENES[nr - 1] ?? 'Gone' })
export const OPENING: MacroStep[] = [
  { do: 'scene', scene: scene(1) },
  { do: 'sync' },
  { do: 'until', air: { is: 'scene', scene: scene(1) }, seconds: 60 },
  { do: 'wait', seconds: 20 },
  { do: 'scene', scene: scene(2) },
  { do: 'sync' },
]
export const macro = (nr: number, more: Partial<Macro> = {}): Macro => ({
  ...{ id: `00000000-0000-4000-8000-00000000000${nr}`, name: 'Show opening', steps: OPENING },
  ...{ profileId: MAIN, projectId: 'p1', ...more },
})
const SEVERAL = [
  macro(1),
  macro(2, { name: 'End of the night', steps: [{ do: 'onlyIf', air: { is: 'live' } }, { do: 'stop' }] }),
  macro(3, {
    name: 'A rather long name that somebody gave it one long night ago',
    steps: [{ do: 'scene', scene: { id: 'x', name: 'A scene that was deleted yesterday, with a long name' } }],
  }),
]
const RUNS = {
  id: macro(1).id,
  name: 'Show opening',
  projectId: 'p1',
  step: 4,
  of: 6,
  until: NOW + 12_000,
  ended: null,
}
const LONG = macro(4, {
  name: 'A rather long name that somebody gave it one long night ago',
  steps: [
    { do: 'scene', scene: { id: 's1', name: 'The opening with everybody from near and far, and then some more' } },
    { do: 'until', air: { is: 'scene', scene: scene(1) }, seconds: 60 },
    ...OPENING.slice(3),
    { do: 'scene', scene: { id: 's1', name: `Unbroken${'x'.repeat(40)}` } },
  ],
})
const RAN = { at: NOW - 60_000, rehearsal: false, done: 6, why: null, ms: 41_300 }
const HALF_WAY = { ...RAN, done: 1, why: '60 s passed before Opening is on air.' }
const on = (more: Partial<AppState>) => appState(liveProject(), more)
const at = (more: Partial<AppState>, press: string[] = []): SetUpState => ({
  ...{ hash: '#set-up/macros', state: on(more), press },
})
const inShow = (more: Partial<AppState>): SetUpState => ({ hash: '', state: on(more), shows: '.macro-line' })

/** Macros in every state worth a picture. */
export const MACROS_SHEET: Record<string, SetUpState> = {
  macrosNone: at({}),
  macros: at({ macros: SEVERAL }),
  macrosEditing: at({ macros: SEVERAL.slice(0, 1) }, ['Edit Show opening']),
  macrosArmed: at({
    macros: SEVERAL.slice(1, 2),
    arm: { ...arm({ mode: 'menu' }), act: 'macro', macro: { id: macro(2).id, name: 'End of the night' } },
  }),
  macrosReport: at({
    macros: [macro(1), LONG],
    macroReports: { [macro(1).id]: { ...RAN, rehearsal: true }, [LONG.id]: HALF_WAY },
  }),
  macrosRehearsing: at({ macros: [macro(1)], macroRehearsal: RUNS }),
  macroRehearses: inShow({ macros: SEVERAL, macroRehearsal: RUNS }),
  macroRehearsalEnded: inShow({
    macros: [LONG],
    macroRehearsal: { ...RUNS, id: LONG.id, name: LONG.name, step: 2, until: null, ended: HALF_WAY.why },
  }),
  macroRunsAndRehearses: inShow({ macros: SEVERAL, macro: RUNS, macroRehearsal: { ...RUNS, step: 2, until: null } }),
  macroRuns: inShow({ macros: SEVERAL, macro: RUNS }),
  macroEnded: inShow({ macros: SEVERAL, macro: { ...RUNS, until: null, ended: 'Somebody took over.' } }),
}
