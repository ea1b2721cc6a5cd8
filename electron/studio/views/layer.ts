import type { WireAnswer } from '../../../shared/contract/operations.ts'
import { layerIn, type Paging } from '../rules/world/find.ts'
import { type Layer, meaningsOf, type Project, type World } from '../rules/world/world.ts'

type Wire = WireAnswer<'getLayer'>
type Position = Layer['position']

/** The most items per page of a layer if they are paged (P). */
const ITEMS_A_PAGE = 50

/** A layer in the contract's format. Text, image and interactive layers have settings that only the studio knows. */
export function layerRecord(world: World, { show, format }: Project, layerId: string, paging: Paging = {}): Wire {
  const { layer } = layerIn(show, layerId)
  const { id, name, type, hide, pinned, locked } = layer
  const position = inUnit(world, format, layer.position, 'out')
  return { id, name, type, hide, pinned, locked, position, settings: settingsOf(world, layer, paging) }
}

function settingsOf(world: World, layer: Layer, { limit = ITEMS_A_PAGE, offset = 0 }: Paging): Wire['settings'] {
  const { type, items, loop, shuffle, volume, nextScene, isPlaying } = layer
  if (type === 'video') {
    const [item] = items
    return { fileId: item?.fileId ?? null, duration: item?.duration ?? null, loop, volume, nextScene, isPlaying }
  }
  if (!type.endsWith('Playlist')) return {}
  const isPaged = meaningsOf(world).layerItems === 'paged'
  const from = isPaged ? offset : 0
  const shown = isPaged ? items.slice(from, from + Math.min(limit, ITEMS_A_PAGE)) : items
  // This is what was saved, never proof of what is playing.
  const files = shown.map(({ adPoints, ...item }, place) => ({
    ...{ ...item, isPlaying: isPlaying && from + place === 0 },
    ...(adPoints && { adPoints: adPoints.map((one) => ({ ...one })) }),
  }))
  return { files, itemTotal: items.length, loop, shuffle, volume, nextScene }
}

/** Width and height of a project's picture in pixels. */
export function frameOf(format: string): { width: number; height: number } {
  const [ratio = '16:9', resolution = '720p'] = format.split('_')
  const [across = 16, down = 9] = ratio.split(':').map(Number)
  const short = Number.parseInt(resolution, 10)
  const scale = short / Math.min(across, down)
  return { width: Math.round(across * scale), height: Math.round(down * scale) }
}

/** Converts a position from the stored percent of the frame to the contract's unit, or back. */
export function inUnit<P extends Position | undefined>(
  world: World,
  format: string,
  position: P,
  way: 'in' | 'out',
): P {
  if (!position || meaningsOf(world).positionUnit === 'percent') return position && { ...position }
  const frame = frameOf(format)
  // Rounded, so that whole pixels come back exactly as they were written.
  const pixels = (percent: number, whole: number) => Math.round(percent * whole * 10_000) / 1_000_000
  const convert = (value: number, whole: number) => (way === 'out' ? pixels(value, whole) : (value * 100) / whole)
  const { x, y, width, height } = position
  const [across, down] = [frame.width, frame.height]
  return {
    ...{ x: convert(x, across), y: convert(y, down) },
    ...{ width: convert(width, across), height: convert(height, down) },
  } as P
}
