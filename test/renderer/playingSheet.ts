import type { QueryAnswer } from '../../shared/query/query.ts'
import type { ForecastItem } from '../../shared/query/views.ts'
import type { OnAir, ProjectState } from '../../shared/state.ts'
import { type Looks, SCENE_COLOURS } from '../../shared/view/looks.ts'
import type { SetUpState } from './setupSheet.ts'
import { appState, liveProject, NOW, staleProject } from './states.ts'

const at = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString()

/** One item, `from` and `to` in seconds from now. */
export const plays = (
  layerId: string,
  name: string | null,
  from: number,
  to: number | null,
  more: Partial<ForecastItem> = {},
): ForecastItem => ({
  ...{ at: at(from), until: to === null ? null : at(to), name, fileId: name, playlistItemId: name, sceneId: 's2' },
  ...{
    sceneName: 'Main show',
    layerId,
    layerName: layerId === 'l1' ? 'Loop' : 'Music',
    isKnown: false,
    isSeam: false,
  },
  ...more,
})

export const LAYERS: QueryAnswer<'whatPlays'>['layers'] = [
  { id: 'l1', type: 'videoPlaylist', volume: 7 },
  { id: 'l2', type: 'audioPlaylist', volume: 3 },
]

/** A service's forecast for the show target; if off air, from its first moment on. */
export const PLAYING = (more: Partial<QueryAnswer<'whatPlays'>> = {}): QueryAnswer<'whatPlays'> => ({
  ...{ isRunning: true, from: at(0), total: 4, layers: LAYERS, end: null },
  items: [
    plays('l2', 'Rain, one hour.mp3', -600, 3_000),
    plays('l1', 'Harbour fog at 4 a.m., field recording mix with everything.mp4', -120, 252),
    plays('l1', 'Old radio.mp4', 252, 852),
    plays('l1', 'Lighthouse.mp4', 852, 1_152),
  ],
  progress: { read: 1, of: 1, problem: null },
  ...more,
})

/** What the service reports as playing: the first video. */
export const ON_AIR: OnAir[] = [
  {
    ...{ layerId: 'l1', playlistItemId: 'Harbour fog at 4 a.m., field recording mix with everything.mp4' },
    startedAt: NOW - 120_000,
  },
  { layerId: 'l2', playlistItemId: 'Rain, one hour.mp3', startedAt: NOW - 600_000 },
]

const show = (project: ProjectState, answer: object | string | null): SetUpState => ({
  hash: '',
  state: appState(project),
  read: (name) => (name === 'whatPlays' ? answer : `nothing answers ${name} here`),
  shows: '.playing h2',
})
export const playingProject = (onAir: OnAir[] | null = ON_AIR): ProjectState => {
  const project = liveProject()
  return { ...project, live: project.live && { ...project.live, onAir } }
}

/** The states of the show screen that show what plays. */
export const PLAYING_SHEET: Record<string, SetUpState> = {
  playingKnown: show(playingProject(), PLAYING()),
  playingEstimated: show(playingProject(null), PLAYING()),
  playingNoLength: show(
    playingProject(null),
    PLAYING({ items: [plays('l1', null, -60, null)], layers: LAYERS.slice(0, 1) }),
  ),
  playingNothing: show(playingProject([]), PLAYING({ items: [], layers: [] })),
  playingStale: show(staleProject(), PLAYING()),
  playingFailed: show(playingProject(), 'The service cannot be reached'),
  playingLoading: show(playingProject(), null),
}

/** Marks of the show target's scenes: two favourites, and every tint. */
export const looks = (): Looks => ({
  p1: {
    s1: { favourite: false, colour: 'A' },
    s3: { favourite: true, colour: 'D' },
    s4: { favourite: false, colour: 'H' },
    s5: { favourite: true, colour: null },
  },
})

const many = (): ProjectState => {
  const scenes = Array.from({ length: 24 }, (_, nr) => ({ id: `s${nr}`, name: `Scene ${nr}`, isActive: nr === 1 }))
  return { ...playingProject(), scenes, air: { sceneId: 's1', basis: 'service', at: NOW } }
}
const tinted = Object.fromEntries(
  many().scenes?.map(({ id }, nr) => [id, { favourite: nr % 7 === 1, colour: SCENE_COLOURS[nr % 9] ?? null }]) ?? [],
)
const looking = (project: ProjectState, all: Looks): SetUpState => ({
  ...show(project, PLAYING()),
  state: appState(project, { looks: all }),
})

/** Tiles with a user's marks. */
export const LOOKS_SHEET: Record<string, SetUpState> = {
  looksFew: looking(playingProject(), looks()),
  looksMany: looking(many(), { p1: tinted }),
  looksOnly: { ...looking(many(), { p1: tinted }), press: ['Favourites 4'] },
  looksMarking: { ...looking(playingProject(), looks()), press: ['Mark favourites'], shows: '.favourites' },
  looksSmall: { ...looking(many(), { p1: tinted }), choices: { sceneSize: 'small' } },
}
