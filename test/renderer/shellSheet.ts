import { projects, readsOf } from './projectStates.ts'
import type { SetUpState } from './setupSheet.ts'
import { appState, liveProject } from './states.ts'

export const FOUND = readsOf(projects(30))

/** The ways about the panel, in every state worth a look. */
export const SHELL_SHEET: Record<string, SetUpState> = {
  palette: { hash: '', state: appState(liveProject()), read: FOUND, palette: '' },
  paletteFound: { hash: '', state: appState(liveProject()), read: FOUND, palette: 'break' },
  paletteMany: { hash: '#projects', state: appState(), read: FOUND, palette: 'no. 1' },
  paletteNone: { hash: '', state: appState(liveProject()), read: FOUND, palette: 'firplace' },
}
