import { createProject } from '../projects/projects.ts'
import { activateScene, createScene } from '../projects/scenes.ts'
import type { Moment, WorldDraft } from '../world/world.ts'

const FRIDAY_SCENES = ['Opening', 'Main show', 'Guest', 'Break', 'Questions and answers', 'Ending']

/** The initial contents of a new data dir: two shows to rehearse. Nothing in them exists on any platform. */
export function addDemo(world: WorldDraft, moment: Moment): void {
  const channel = addDestination(world, moment, 0, 'youtube', 'Main Channel', 'channel')
  const stage = addDestination(world, moment, 1, 'twitch', 'Second Stage', 'channel')
  const page = addDestination(world, moment, 2, 'facebook', 'The Page', 'page')
  const server = addDestination(world, moment, 3, 'rtmp', 'Own server', 'rtmp')
  addMorningLoop(world, [server], earlier(moment, 1))
  addFridayNight(world, [channel, stage, page], moment)
}

function addFridayNight(world: WorldDraft, destinationIds: string[], moment: Moment): void {
  const duration = { manual: false, planned: 2 * 3_600 } as const
  const project = createProject(
    world,
    { name: 'Friday Night', title: 'Friday Night, live', description: 'Talk and music.', duration, destinationIds },
    moment,
  )
  const scenes = FRIDAY_SCENES.map((name) => createScene(world, project, { name }, moment).sceneId)
  activateScene(world, project, scenes[0] ?? '', moment)
  READ_ONLY.forEach((type, place) => void addReadOnly(world, project, scenes[place] ?? '', type, moment))
}

function addMorningLoop(world: WorldDraft, destinationIds: string[], moment: Moment): void {
  const duration = { manual: true } as const
  const fields = { name: 'Morning loop', title: 'Morning loop', duration, destinationIds, autoSync: true }
  const project = createProject(world, fields, moment)
  for (const name of ['Music', 'Weather']) createScene(world, project, { name }, moment)
}

/** Lists are newest first, so the destination that should come first is created last. */
function addDestination(
  world: WorldDraft,
  moment: Moment,
  place: number,
  provider: string,
  name: string,
  type: string,
): string {
  const id = moment.newId()
  const { now: createdAt } = earlier(moment, place)
  world.destinations[id] = { id, name, type, provider, createdAt, loginExpired: false, server: null }
  return id
}

function earlier({ now, newId }: Moment, seconds: number): Moment {
  return { now: now - seconds * 1_000, newId }
}

/** Layers that only the studio's own screens could create: they can be read here, but not changed. */
const READ_ONLY = ['text', 'image', 'interactive']

export function addReadOnly(
  world: WorldDraft,
  projectId: string,
  sceneId: string,
  type: string,
  { newId }: Moment,
): void {
  const position = { x: 5, y: 5, width: 30, height: 15 }
  const shown = { hide: false, pinned: true, locked: true, isPlaying: true, position }
  const list = { items: [], loop: false, shuffle: false, volume: 0, nextScene: null }
  const scene = world.projects[projectId]?.show.scenes.find(({ id }) => id === sceneId)
  scene?.layers.push({ id: newId(), name: `Overlay (${type})`, type, ...shown, ...list })
}
