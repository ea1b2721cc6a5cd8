import type { LostEdit } from '../../shared/state.ts'
import { contentOf, scenes } from './buildSheet.ts'
import { files, filesOf } from './filesSheet.ts'
import { READS } from './projectStates.ts'
import type { SetUpState } from './setupSheet.ts'
import { appState, NOW, offProject } from './states.ts'

const state = appState(offProject())
const library = filesOf(files(12))
const content = contentOf(scenes(6).slice(1, 2), undefined, files(12))
const read: typeof READS = (name, input) => {
  if (['imports', 'filesWithDurations', 'listFolders'].includes(name)) return library(name, input)
  return ['projectContent', 'getProject', 'listFiles'].includes(name) ? content(name, input) : READS(name, input)
}
/** A new project whose response was lost. */
export const LOST_PROJECT: LostEdit = {
  ...{ id: 'e1', operation: 'createProject', about: 'Create project: Window', projectId: null },
  ...{ sentAt: NOW - 4_000, phase: 'looking', foundId: null },
}
/** The third cannot be broadcast without encoding. */
const chosen = files(3).map(({ id, name, durationSec }) => ({ id, name, durationSec }))
const guide = { files: chosen, project: null }

/** Every step worth a picture. */
export const GUIDE_SHEET: Record<string, SetUpState> = {
  guideEmpty: {
    hash: '#guide',
    state,
    read: (name, input) => (name === 'imports' ? { imports: [] } : read(name, input)),
  },
  guideVideos: { hash: '#guide?step=videos', state, read, guide, shows: '.build-out' },
  guideName: { hash: '#guide?step=name', state, read, guide, shows: '.project-outlets li' },
  guideLost: {
    ...{ hash: '#guide?step=name', read, guide, shows: '.project-outlets li' },
    state: { ...state, lostEdits: [LOST_PROJECT] },
  },
  guideOrder: { hash: '#guide', state, read, guide: { ...guide, project: 'p1' }, shows: '.build-item' },
  guideNoList: {
    ...{ hash: '#guide', state, guide: { ...guide, project: 'p1' } },
    read: (name, input) => (name === 'projectContent' ? contentOf([])(name, input) : read(name, input)),
  },
}
