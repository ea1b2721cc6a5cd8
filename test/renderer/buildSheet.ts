import type { SceneContent } from '../../shared/query/views.ts'
import { files, filesOf } from './filesSheet.ts'
import { project } from './projectStates.ts'
import type { SetUpState } from './setupSheet.ts'
import { appState, liveProject } from './states.ts'

type Layer = SceneContent['layers'][number]

const FILES = [
  'Rain on the window, night loop, part 1',
  'Slow train through the valley, extended',
  'Kettle on, lights low',
]

/** So many files in a list; the length of every ninth is not known. */
export const items = (count: number) =>
  Array.from({ length: count }, (_, nr) => ({
    ...{ playlistItemId: `i${nr + 1}`, fileId: `f${nr + 1}`, name: `${nr + 1} ${FILES[nr % 3]}` },
    ...{ duration: nr % 9 === 8 ? null : 180 + nr * 37, isPlaying: null },
  }))

const layer = (id: string, type: string, name: string, settings: object, nextScene: string | null = null): Layer => ({
  ...{ id, type, name, pinned: null, nextScene },
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

/** Two scenes that lead to a third and back, and two on their own. */
export function scenes(count = 12): SceneContent[] {
  const files = items(count)
  const lists = [
    layer('l2', 'videoPlaylist', 'Rain clips', { files }, 's3'),
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

const OFFERED = filesOf(files(12))

/** What a service with these scenes answers. */
export function contentOf(all: readonly SceneContent[]) {
  return (name: string, { sceneId }: Record<string, unknown>): object | string | null => {
    if (name === 'filesWithDurations') return OFFERED(name, {})
    if (name === 'getProject') return project('p1', 'Lofi Sleep 24/7, beats to rest and read to', 'LIVE')
    if (name !== 'projectContent') return `nothing answers ${name} here`
    const open = all.find(({ id }) => id === sceneId) ?? all.find(({ isActive }) => isActive)
    const progress = { read: all.length, of: all.length, problem: null }
    return { scenes: all, total: all.length, sceneId: open?.id ?? null, progress }
  }
}

const state = appState(liveProject())
const read = contentOf(scenes())

/** Every state of Build worth a look. */
export const BUILD_SHEET: Record<string, SetUpState> = {
  build: { hash: '#build', state, read },
  buildAlone: { hash: '#build?scene=s5', state, read },
  buildReadOnly: { hash: '#build?scene=s2&layer=l4', state, read },
  buildEmpty: { hash: '#build', state, read: contentOf([]) },
  buildFailed: { hash: '#build', state, read: () => 'The service cannot be reached' },
  buildLoading: { hash: '#build', state, read: () => null },
  buildAdd: { hash: '#build', state, read, press: ['Add scene'] },
  buildFiles: { hash: '#build', state, read, press: ['Add files'], shows: '.build-offer li' },
  buildDelete: { hash: '#build?scene=s3', state, read, press: ['Delete'] },
}
