import { projects, readsOf } from './projectStates.ts'
import type { SetUpState } from './setupSheet.ts'
import { appState, liveProject, NOW, offProject, unsyncedProject } from './states.ts'

const all = readsOf(projects(30))
const FILES = ['Rainy window.mp4', 'Night train through the rain, and a rather long name that goes on and on.mp4']

/** Projects and files, found by any part of their names. */
export const FOUND = (name: string, input: Record<string, unknown>): object | string | null => {
  if (name !== 'listFiles') return all(name, input)
  const files = FILES.map((name, nr) => ({ id: `f${nr}`, name, type: 'video', folderId: null, createdAt: null }))
  const found = files.filter((file) => file.name.toLowerCase().includes(String(input.search).toLowerCase()))
  return { files: found, total: found.length, offset: 0 }
}

type Read = NonNullable<SetUpState['read']>

/** A date of another project begins in this many ms. @param then provides all other reads */
export const startsIn =
  (ms: number, then: Read = FOUND): Read =>
  (name, input) => {
    if (name !== 'allSchedules') return then(name, input)
    const at = new Date(NOW + ms).toISOString()
    const date = { liveId: 'soon', scheduledDate: at, projectId: 'p2', projectName: 'Morning prayer' }
    return { schedules: [date], total: 1, progress: { read: 1, of: 1, problem: null } }
  }

const locked = { padlock: { locked: true } }

/** The ways to move around the panel, in every state worth a picture. */
export const SHELL_SHEET: Record<string, SetUpState> = {
  palette: { hash: '', state: appState(liveProject()), read: FOUND, palette: '' },
  paletteFound: { hash: '', state: appState(liveProject()), read: FOUND, palette: 'rain' },
  paletteMany: { hash: '#projects', state: appState(), read: FOUND, palette: 'no. 1' },
  startsSoon: { hash: '', state: appState(offProject()), read: startsIn(565_000), shows: '.starts-soon' },
  startsSoonElsewhere: {
    hash: '#projects',
    state: appState(offProject()),
    read: startsIn(5_000),
    shows: '.starts-soon',
  },
  notTonight: {
    ...{ hash: '#projects', state: appState(offProject()), read: startsIn(565_000), shows: '.starts-soon' },
    press: ['Not tonight Morning prayer'],
  },
  liveElsewhere: { hash: '#projects', state: appState(unsyncedProject()), read: FOUND, shows: '.head-acts' },
  lockedElsewhere: { hash: '#projects', state: appState(liveProject(), locked), read: FOUND, shows: '.head-acts' },
  more: { hash: '#more', state: appState(liveProject()), read: FOUND },
  paletteNone: { hash: '', state: appState(liveProject()), read: FOUND, palette: 'firplace' },
}
