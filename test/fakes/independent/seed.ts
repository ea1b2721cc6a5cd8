import { blankLayer } from './layers.ts'
import { newFile } from './library.ts'
import { newScene } from './scenes.ts'
import type { PastRun, Project, World } from './world.ts'

/** The ids that a test needs. */
export interface SeededIds {
  project: string
  scenes: string[]
  destinations: { youtube: string; twitch: string; facebook: string; rtmp: string }
  otherProjects: string[]
  /** Good videos of one minute each; an audio file; a video that must be encoded; a folder. */
  files: { videos: string[]; sound: string; broken: string; folder: string }
}

const HOUR = 3_600_000
const SCENE_NAMES = [
  'Countdown',
  'Talk',
  'Interlude with the remarkably long names of every guest (60)',
  'Credits & goodbye',
]

/** Fills an empty world: the Evening Show, its destinations, and the requested content. */
export function seed(world: World): SeededIds {
  const destinations = seedOutlets(world)
  const show = seedShow(world, [destinations.youtube, destinations.twitch, destinations.facebook])
  const others = Array.from({ length: world.settings.projects }, (_, index) => seedOther(world, index))
  world.projects.push(show, ...others)
  return {
    project: show.id,
    scenes: show.content.scenes.map((scene) => scene.id),
    destinations,
    otherProjects: others.map((project) => project.id),
    files: seedFiles(world),
  }
}

function seedFiles(world: World): SeededIds['files'] {
  const add = (type: string, name: string, errors: string[] = []) =>
    newFile(world, type, null, { name, seconds: 60, sizeBytes: 1_000_000, errors, warnings: [] }).id
  const folder = { id: world.newId('fold'), name: 'Archive', type: 'video', createdAt: world.now() }
  world.folders.push(folder)
  return {
    videos: Array.from({ length: world.settings.files }, (_, index) => add('video', `Part ${index + 1}.mp4`)),
    sound: add('audio', 'Bells.mp3'),
    broken: add('video', 'Old camera.avi', ['unsupported_video_codec']),
    folder: folder.id,
  }
}

function seedOutlets(world: World): SeededIds['destinations'] {
  const connect = (provider: string, name: string | null, type: string) => {
    const outlet = { id: world.newId('dst'), provider, name, type, tokenValid: true }
    world.outlets.push(outlet)
    return outlet.id
  }
  return {
    youtube: connect('youtube', 'Evening Channel', 'channel'),
    twitch: connect('twitch', 'evening_live', 'channel'),
    facebook: connect('facebook', 'Evening Page', 'page'),
    rtmp: connect('rtmp', null, 'rtmp'),
  }
}

function seedShow(world: World, outletIds: string[]): Project {
  const { settings } = world
  const show = blankProject(world, 'Evening Show', world.now() - (settings.showIsOldest ? 5000 : 1) * HOUR)
  show.content.title = 'The Evening Show'
  show.autoSynch = settings.autoSynch
  show.plannedSeconds = settings.manual ? null : settings.plannedSeconds
  show.outletIds = outletIds
  for (let index = 0; index < settings.scenes; index++) seedScene(world, show, index)
  show.past = Array.from({ length: settings.pastBroadcasts }, (_, index) => seedPast(world, show, index + 1))
  return show
}

function seedScene(world: World, show: Project, index: number): void {
  const scene = newScene(world, show, SCENE_NAMES[index] ?? `Scene ${index + 1}`)
  scene.layers.push(blankLayer(world, 'videoPlaylist', 'Videos'))
  scene.layers.push({ ...blankLayer(world, 'image', 'Logo'), pinned: true })
  // One chain: the end of the playlist leads to the second scene.
  const first = show.content.scenes[0]?.layers[0]
  if (index === 1 && first) first.nextScene = scene.id
}

/** Pairs share a creation time, so that sorting by time alone is not enough for paging. */
function seedOther(world: World, index: number): Project {
  const age = (2 + Math.floor(index / 2)) * HOUR
  const project = blankProject(world, `Project ${String(index + 1).padStart(4, '0')}`, world.now() - age)
  newScene(world, project, 'Main')
  project.outletIds = world.outlets.slice(0, 1).map((outlet) => outlet.id)
  return project
}

function seedPast(world: World, show: Project, daysAgo: number): PastRun {
  const preparingAt = world.now() - daysAgo * 24 * HOUR
  const run = {
    ...{ liveId: world.newId('live'), preparingAt, readyAt: preparingAt + 20_000, liveAt: preparingAt + 20_000 },
    ...{ stopAt: null, plannedSeconds: 3600, copy: structuredClone(show.content), unsyncedEdits: 0 },
    ...{ outletIds: [...show.outletIds], outletErrors: {}, viewers: 0, peakViewers: 40 + daysAgo },
    ...{ stints: [], pushedAt: preparingAt, led: null, adrift: false },
  }
  return { run, endedAt: run.liveAt + HOUR, status: 'COMPLETED', error: null, initiator: 'DURATION' }
}

/** A project with nothing in it, as a create without options makes it. */
export function blankProject(world: World, name: string, createdAt: number): Project {
  return {
    ...{ id: world.newId('prj'), name, createdAt, format: '16:9_720p', audioQuality: 'standard' },
    content: { title: '', description: '', scenes: [], activeSceneId: null },
    ...{ autoSynch: false, plannedSeconds: 3600, outletIds: [], pluginMode: false },
    ...{ run: null, past: [], schedules: [], preparing: { comes: 'live' } },
  }
}
