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

/** A file that a project needs: its picture and sound, or its sound alone, at a volume from 0 to 10. */
export interface NeededFile {
  readonly fileId: string
  readonly isShown: boolean
  readonly volume: number
}

/**
 * The files that are shown between two times, the first one since before; none before the broadcast is live. It is the
 * video playlist of the scene on air, and after a chain that of the next scene.
 *
 * @param most no more than this number of files
 */
export const shownBetween = (live: Live, from: number, until: number, most: number): ShownFile[] =>
  playedBetween(isShown, live, from, until, most)

/** The files of the audio playlist that is heard, like `shownBetween`. */
export const heardBetween = (live: Live, from: number, until: number, most: number): ShownFile[] =>
  playedBetween(isHeard, live, from, until, most)

function playedBetween(is: IsLayer, { onAir, playing, nth }: Live, from: number, until: number, most: number) {
  const { switchAt, runs } = playing
  const now = withLayers(onAir, runs).find(({ layer }) => is(layer))
  const shown = now ? filesOf(now.layer, now.run, from, Math.min(until, switchAt ?? until), most) : []
  const next = switchAt === null || switchAt >= until ? undefined : nextChain(onAir, runs)
  if (!next || switchAt === null) return shown
  const layer = layersOnAir({ ...onAir, activeSceneId: next.sceneId }).find(is)
  const run = layer && { layerId: layer.id, startedAt: switchAt, round: nth ?? 0, place: 0 }
  const before = shown.map((file) => ({ ...file, endsAt: Math.min(file.endsAt, switchAt) }))
  return [...before, ...(layer && run ? filesOf(layer, run, switchAt, until, most - before.length) : [])]
}

/** The layers that viewers see and hear of a broadcast; null: none. Of all others, nothing is sent. */
export function layersSent({ onAir, playing }: Live): { shown: string | null; heard: string | null } {
  const layers = withLayers(onAir, playing.runs).map(({ layer }) => layer)
  return { shown: layers.find(isShown)?.id ?? null, heard: layers.find(isHeard)?.id ?? null }
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
  const lists = scenes.flatMap(({ layers }) => [layers.find(isShown) ?? [], layers.find(isHeard) ?? []].flat())
  const files = lists.flatMap((layer) =>
    layer.items.map(({ fileId }) => ({ fileId, isShown: isShown(layer), volume: volumeOf(layer) })),
  )
  return [...new Map(files.map((file) => [Object.values(file).join(' '), file])).values()]
}

type IsLayer = (layer: Layer) => boolean

/** The first video playlist of a scene. Single videos and overlays are not broadcast yet. */
const isShown: IsLayer = ({ type, hide, items }) => type === 'videoPlaylist' && !hide && items.length > 0

/** The first audio playlist of a scene that can be heard. */
const isHeard: IsLayer = (layer) =>
  layer.type === 'audioPlaylist' && !layer.hide && layer.items.length > 0 && volumeOf(layer) > 0

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
