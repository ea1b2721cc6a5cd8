/** Files as the items of a layer's list. */
import { MOST } from '../../../../shared/contract/limits.ts'
import type { Body } from '../../../../shared/contract/operations.ts'
import { Refusal } from '../world/find.ts'
import type { MediaFile, MediaLookup } from '../world/media.ts'
import { cleanName } from '../world/names.ts'
import type { Item, Layer, LayerDraft, Moment, Show } from '../world/world.ts'

type Files = Body<'setPlaylist'>['files']
/** The type of file that each type of layer accepts. */
const FILE_TYPES: Readonly<Record<string, MediaFile['type']>> = {
  videoPlaylist: 'video',
  audioPlaylist: 'audio',
  video: 'video',
}

/** What the rules of layers need besides the world. */
export interface LayerMoment extends Moment {
  readonly media: MediaLookup
}

/** All items of a show, by scene and layer. */
export const itemsIn = ({ scenes }: Show): Item[] =>
  scenes.flatMap(({ layers }) => layers).flatMap(({ items }) => items)

/** Returns whether a layer has a list, as opposed to a single file. */
export const isPlaylist = ({ type }: { readonly type: string }) => type.endsWith('Playlist')

/**
 * Files as items of a list. Those that were in it before stay, even if they could not enter it now.
 * @throws Refusal of the whole list that names every file that does not fit
 */
export function itemsOf(
  show: Show,
  { id, type, items }: Pick<Layer, 'id' | 'type' | 'items'>,
  files: Files,
  { newId, media }: Pick<LayerMoment, 'newId' | 'media'>,
): LayerDraft['items'] {
  const listed = show.scenes.flatMap(({ layers }) => layers).filter((one) => isPlaylist(one) && one.id !== id)
  const others = listed.reduce((sum, one) => sum + one.items.length, 0)
  if (type !== 'video' && others + files.length > MOST.playlistFiles) {
    const message = `The playlists of a project can have ${MOST.playlistFiles} files.`
    throw new Refusal('PROJECT_FILE_LIMIT_REACHED', message, { limit: MOST.playlistFiles })
  }
  const found = files.map((file) => ({ file, known: media(file.fileId) }))
  refuseAny(
    found.flatMap(({ file, known }) => (known ? [] : [file.fileId])),
    'FILE_NOT_FOUND',
    'There is no file',
  )
  const wanted = FILE_TYPES[type]
  const misfits = found.flatMap(({ file, known }) => (known?.type === wanted ? [] : [file.fileId]))
  refuseAny(misfits, 'INVALID_FILE_TYPE', `Only ${wanted} files can be in this layer, not`)
  const before = new Set(items.map(({ fileId }) => fileId))
  const entering = found.flatMap(({ known }) => (known && !before.has(known.id) ? [known] : []))
  const unusable = entering.filter(({ errors }) => errors.length > 0)
  const issues = unusable.map(({ id: fileId, errors }) => ({ fileId, errors }))
  const code = type === 'video' ? 'FILE_NOT_USABLE' : 'FILES_NOT_USABLE'
  refuseAny(
    unusable.map((file) => file.id),
    code,
    'Not usable as it is:',
    { files: issues },
  )
  return found.map(({ file, known }, place) => {
    refuseOverlap(file, place)
    const { playlistItemId: _, isPlaying: __, ...carried } = file as Files[number] & Record<string, unknown>
    const name = cleanName(file.name ?? '') || cleanName(shortened(known?.name ?? ''))
    return { ...carried, playlistItemId: newId(), name, duration: known?.durationSec ?? null }
  })
}

/** The beginning of a name that an item can have: 100 units of UTF-16 (P), none of them half a character. */
const shortened = (name: string) => name.slice(0, 100).replace(/\p{Surrogate}$/u, '')

function refuseAny(
  fileIds: string[],
  code: 'FILE_NOT_FOUND' | 'INVALID_FILE_TYPE' | 'FILE_NOT_USABLE' | 'FILES_NOT_USABLE',
  message: string,
  details = {},
): void {
  if (fileIds.length > 0) throw new Refusal(code, `${message} ${fileIds.join(', ')}.`, { fileIds, ...details })
}

function refuseOverlap({ fileId, adPoints = [] }: Files[number], place: number): void {
  const sorted = adPoints.toSorted((one, other) => one.timestamp - other.timestamp)
  const overlapping = sorted.find((one, at) => {
    const before = sorted[at - 1]
    return before && one.timestamp < before.timestamp + before.duration
  })
  if (!overlapping) return
  const message = `The ad break at ${overlapping.timestamp} s begins before the one before it has ended.`
  throw new Refusal('ADPOINT_OVERLAP', message, { field: `files.${place}.adPoints`, fileId })
}

/** How many items are no longer in the list. They are compared by file, because every write creates new item ids. */
export function removedFrom(before: readonly Item[], after: readonly Item[]): number {
  const left = after.map(({ fileId }) => fileId)
  return before.filter(({ fileId }) => {
    const place = left.indexOf(fileId)
    if (place >= 0) left.splice(place, 1)
    return place < 0
  }).length
}
