import type { Outcome } from '../../shared/outcome.ts'
import type { UnsyncedChange, UnsyncedChanges } from '../../shared/query/unsynced.ts'
import type { SceneContent, TimedFile } from '../../shared/query/views.ts'
import type { LostEdit } from '../../shared/state.ts'
import { PLAYLIST_WORDS } from '../../shared/words/projects/playlists.ts'
import { files, filesOf } from './filesSheet.ts'
import { playingProject } from './playingSheet.ts'
import { project, projects, readsOf } from './projectStates.ts'
import type { SetUpState } from './setupSheet.ts'
import { appState, done, liveProject, NOW, STUDIO, unsyncedProject } from './states.ts'

type Layer = SceneContent['layers'][number]
type AdPoints = { timestamp: number; duration: number }[]

const FILES = [
  'Rain on the window, night loop, part 1',
  'Slow train through the valley, extended',
  'Kettle on, lights low',
]

/** A list with this many files; the length of every ninth is unknown. */
export const items = (count: number) =>
  Array.from({ length: count }, (_, nr) => ({
    ...{ playlistItemId: `i${nr + 1}`, fileId: `f${nr + 1}`, name: `${nr + 1} ${FILES[nr % 3]}` },
    ...{ duration: nr % 9 === 8 ? null : 180 + nr * 37, isPlaying: null },
  }))

const layer = (id: string, type: string, name: string, settings: object, nextScene: string | null = null): Layer => ({
  ...{ id, type, name, pinned: null, nextScene, canUndo: false },
  content: {
    ...{ id, type, name, hide: false, pinned: null, locked: null },
    position: { x: 6, y: 8, width: 64, height: 64 },
    settings: {
      ...{ volume: 7, loop: nextScene === null, shuffle: false, nextScene },
      ...{ files: null, fileId: null, isPlaying: null, duration: null, ...settings },
    },
  },
})

const scene = (id: string, name: string, layers: Layer[], isActive = false): SceneContent => ({
  ...{ id, name, isActive, layers },
})

/** Two scenes that lead to a third and back, and two separate ones. */
export function scenes(count = 12, adPoints?: AdPoints): SceneContent[] {
  const files = items(count).map((item, nr) => (nr === 0 && adPoints ? { ...item, adPoints } : item))
  const lists = [
    { ...layer('l2', 'videoPlaylist', 'Rain clips', { files }, 's3'), canUndo: true },
    layer('l3', 'audioPlaylist', 'Night tape', { files: files.slice(0, 3) }),
    { ...layer('l4', 'text', 'Ticker', {}), content: null },
  ]
  return [
    scene('s1', 'Good evening, welcome to the long night of rain', [
      layer('l1', 'videoPlaylist', 'Opening', { files: files.slice(0, 1) }, 's2'),
    ]),
    scene('s2', 'Rain on the window', lists, true),
    scene('s3', 'Fireplace, crackling', [layer('l5', 'videoPlaylist', 'Fire', { files: [] }, 's2')]),
    scene('s4', 'Standby card', [layer('l6', 'video', 'Card', { fileId: 'f1' })]),
    scene('s5', 'Empty on purpose', []),
  ]
}

const layersOf = (all: readonly SceneContent[]) =>
  all.flatMap(({ layers }) => layers.flatMap(({ content }) => content ?? []))
const ALL = readsOf(projects(30))
const OFFERED = filesOf(files(12))
const SEEN: UnsyncedChanges = { state: 'none', since: null, changes: [], notCompared: 0, scheduledToo: false }
const change = (about: string): UnsyncedChange => ({
  ...{ what: 'layer', how: 'changed', sceneId: 's2', layerId: 'l2', fields: [], about },
})
export const UNSEEN: UnsyncedChanges = {
  ...SEEN,
  ...{
    state: 'some',
    notCompared: 1,
    changes: [change('Rain clips: volume.'), change('Night tape: 3 files moved.')],
  },
}

/** The responses of a service with these scenes. */
export function contentOf(
  all: readonly SceneContent[],
  unseen: UnsyncedChanges = SEEN,
  library: readonly TimedFile[] = [],
) {
  return (name: string, input: Record<string, unknown>): object | string | null => {
    const { sceneId } = input
    if (name === 'unsyncedChanges') return unseen
    if (name === 'filesWithDurations') return OFFERED(name, {})
    if (name === 'listFiles') return { files: library, total: library.length, offset: 0 }
    if (name === 'listProjects') return ALL(name, input)
    if (name === 'getFile') return files(12).find(({ id }) => id === input.fileId) ?? null
    if (name === 'getProject' && input.projectId !== 'p1') return project(`${input.projectId}`, 'Morning prayer')
    if (name === 'getProject') return project('p1', 'Lofi Sleep 24/7, beats to rest and read to', 'LIVE')
    if (name === 'getLayer') return layersOf(all).find(({ id }) => id === input.layerId) ?? null
    if (name !== 'projectContent') return `nothing answers ${name} here`
    const open = all.find(({ id }) => id === sceneId) ?? all.find(({ isActive }) => isActive)
    const progress = { read: all.length, of: all.length, problem: null }
    return { scenes: all, total: all.length, sceneId: open?.id ?? null, progress }
  }
}

