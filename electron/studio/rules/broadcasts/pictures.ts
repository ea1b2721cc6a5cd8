/** What a broadcast shows, and what is heard: of all that plays in the scene on air, what the engine can send. */
import { leadsOn } from '../../../../shared/timeline/lists.ts'
import type { Layer, Live, Show } from '../world/world.ts'
import { layersOnAir, nextChain, playsOfList, type Run, withLayers } from './runs.ts'

/** A file as a broadcast shows it, or its sound. */
export interface ShownFile {
  readonly fileId: string
  readonly startedAt: number
  /** Infinity: until something replaces it. */
  readonly endsAt: number
  /** That of its layer, from 0 to 10 in tenths. */
  readonly volume: number
}

/** A file that plays in a layer of the scene on air. */
export interface Part extends ShownFile {
  readonly layerId: string
  /** Where its picture is, in percent of the frame; null: it is heard only. */
  readonly box: Layer['position'] | null
  /** It is also sent where nothing is composed. */
  readonly isPlain: boolean
}

/** A file that a project needs: its picture and sound, or its sound alone, at a volume from 0 to 10. */
export interface NeededFile {
  readonly fileId: string
  readonly isShown: boolean
  readonly volume: number
}

/**
 * The files that are shown between two times where nothing is composed, the first one since before; none before the
 * broadcast is live. It is the video playlist of the scene on air, and after a chain that of the next scene.
 *
 * @param most no more than this number of files
 */
export const shownBetween = (live: Live, from: number, until: number, most: number): ShownFile[] =>
  playedBetween(shownOf, live, from, until, most)

/** The files of the audio playlist that is heard, like `shownBetween`. */
export const heardBetween = (live: Live, from: number, until: number, most: number): ShownFile[] =>
  playedBetween(heardOf, live, from, until, most)

/**
 * Everything that is to be seen and heard between two times, from the lowest layer to the highest.
 *
 * @param most no more than this number of files of each layer
 */
export const partsBetween = (live: Live, from: number, until: number, most: number): Part[] =>
  scenesBetween(live, until).flatMap((scene) => partsOf(scene, from, until, most))

/** What a scene would begin with, if it came on air at the time 0. @param round as of the broadcast that runs */
export function openingOf(show: Show, sceneId: string, round: number, until: number, most: number): Part[] {
  const scene = beginning({ ...show, activeSceneId: sceneId }, round, 0)
  return partsOf(scene, 0, until, most)
}

interface SceneOnAir {
  readonly lists: readonly { readonly layer: Layer; readonly run: Run }[]
  readonly from: number
  readonly until: number
}

/** The scene on air, and the one after it if that begins before a time. */
function scenesBetween({ onAir, playing, nth }: Live, until: number): SceneOnAir[] {
  const { switchAt, runs } = playing
  const lists = withLayers(onAir, runs)
  const next = switchAt === null || switchAt >= until ? undefined : nextChain(onAir, runs)
  const now = { lists, from: Number.NEGATIVE_INFINITY, until: switchAt ?? Number.POSITIVE_INFINITY }
  if (!next || switchAt === null) return [now]
  return [now, beginning({ ...onAir, activeSceneId: next.sceneId }, nth ?? 0, switchAt)]
}

/** A scene whose lists all begin at one time. */
function beginning(show: Show, round: number, startedAt: number): SceneOnAir {
  const lists = layersOnAir(show).map((layer) => ({
    ...{ layer, run: { layerId: layer.id, startedAt, round, place: 0 } },
  }))
  return { lists, from: startedAt, until: Number.POSITIVE_INFINITY }
}

function playedBetween(layerOf: LayerOf, live: Live, from: number, until: number, most: number): ShownFile[] {
  const files: ShownFile[] = []
  for (const scene of scenesBetween(live, until)) {
    const layer = layerOf(scene.lists.map((one) => one.layer))
    const list = scene.lists.find((one) => one.layer === layer)
    if (list) files.push(...filesIn(scene, list, from, until, most - files.length))
  }
  return files
}

