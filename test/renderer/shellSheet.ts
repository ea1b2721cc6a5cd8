import { projects, readsOf } from './projectStates.ts'
import type { SetUpState } from './setupSheet.ts'
import { appState, liveProject } from './states.ts'

const all = readsOf(projects(30))
const FILES = ['Rainy window.mp4', 'Night train through the rain, and a rather long name that goes on and on.mp4']

/** Projects, and files that are found by any letters of theirs. */
export const FOUND = (name: string, input: Record<string, unknown>): object | string | null => {
  if (name !== 'listFiles') return all(name, input)
  const files = FILES.map((name, nr) => ({ id: `f${nr}`, name, type: 'video', folderId: null, createdAt: null }))
  const found = files.filter((file) => file.name.toLowerCase().includes(String(input.search).toLowerCase()))
  return { files: found, total: found.length, offset: 0 }
}

/** The ways about the panel, in every state worth a look. */
export const SHELL_SHEET: Record<string, SetUpState> = {
  palette: { hash: '', state: appState(liveProject()), read: FOUND, palette: '' },
  paletteFound: { hash: '', state: appState(liveProject()), read: FOUND, palette: 'rain' },
  paletteMany: { hash: '#projects', state: appState(), read: FOUND, palette: 'no. 1' },
  more: { hash: '#more', state: appState(liveProject()), read: FOUND },
  paletteNone: { hash: '', state: appState(liveProject()), read: FOUND, palette: 'firplace' },
}
