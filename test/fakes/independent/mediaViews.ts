/** Layers, files and the log of played files in the service's responses. */
import { secondsLive } from './air.ts'
import { isPlaylist } from './layers.ts'
import { encodedOf, errorsOf, progressOf, secondsOf } from './library.ts'
import type { Encode, Folder, MediaFile } from './media.ts'
import { optional } from './options.ts'
import type { Played } from './player.ts'
import { piece } from './refusal.ts'
import type { Layer, PastRun, World } from './world.ts'

const iso = (ms: number) => new Date(ms).toISOString()
const ITEMS_A_PAGE = 50

/** A layer of a project. If a service returns its items in pages, the query selects one. */
export function layerView(world: World, layer: Layer, query = new URLSearchParams()): object {
  const { id, name, type, hide, pinned, locked, position } = layer
  const settings = isPlaylist(layer)
    ? playlistView(world, layer, query)
    : type === 'video'
      ? videoView(world, layer)
      : {}
  return { ...{ id, name, type, hide, pinned, locked, position }, settings }
}

function playlistView(world: World, layer: Layer, query: URLSearchParams): object {
  const { items, loop, shuffle, volume, nextScene, more } = layer
  const { layerItems } = world.settings.meanings
  const shown = layerItems === 'paged' ? piece(query, items, ITEMS_A_PAGE, world.settings.pageMost) : items
  const files = shown.map(({ id, fileId, name, adPoints, more }) => ({
    ...more,
    ...{ playlistItemId: id, fileId, name, duration: secondsOf(world, fileId) },
    isPlaying: layer.isPlaying && items[0]?.id === id,
    ...(adPoints && { adPoints }),
  }))
  const total = { itemTotal: items.length }
  const told = layerItems === 'paged' ? total : optional(world.settings.shape, total)
  return { ...more, files, ...told, loop, shuffle, volume, nextScene }
}

function videoView(world: World, { fileId, loop, volume, nextScene, isPlaying }: Layer): object {
  return { fileId, loop, volume, nextScene, isPlaying, duration: secondsOf(world, fileId) }
}

/** A file; a list shows less of it than a request for the single file (`whole`). */
export function fileView(world: World, file: MediaFile, extent: 'listed' | 'whole' = 'listed'): object {
  const { id, type, folderId, createdAt, facts } = file
  const encode = world.encodes.find(({ fileId }) => fileId === id)
  const issues = { errors: errorsOf(world, file), warnings: facts.warnings }
  return {
    ...{ id, name: facts.name, type, folderId, createdAt: iso(createdAt) },
    ...optional(world.settings.shape, { issues }),
    ...(encode && optional(world.settings.shape, { encoding: encodingOf(world, encode) })),
    ...(extent === 'whole' && optional(world.settings.shape, { metadata: metadataOf(file) })),
  }
}

const encodingOf = (world: World, encode: Encode) => ({
  status: encode.startedAt === null ? 'in_queue' : 'in_progress',
  progress: encodedOf(world, encode),
})

function metadataOf({ type, facts: { seconds, sizeBytes } }: MediaFile): object {
  const picture = type === 'video' ? { resolution: '1280x720', frameRate: 25, videoCodec: 'h264' } : {}
  return { ...picture, bitrateMbps: 4, durationSec: seconds, sizeBytes, audioCodec: 'aac' }
}

/** The progress of an import. */
export function importView(world: World, file: MediaFile): object {
  const { status, error } = file.transfer ?? { status: 'completed', error: null }
  const progress = progressOf(world, file)
  return {
    fileId: file.id,
    status,
    progress,
    ...optional(world.settings.shape, { error }),
    ...groupOf(file, progress),
  }
}

/** The videos of one link arrive one after the other. */
function groupOf({ facts: { group } }: MediaFile, progress: number): object {
  if (!group) return {}
  const share = 100 / group.length
  const files = group.map((name, index) => {
    const arrived = Math.max(0, Math.min(100, Math.floor(((progress - index * share) / share) * 100)))
    return { name, status: arrived === 100 ? 'completed' : 'in_progress', progress: arrived }
  })
  const processedFiles = files.filter(({ status }) => status === 'completed').length
  return { isFolder: true, totalFiles: group.length, processedFiles, files }
}

export function encodeView(world: World, encode: Encode): object {
  const file = world.files.find(({ id }) => id === encode.fileId)
  return { fileId: encode.fileId, name: file?.facts.name ?? '', ...encodingOf(world, encode) }
}

export function folderView(world: World, { id, name, type, createdAt }: Folder): object {
  const fileCount = world.files.filter(({ folderId }) => folderId === id).length
  return { id, name, type, fileCount, createdAt: iso(createdAt) }
}

/** The requested days, as `2026-01-31`; null: from the first one, or to the last one. */
export interface Days {
  first: string | null
  last: string | null
}

const DAY_MS = 86_400_000

/** The statistics of a past broadcast: as many views as its peak of viewers, all the time. */
export function statisticsView(world: World, past: PastRun, sections: string[], { first, last }: Days): object {
  const peak = past.run.peakViewers
  const days = dailyOf(past).filter(
    ({ date }) => (first === null || date >= first) && (last === null || date <= last),
  )
  const sum = (of: 'views' | 'watchTimeMinutes') => days.reduce((all, day) => all + day[of], 0)
  const views = sum('views')
  const shown = sections.map((section) => [section, section === 'dailyTrend' ? days : []])
  return {
    overview: {
      ...{ views, watchTimeMinutes: sum('watchTimeMinutes') },
      ...optional(world.settings.shape, { likes: 0, averageViewDurationSec: 60 }),
    },
    livestream: optional(world.settings.shape, {
      ...{ peakConcurrentViewers: peak, averageConcurrentViewers: peak },
    }),
    revenue: { estimatedRevenue: views / 100, currency: 'EUR' },
    ...(sections.length > 0 && { sections: Object.fromEntries(shown) }),
  }
}

/** Day by day: every viewer is counted on the first day, and watches until the end. */
function dailyOf({ run, endedAt }: PastRun) {
  const watched = (until: number) =>
    Math.floor((run.peakViewers * (secondsLive(run, Math.min(until, endedAt)) ?? 0)) / 60)
  const began = run.liveAt ?? run.preparingAt
  const midnight = began - (began % DAY_MS)
  return Array.from({ length: Math.floor((endedAt - midnight) / DAY_MS) + 1 }, (_, nth) => {
    const from = midnight + nth * DAY_MS
    const watchTimeMinutes = watched(from + DAY_MS) - watched(from)
    return { date: iso(from).slice(0, 10), views: nth === 0 ? run.peakViewers : 0, watchTimeMinutes }
  })
}

export function playedView(world: World, { at, ...row }: Played): object {
  return { ...row, timestamp: iso(at), ...optional(world.settings.shape, { concurrentLiveViews: 0 }) }
}

/** The log as a table: the same rows, with a header. */
export function playedCsv(rows: readonly Played[]): string {
  const cells = rows.map(({ fileId, fileName, sceneName, action, at }) => [
    fileId,
    fileName,
    sceneName,
    action,
    iso(at),
  ])
  const table = [['fileId', 'fileName', 'sceneName', 'action', 'timestamp'], ...cells]
  return table.map((row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`).join('')
}
