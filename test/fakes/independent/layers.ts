/** What a layer may contain, and how its settings affect each other. */
import { errorsOf, fileOf } from './library.ts'
import { fieldsOf, flag, given, invalid, isRecord, number, objects, Refusal, text } from './refusal.ts'
import { type Item, type Layer, layerOf, type Project, type Scene, type World } from './world.ts'

const TAKES: Record<string, string> = { videoPlaylist: 'video', audioPlaylist: 'audio', video: 'video' }
/** The types of layers that can be created and changed. */
export const MAKEABLE = Object.keys(TAKES)
/** The fields of an item in a response; only the first three can be written. */
const KNOWN = ['fileId', 'name', 'adPoints', 'playlistItemId', 'duration', 'isPlaying']
const MOST_LAYERS = 800
const MOST_ITEMS = 600
const MOST_FILES = 7000

/** A layer with nothing in it. */
export function blankLayer(world: World, type: string, name: string): Layer {
  const frame = world.settings.meanings.positionUnit === 'pixels' ? [1280, 720] : [100, 100]
  return {
    ...{ id: world.newId('lay'), name, type, hide: false, pinned: false, locked: !MAKEABLE.includes(type) },
    position: { x: 0, y: 0, width: frame[0] ?? 0, height: frame[1] ?? 0 },
    ...{ loop: false, shuffle: false, volume: 10, nextScene: null, isPlaying: true },
    ...{ items: [], fileId: null, more: {} },
  }
}

export const isPlaylist = ({ type }: Layer) => type.endsWith('Playlist')

/** The layer that a write is for: text, image and interactive ones are read-only. */
export function writable(project: Project, id: string): { scene: Scene; layer: Layer } {
  const found = layerOf(project, id)
  if (!MAKEABLE.includes(found.layer.type)) throw invalid('layerId', 'a layer that is not made in the studio')
  return found
}

/**
 * Refuses files that do not fit a layer of this type; `ids` come as a list or as the one of a single video. What is
 * `there` already does not enter, so it may be unusable.
 */
export function assertPlaceable(
  world: World,
  type: string,
  ids: string[],
  code: 'FILE' | 'FILES',
  there: Item[] = [],
): void {
  const files = [...new Set(ids)].map((id) => fileOf(world, id))
  const wrong = files.filter((file) => file.type !== TAKES[type]).map(({ id }) => id)
  if (wrong.length > 0) throw new Refusal('INVALID_FILE_TYPE', `${type} takes no such file.`, { fileIds: wrong })
  const entering = files.filter(({ id }) => there.every(({ fileId }) => fileId !== id))
  const unusable = entering.filter((file) => errorsOf(world, file).length > 0).map(({ id }) => id)
  if (unusable.length === 0) return
  throw new Refusal(`${code}_NOT_USABLE`, 'A file cannot be used as it is.', { fileIds: unusable })
}

const layersOf = (project: Project) => project.content.scenes.flatMap(({ layers }) => layers)

/** Refuses one more layer than a project may have. */
export function assertRoomForLayer(project: Project): void {
  if (layersOf(project).length < MOST_LAYERS) return
  throw new Refusal('LAYER_LIMIT_REACHED', `A project has at most ${MOST_LAYERS} layers.`)
}

/** Refuses a list that makes the project's lists together longer than allowed. */
export function assertRoomForItems(project: Project, layer: Layer | null, count: number): void {
  const others = layersOf(project).filter((one) => one !== layer)
  const total = others.reduce((sum, { items }) => sum + items.length, count)
  if (total <= MOST_FILES) return
  throw new Refusal('PROJECT_FILE_LIMIT_REACHED', `A project's playlists hold at most ${MOST_FILES} files.`)
}

