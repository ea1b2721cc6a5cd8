import type { LostEdit } from '../../shared/state.ts'
import { contentOf, scenes, UNSEEN } from './buildSheet.ts'
import { files, filesOf } from './filesSheet.ts'
import { PLAYING, plays } from './playingSheet.ts'
import { READS } from './projectStates.ts'
import type { SetUpState } from './setupSheet.ts'
import { appState, liveProject, NOW, offProject, STUDIO, unsyncedProject } from './states.ts'

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
/** The third file is being encoded. */
const encoded = files(12).map((file) =>
  file.id === 'f3' ? { ...file, issues: { errors: ['encoding_in_progress'], warnings: [] } } : file,
)
const encoding: typeof READS = (name, input) => {
  if (name === 'listFiles') return { files: encoded, total: encoded.length, offset: 0 }
  return name === 'listEncodes' ? filesOf(encoded)(name, input) : read(name, input)
}
/** The destinations of a local studio. */
const STUDIO_DESTINATIONS = {
  destinations: [
    { id: 'd1', name: 'Main Channel', type: 'channel', provider: 'youtube' },
    { id: 'd2', name: 'Own server', type: 'rtmp', provider: 'rtmp' },
    { id: 'watchpage', name: 'Watch page', type: 'page', provider: 'local' },
  ],
  total: 3,
  offset: 0,
}
/** The third cannot be broadcast without encoding. */
const chosen = files(3).map(({ id, name, durationSec }) => ({ id, name, durationSec }))
const guide = { files: chosen, project: null }

/** The active scene leads to another one, and viewers do not see all of it yet. */
const chained = contentOf(scenes(6).slice(1, 3), UNSEEN, files(12))

/** Every step worth a picture. */
export const GUIDE_SHEET: Record<string, SetUpState> = {
  guideEmpty: {
    hash: '#guide',
    state,
    read: (name, input) => (name === 'imports' ? { imports: [] } : read(name, input)),
  },
  guideVideos: { hash: '#guide?step=videos', state, read, guide, shows: '.build-out' },
  /** The third is being encoded, after a press on the button beside it. */
  guideEncoding: { hash: '#guide?step=videos', state, guide, shows: '.build-out', read: encoding },
  /** On the local studio most destinations are there to rehearse with. */
  guideStudio: {
    ...{ hash: '#guide?step=name', guide, shows: '.project-outlets li' },
    read: (name, input) => (name === 'listDestinations' ? STUDIO_DESTINATIONS : read(name, input)),
    state: appState(offProject(), { profiles: [STUDIO], profileId: 'studio' }),
  },
  guideName: { hash: '#guide?step=name', state, read, guide, shows: '.project-outlets li' },
  guideLost: {
    ...{ hash: '#guide?step=name', read, guide, shows: '.project-outlets li' },
    state: { ...state, lostEdits: [LOST_PROJECT] },
  },
  guideOrder: { hash: '#guide', state, read, guide: { ...guide, project: 'p1' }, shows: '.build-item' },
  /** The channel is on air, and tomorrow's videos are chosen. */
  guideChannel: {
    ...{ hash: '#guide', read, shows: '.guide-files li' },
    state: appState(liveProject()),
    guide: { ...guide, files: chosen.slice(0, 2), project: 'p1', is: 'channel' },
  },
  /** Another scene follows already, and what viewers do not see yet waits for Sync. */
  guideFollows: {
    ...{ hash: '#guide', shows: '.build-unseen', guide: { files: [], project: 'p1', is: 'channel' } },
    state: appState(unsyncedProject()),
    read: (name, input) => {
      if (name === 'whatPlays') return PLAYING({ items: [plays('l5', 'Fire', 9_000, null, { sceneId: 's3' })] })
      return name.startsWith('project') || name === 'unsyncedChanges' ? chained(name, input) : read(name, input)
    },
  },
  guideNoList: {
    ...{ hash: '#guide', state, guide: { ...guide, project: 'p1' } },
    read: (name, input) => (name === 'projectContent' ? contentOf([])(name, input) : read(name, input)),
  },
}