function partsOf(scene: SceneOnAir, from: number, until: number, most: number): Part[] {
  const layers = scene.lists.map(({ layer }) => layer)
  const [shown, heard] = [shownOf(layers), heardOf(layers)]
  return scene.lists.flatMap((list) => {
    const { layer } = list
    if (!isSeen(layer) && layer !== heard) return []
    const box = isSeen(layer) ? layer.position : null
    const about = { layerId: layer.id, box, isPlain: layer === shown || layer === heard }
    return filesIn(scene, list, from, until, most).map((file) => ({ ...file, ...about }))
  })
}

function filesIn(scene: SceneOnAir, list: SceneOnAir['lists'][number], from: number, until: number, most: number) {
  const files = filesOf(list.layer, list.run, Math.max(from, scene.from), Math.min(until, scene.until), most)
  return files.map((file) => ({ ...file, endsAt: Math.min(file.endsAt, scene.until) }))
}

/** The layers that viewers see and hear of a broadcast if nothing is composed; null: none. */
export function layersSent({ onAir, playing }: Live): { shown: string | null; heard: string | null } {
  const layers = withLayers(onAir, playing.runs).map(({ layer }) => layer)
  return { shown: shownOf(layers)?.id ?? null, heard: heardOf(layers)?.id ?? null }
}

/**
 * The files a project needs to be shown: those of the scene it begins with, of the scenes to which that one leads, then
 * of all others.
 */
export function filesToShow(show: Show): NeededFile[] {
  const order: string[] = []
  for (let id = show.activeSceneId; id !== null && !order.includes(id); ) {
    order.push(id)
    const scene = show.scenes.find((one) => one.id === id)
    id = scene?.layers.find((layer) => leadsOn(layer, show.scenes))?.nextScene ?? null
  }
  const rest = show.scenes.filter(({ id }) => !order.includes(id)).map(({ id }) => id)
  const scenes = [...order, ...rest].flatMap((id) => show.scenes.find((scene) => scene.id === id) ?? [])
  const files = scenes.flatMap(({ layers }) => {
    const [shown, heard] = [shownOf(layers), heardOf(layers)]
    return [...new Set([shown, heard, ...layers.filter(isSeen)])].flatMap((layer) => {
      if (!layer) return []
      // What is composed needs no copy at its volume.
      const volume = layer === shown || layer === heard ? volumeOf(layer) : FULL
      return layer.items.map(({ fileId }) => ({ fileId, isShown: isSeen(layer), volume }))
    })
  })
  return [...new Map(files.map((file) => [Object.values(file).join(' '), file])).values()]
}

type LayerOf = (layers: readonly Layer[]) => Layer | undefined

const FULL = 10

/** A layer with pictures: text, images and web pages have no file here. */
const isSeen = ({ type, hide, items }: Layer) =>
  (type === 'videoPlaylist' || type === 'video') && !hide && items.length > 0

/** What is shown in the whole frame where nothing is composed: the first video playlist, or else a single video. */
const shownOf: LayerOf = (layers) =>
  layers.find((layer) => isSeen(layer) && layer.type === 'videoPlaylist') ?? layers.find(isSeen)

/** The first audio playlist of a scene that can be heard. */
const heardOf: LayerOf = (layers) =>
  layers.find(
    (layer) => layer.type === 'audioPlaylist' && !layer.hide && layer.items.length > 0 && volumeOf(layer) > 0,
  )

/** In tenths: nobody hears a smaller difference, and each volume takes copies of its own. */
const volumeOf = ({ volume }: Layer) => Math.round(volume * 10) / 10

function filesOf(layer: Layer, run: Run, from: number, until: number, most: number): ShownFile[] {
  const files: ShownFile[] = []
  const volume = volumeOf(layer)
  for (const { item, startedAt, endsAt } of playsOfList(layer, run, from)) {
    if (startedAt >= until || files.length >= most) break
    files.push({ fileId: item.fileId, startedAt, endsAt, volume })
  }
  return files
}
