/** What a broadcast shows: of all that plays in the scene on air, what the engine can send. */
import { leadsOn } from '../../../../shared/timeline/lists.ts'
import type { Layer, Live, Show } from '../world/world.ts'
import { layersOnAir, nextChain, playsOfList, type Run, withLayers } from './runs.ts'

/** A file as a broadcast shows it. */
export interface ShownFile {
  readonly fileId: string
  readonly startedAt: number
  /** Infinity: until something replaces it. */
  readonly endsAt: number
}

/**
 * The files that are shown between two times, the first one since before; none before the broadcast is live. It is the
 * video playlist of the scene on air, and after a chain that of the next scene.
 *
 * @param most no more than this number of files
 */
export function shownBetween({ onAir, playing, nth }: Live, from: number, until: number, most: number): ShownFile[] {
  const { switchAt, runs } = playing
  const now = withLayers(onAir, runs).find(({ layer }) => isShown(layer))
  const shown = now ? filesOf(now.layer, now.run, from, Math.min(until, switchAt ?? until), most) : []
  const next = switchAt === null || switchAt >= until ? undefined : nextChain(onAir, runs)
  if (!next || switchAt === null) return shown
  const layer = layersOnAir({ ...onAir, activeSceneId: next.sceneId }).find(isShown)
  const run = layer && { layerId: layer.id, startedAt: switchAt, round: nth ?? 0, place: 0 }
  const before = shown.map((file) => ({ ...file, endsAt: Math.min(file.endsAt, switchAt) }))
  return [...before, ...(layer && run ? filesOf(layer, run, switchAt, until, most - before.length) : [])]
}

/**
 * The files a project needs to be shown, each once: those of the scene it begins with, of the scenes to which that one
 * leads, then of all others.
 */
export function filesToShow(show: Show): string[] {
  const order: string[] = []
  for (let id = show.activeSceneId; id !== null && !order.includes(id); ) {
    order.push(id)
    const scene = show.scenes.find((one) => one.id === id)
    id = scene?.layers.find((layer) => leadsOn(layer, show.scenes))?.nextScene ?? null
  }
  const rest = show.scenes.filter(({ id }) => !order.includes(id)).map(({ id }) => id)
  const scenes = [...order, ...rest].flatMap((id) => show.scenes.find((scene) => scene.id === id) ?? [])
  const lists = scenes.flatMap(({ layers }) => layers.find(isShown) ?? [])
  return [...new Set(lists.flatMap(({ items }) => items.map(({ fileId }) => fileId)))]
}

/** The first video playlist of a scene. Single videos, audio playlists and overlays are not broadcast yet. */
const isShown = ({ type, hide, items }: Layer) => type === 'videoPlaylist' && !hide && items.length > 0

function filesOf(layer: Layer, run: Run, from: number, until: number, most: number): ShownFile[] {
  const files: ShownFile[] = []
  for (const { item, startedAt, endsAt } of playsOfList(layer, run, from)) {
    if (startedAt >= until || files.length >= most) break
    files.push({ fileId: item.fileId, startedAt, endsAt })
  }
  return files
}