/** The items that a request writes: all are new, whatever was `there` before. Their unknown fields are kept. */
export function itemsOf(world: World, type: string, value: unknown, there: Item[] = []): Item[] {
  const rows = objects(value, 'files', 0, MOST_ITEMS)
  const ids = rows.map((row, index) => text(row.fileId, `files[${index}].fileId`, 1, 200))
  assertPlaceable(world, type, ids, 'FILES', there)
  return rows.map((row, index) => {
    const { name, adPoints } = row
    const file = fileOf(world, ids[index] ?? '')
    const called =
      given(name, (value) => text(value, `files[${index}].name`, 0, 100)) ??
      file.facts.name.slice(0, 100).replace(/\p{Surrogate}$/u, '')
    const breaks = given(adPoints, (value) => adPointsOf(value, `files[${index}].adPoints`))
    return {
      id: world.newId('item'),
      fileId: file.id,
      name: called,
      ...(breaks && { adPoints: breaks }),
      more: unknownIn(row, KNOWN),
    }
  })
}

function adPointsOf(value: unknown, field: string) {
  const points = objects(value, field, 0, 1000).map((row) => ({
    timestamp: number(row.timestamp, `${field}.timestamp`, 0, Number.MAX_SAFE_INTEGER),
    duration: number(row.duration, `${field}.duration`, 5, 120),
  }))
  const sorted = points.toSorted((one, other) => one.timestamp - other.timestamp)
  const overlaps = sorted.some(({ timestamp }, index) => {
    const before = sorted[index - 1]
    return before !== undefined && before.timestamp + before.duration > timestamp
  })
  if (overlaps) throw new Refusal('ADPOINT_OVERLAP', 'Two ad breaks overlap.', { field })
  return points
}

/** The position of a layer in the frame. */
export function positionOf(value: unknown): Layer['position'] {
  const { x, y, width, height } = fieldsOf(value, ['x', 'y', 'width', 'height'])
  const place = (part: unknown, name: string) => number(part, `position.${name}`, -100_000, 100_000)
  const size = (part: unknown, name: string) => number(part, `position.${name}`, 0, 100_000)
  return { x: place(x, 'x'), y: place(y, 'y'), width: size(width, 'width'), height: size(height, 'height') }
}

/** The settings in any kind of request. */
export interface GivenSettings {
  loop?: boolean | undefined
  shuffle?: boolean | undefined
  volume?: number | undefined
  nextScene?: string | null | undefined
  fileId?: string | undefined
}

/** Reads the settings among the fields of a request. */
export function settingsIn(fields: Record<string, unknown>): GivenSettings {
  return {
    loop: given(fields.loop, (value) => flag(value, 'loop')),
    shuffle: given(fields.shuffle, (value) => flag(value, 'shuffle')),
    volume: given(fields.volume, (value) => number(value, 'volume', 0, 10)),
    nextScene: given(fields.nextScene, (value) => (value === null ? null : text(value, 'nextScene', 1, 200))),
    fileId: given(fields.fileId, (value) => text(value, 'fileId', 1, 200)),
  }
}

/** The resulting settings of a layer; refuses contradictions. A chain and a loop exclude each other. */
export function settled(world: World, project: Project, layer: Layer, asked: GivenSettings): Partial<Layer> {
  const { loop, nextScene, fileId } = asked
  const next = nextScene === undefined ? layer.nextScene : nextScene
  if (loop && next !== null) throw new Refusal('LOOP_NEXT_SCENE_CONFLICT', 'A layer that is chained cannot repeat.')
  if (nextScene) assertChain(project, layer, nextScene)
  if (fileId !== undefined && isPlaylist(layer)) throw invalid('settings.fileId', 'no file: it is a playlist')
  if (fileId !== undefined) assertPlaceable(world, layer.type, [fileId], 'FILE')
  const known = Object.entries(asked).filter(([, value]) => value !== undefined)
  return { ...(next !== null && { loop: false }), ...Object.fromEntries(known) }
}

function assertChain(project: Project, layer: Layer, target: string): void {
  const scene = project.content.scenes.find(({ id }) => id === target)
  const isOwn = scene?.layers.some(({ id }) => id === layer.id)
  if (!scene || isOwn) throw new Refusal('INVALID_NEXT_SCENE', `A layer cannot lead to ${target}.`)
}

/** The fields of an object that are not among the known ones. */
export function unknownIn(value: unknown, known: readonly string[]): Record<string, unknown> {
  return isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => !known.includes(name))) : {}
}