const state = appState(liveProject())
export const onStudio = appState(liveProject(), { profiles: [STUDIO], profileId: STUDIO.id })
/** The third file of the list has been playing for two minutes. */
export const playingThird = () =>
  appState(playingProject([{ layerId: 'l2', playlistItemId: 'i3', startedAt: NOW - 120_000 }]))
/** A list with an ad break and some unusable files. */
export const unusable = contentOf(scenes(4, [{ timestamp: 60, duration: 30 }]), SEEN, files(12))
/** Another client changed two places of the list. */
export const CONFLICT: Outcome = {
  result: 'refused',
  refusal: {
    reason: 'edit',
    message: PLAYLIST_WORDS.changed([]),
    detail: {
      places: [
        { mine: ['2 Slow train through the valley, extended'], theirs: ['Harbour fog', 'Old radio'] },
        { mine: [], theirs: ['Rain, one hour'] },
      ],
    },
  },
}
const LOST: LostEdit = {
  ...{ id: 'e1', operation: 'createSceneWithPlaylist', about: 'create the scene Dawn', projectId: 'p1' },
  ...{ sentAt: NOW - 4_000, phase: 'looking', foundId: null },
}
const read = contentOf(scenes())
/** A project on air that publishes each change at once. */
export const autoSynced = (name: string, input: Record<string, unknown>) =>
  name === 'getProject' ? { ...project('p1', 'Lofi Sleep 24/7', 'LIVE'), autoSync: true } : read(name, input)

/** Every state of Build worth a picture. */
export const BUILD_SHEET: Record<string, SetUpState> = {
  build: { hash: '#build', state, read },
  buildMany: { hash: '#build', state, read: contentOf(scenes(63)) },
  buildAlone: { hash: '#build?scene=s5', state, read },
  buildReadOnly: { hash: '#build?scene=s2&layer=l4', state, read },
  buildEmpty: { hash: '#build', state, read: contentOf([]) },
  buildFailed: { hash: '#build', state, read: () => 'The service cannot be reached' },
  buildLoading: { hash: '#build', state, read: () => null },
  buildUnseen: {
    hash: '#build',
    state: appState(unsyncedProject()),
    read: contentOf(scenes(), UNSEEN),
    shows: '.build-unseen',
  },
  buildNotKnown: {
    ...{ hash: '#build', state, read: contentOf(scenes(), { ...UNSEEN, state: 'notKnown' }), shows: '.build-unseen' },
  },
  buildLost: { hash: '#build', state: { ...state, lostEdits: [LOST] }, read },
  buildAdd: { hash: '#build', state, read, press: ['Add scene'] },
  buildFiles: { hash: '#build', state, read, press: ['Add files'], shows: '.build-offer li' },
  buildOther: { hash: '#build?project=p2', state, read },
  buildSwitch: {
    hash: '#build',
    state,
    read,
    press: ['Choose a project: Lofi Sleep 24/7, beats to rest and read to'],
    shows: '.project-choice',
  },
  buildCollect: { hash: '#build', state, read: autoSynced, press: ['Collect changes'], shows: '.build-collected' },
  buildVideo: { hash: '#build?scene=s4', state, read },
  buildNewVideo: { hash: '#build?scene=s5', state, read, press: ['Add layer'] },
  buildUnusable: { hash: '#build', state, read: unusable, shows: '.build-out' },
  buildNoAds: { hash: '#build', state: onStudio, read: unusable },
  buildPlaying: { hash: '#build', state: playingThird(), read },
  buildConflict: {
    ...{ hash: '#build', state, read, reply: CONFLICT, shows: '.build-conflict' },
    press: ['Mark 2 Slow train through the valley, extended', 'Down', 'Save'],
  },
  buildListOnAir: {
    ...{ hash: '#build', state, read: autoSynced, shows: '.build-save' },
    press: ['Mark 2 Slow train through the valley, extended', 'Down'],
  },
  buildUndoOnAir: { hash: '#build', state, read: autoSynced, press: ['Undo the last save'], shows: '.inline-ask' },
  buildLayerUndo: {
    ...{ hash: '#build?scene=s2&layer=l3', state, read: autoSynced, press: ['Hidden', 'Save, on air at once'] },
    ...{
      shows: '.build-said > .button',
      reply: done({ what: 'edited', operation: 'updateLayer', about: 'Layer saved.', id: 'l3', synced: true }),
    },
  },
  buildDeleteOnAir: { hash: '#build?scene=s2', state, read: autoSynced, press: ['Delete'], shows: '.inline-ask' },
  buildDeleteKept: {
    ...{ hash: '#build?scene=s2', read, press: ['Delete'], shows: '.inline-ask' },
    state: { ...state, meanings: { ...state.meanings, deletedActiveScene: 'refused' } },
  },
  buildDelete: { hash: '#build?scene=s3', state, read, press: ['Delete'] },
}
