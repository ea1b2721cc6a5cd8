/**
 * The contents of a new data dir besides its two shows, so that no screen is empty: files, a broadcast made of them,
 * overlays, and past broadcasts. The rules for present broadcasts create the past ones, too; only their viewers are
 * made up.
 */

import { RehearsalFault } from '../../../../shared/rehearsal/rehearsal.ts'
import { DAY_MS, HOUR_MS } from '../../../../shared/util/clock.ts'
import { addFault } from '../broadcasts/lifecycle.ts'
import { prepare, stopLive } from '../broadcasts/lives.ts'
import { advance } from '../broadcasts/timeline.ts'
import { hasLogin } from '../faults/faults.ts'
import type { LayerMoment } from '../projects/items.ts'
import { addLayer, updateLayer } from '../projects/layers.ts'
import { createProject } from '../projects/projects.ts'
import { activateScene } from '../projects/scenes.ts'
import { createSceneWithPlaylist } from '../projects/workflow.ts'
import { projectIn } from '../world/find.ts'
import type { MediaFile } from '../world/media.ts'
import type { WorldDraft } from '../world/world.ts'
import { addDemo, addReadOnly } from './demo.ts'

export interface DemoFile extends MediaFile {
  readonly folder: string | null
}

const file = (id: string, name: string, durationSec: number | null, folder: string | null, ...errors: string[]) => {
  const type = name.endsWith('.mp3') ? 'audio' : name.endsWith('.png') ? 'image' : 'video'
  return { id: `demo-${id}`, name, type, durationSec, folder, errors } as const satisfies DemoFile
}

/** Oldest first. None of them exists on the disk. */
export const DEMO_FILES: readonly DemoFile[] = [
  file('logo', 'Logo.png', null, null),
  file('offline', 'Offline card.png', null, null),
  file('sunday', 'Slow Sunday.mp3', 184, 'Music'),
  file('boats', 'Paper Boats.mp3', 211, 'Music'),
  file('tram', 'Late Tram.mp3', 238, 'Music'),
  file('rain', 'Rainy window.mp4', 1_800, 'Loops'),
  file('neon', 'Neon street.mp4', 2_400, 'Loops'),
  file('study', 'Study room.mp4', 3_000, 'Loops'),
  file('train', 'Night train.mp4', 3_600, 'Loops'),
  file('fire', 'Fireplace.mp4', 5_400, 'Loops'),
  file('spot', 'Sponsor spot.mp4', 45, 'Sponsors'),
  file('soon', 'Starting soon.mp4', 300, null),
  file('porto', 'Drone over Porto.mov', 612, null, 'unsupported_video_codec', 'bitrate_too_high'),
]

/** Returns whether the file is one of the demo's, which have no contents to work on. */
export const isExample = (fileId: string): boolean => DEMO_FILES.some(({ id }) => id === fileId)

const inList = (...ids: string[]) => ids.map((id) => ({ fileId: `demo-${id}` }))

/** Adds the whole demo; the files must be in the catalogue already. */
export function addWholeDemo(world: WorldDraft, moment: LayerMoment): void {
  addDemo(world, moment)
  fillFridayNight(world, moment)
  const destinationIds = Object.values(world.destinations)
    .filter(hasLogin)
    .map(({ id }) => id)
  const earlier = { ...moment, now: moment.now - 60 * DAY_MS }
  const earliest = { ...moment, now: moment.now - 90 * DAY_MS }
  const overlays = createProject(world, { name: 'Speedrun overlays', title: 'Speedrun overlays' }, earliest)
  Object.assign(world.projects[overlays] ?? {}, { pluginMode: true })
  const beats = addBeats(world, destinationIds, earlier)
  const pasts = [
    { daysAgo: 23, hours: 75.2, audience: 62 },
    { daysAgo: 16, hours: 31.4, audience: 74, isDropped: true },
    { daysAgo: 14, hours: 96.5, audience: 71 },
    { daysAgo: 4, hours: 52.8, audience: 91 },
  ]
  for (const past of pasts) addPast(world, beats, past, moment)
}

/** The contents of its scenes: a countdown that leads on to the show, a backdrop, and a break that loops. */
function fillFridayNight(world: WorldDraft, moment: LayerMoment): void {
  const [projectId = '', project] =
    Object.entries(world.projects).find(([, { name }]) => name === 'Friday Night') ?? []
  const idOf = (name: string) => project?.show.scenes.find((scene) => scene.name === name)?.id ?? ''
  const add = (scene: string, name: string, settings: object) =>
    addLayer(world, { projectId, sceneId: idOf(scene) }, { type: 'videoPlaylist', name, settings }, moment)
  const { layerId } = add('Opening', 'Countdown', { files: inList('soon'), loop: false })
  updateLayer(world, { projectId, layerId }, { settings: { nextScene: idOf('Main show') } }, moment)
  add('Main show', 'Backdrop', { files: inList('neon', 'study'), loop: true, volume: 0 })
  add('Break', 'Break loop', { files: inList('spot', 'rain'), loop: true })
}

/** A show that runs until it is stopped: an opening leads on to the day, and the day to a night that loops. */
function addBeats(world: WorldDraft, destinationIds: string[], moment: LayerMoment): string {
  const fields = { name: 'Coffee Beats 24/7', title: 'Coffee Beats: music to work to', destinationIds }
  const projectId = createProject(world, { ...fields, duration: { manual: true } }, moment)
  const scenes = { 'Starting soon': ['soon'], Day: ['rain', 'study', 'spot', 'neon'], Night: ['train', 'fire'] }
  const sceneIds = Object.entries(scenes).map(([sceneName, ids]) => {
    return createSceneWithPlaylist(world, projectId, { sceneName, files: inList(...ids) }, moment).sceneId
  })
  for (const sceneId of sceneIds.slice(1)) {
    const settings = { files: inList('sunday', 'boats', 'tram'), loop: true, volume: 6 }
    const { layerId } = addLayer(
      world,
      { projectId, sceneId },
      { type: 'audioPlaylist', name: 'Music', settings },
      moment,
    )
    updateLayer(world, { projectId, layerId }, { settings: { shuffle: true } }, moment)
    addReadOnly(world, projectId, sceneId, 'image', moment)
  }
  return projectId
}

interface Past {
  readonly daysAgo: number
  readonly hours: number
  readonly audience: number
  /** The platform ended it. */
  readonly isDropped?: boolean
}

function addPast(world: WorldDraft, projectId: string, past: Past, { now, newId }: LayerMoment): void {
  const project = projectIn(world, projectId)
  const { activeSceneId } = project.show
  const startedAt = now - past.daysAgo * DAY_MS
  const { liveId } = prepare(world, projectId, newId(), project.show, startedAt)
  const endedAt = { now: startedAt + past.hours * HOUR_MS, newId }
  advance(world, endedAt)
  if (past.isDropped) addFault(world, RehearsalFault.parse({ kind: 'stopsByItself' }), endedAt)
  else if (world.lives[projectId]) stopLive(world, projectId, endedAt)
  // The chains have moved the project's active scene on.
  activateScene(world, projectId, activeSceneId ?? '', endedAt)
  Object.assign(world.broadcasts[liveId] ?? {}, { audience: past.audience })
}
