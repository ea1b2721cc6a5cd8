import type { ComposedInput } from '../../../../shared/contract/composed.ts'
import { pageOf } from '../../../../shared/contract/pages.ts'
import type { Layer } from '../../../../shared/contract/records.ts'
import { PLAYLIST_WORDS } from '../../../../shared/words/playlists.ts'
import type { CallInput } from '../../../service/calls.ts'
import { takeUpLost } from '../../query/lostEdits.ts'
import { type Context, send } from '../context.ts'
import { inTurn, isLost } from '../handlers/edits.ts'
import { Refused } from '../ports.ts'
import type { Composed } from './composed.ts'
import { mergePlaylist, type ReadItem, type WantedItem } from './merge.ts'

type PlaylistLayer = typeof Layer._zod.output
type Fields = Partial<Pick<ComposedInput<'savePlaylist'>, 'loop' | 'volume' | 'nextScene'>>
interface OfLayer {
  projectId: string
  layerId: string
}

/** Reads the whole list, merges into it what was wanted of the list that was seen, writes it, and sees that it is there. */
export const savePlaylist: Composed<'savePlaylist'> = (input, context) =>
  write(input, context, (now) => {
    const { files, conflicts } = mergePlaylist(input.base ?? now.map(({ fileId }) => fileId), input.files, now)
    if (files) return { files, fields: input }
    const nameOf = namesIn([...now, ...input.files])
    const places = conflicts.map(({ mine, theirs }) => ({ mine: mine.map(nameOf), theirs: theirs.map(nameOf) }))
    throw new Refused({ reason: 'edit', message: PLAYLIST_WORDS.changed(places), detail: { places } })
  })

/** Only over the list that we wrote: what another hand made of it since is not undone. */
export const undoPlaylist: Composed<'undoPlaylist'> = (input, context) => {
  const kept = context.kept.undo.get()[keyOf(input, context)]
  if (!kept) throw new Refused({ reason: 'edit', message: PLAYLIST_WORDS.nothingToUndo })
  return write(input, context, (now) => {
    const same = now.map(({ fileId }) => fileId).join() === kept.after.join()
    if (!same) throw new Refused({ reason: 'edit', message: PLAYLIST_WORDS.changedSince })
    return { files: kept.before as WantedItem[], fields: kept.fields }
  })
}

async function write(
  { projectId, layerId }: OfLayer,
  context: Context,
  change: (now: readonly ReadItem[]) => { files: WantedItem[]; fields: Fields },
) {
  const params = { projectId, layerId }
  const written = await inTurn(context, projectId, { what: 'edit' }, async () => {
    const layer = await readWhole(params, context)
    const there = layer.settings.files ?? []
    const { files, fields } = change(there)
    const body = { ...settingsOf(layer), ...pickFields(fields), files }
    const sentAt = context.clock.now()
    const answer = await send(context, 'setPlaylist', { params, body } as CallInput<'setPlaylist'>).catch((error) => {
      const before = new Set(there.map(({ playlistItemId }) => playlistItemId))
      if (isLost(error))
        takeUpLost({ operation: 'setPlaylist', input: params, params, body, sentAt, before }, context)
      throw error
    })
    const after = files.map(({ fileId }) => fileId)
    const stands = answer.settings.files ? answer : await readWhole(params, context)
    if (stands.settings.files?.map(({ fileId }) => fileId).join() !== after.join())
      throw new Refused({ reason: 'edit', message: PLAYLIST_WORDS.notAsWritten, detail: { layer: stands } })
    const undo = { before: there, after, fields: pickFields(settingsOf(layer)) }
    const kept = await keep(params, context, undo).then(
      () => true,
      () => false,
    )
    const removed = answer.removedItemCount ?? Math.max(0, there.length - files.length)
    return { answer, items: files.length, removed, kept }
  })
  const { answer, items, removed, kept } = written
  const about = [PLAYLIST_WORDS.saved(items, removed), ...(kept ? [] : [PLAYLIST_WORDS.notUndoable])].join(' ')
  return { id: layerId, synced: answer.synced, answer: { items, removed }, about }
}

/** The list, proven to be whole. A service may give it in pages: then page by page, by what was received. */
async function readWhole(params: OfLayer, { service }: Context): Promise<PlaylistLayer> {
  const layer = await service.call('getLayer', { params }, { lane: 'edit' })
  const files = [...(layer.settings.files ?? [])]
  const total = layer.settings.itemTotal ?? null
  while (total !== null && files.length < total) {
    const query = { offset: files.length }
    const page = await service.call('getLayer', { params, query }, { lane: 'edit' })
    const more = page.settings.files ?? []
    const known = new Set(files.map(({ playlistItemId }) => playlistItemId))
    const fresh = more.filter(({ playlistItemId }) => !known.has(playlistItemId))
    // Nothing new, or another list than before: it is not proven whole.
    if (fresh.length === 0 || page.settings.itemTotal !== total) break
    files.push(...fresh)
  }
  const isWhole = layer.settings.files !== null && files.length === (total ?? files.length) && !saysMore(layer)
  if (!isWhole) throw new Refused({ reason: 'edit', message: PLAYLIST_WORDS.notWhole(files.length, total) })
  return { ...layer, settings: { ...layer.settings, files } }
}

/** Without a total of items, any other word of a page means that more may follow. */
function saysMore({ settings }: PlaylistLayer): boolean {
  const { total } = pageOf(settings)
  if (settings.itemTotal !== undefined) return false
  return total > (settings.files?.length ?? 0) || settings.hasMore === true
}

/** What a read tells of the list's settings and a write takes: what is not known to us is carried along. */
function settingsOf({ settings }: PlaylistLayer): Record<string, unknown> {
  const { files, itemTotal, fileId, isPlaying, duration, shuffle, total, offset, limit, hasMore, ...kept } = settings
  return Object.fromEntries(Object.entries(kept).filter(([field, value]) => value !== null || field === 'nextScene'))
}

const pickFields = ({ loop, volume, nextScene }: Fields) =>
  Object.fromEntries(Object.entries({ loop, volume, nextScene }).filter(([, value]) => value !== undefined))

function namesIn(items: readonly { fileId: string; name?: unknown }[]) {
  const names = new Map(items.map(({ fileId, name }) => [fileId, typeof name === 'string' ? name : fileId]))
  return (fileId: string) => names.get(fileId) ?? fileId
}

/** A list of this service, in the file of what can be undone. */
const keyOf = ({ projectId, layerId }: OfLayer, { serviceId }: Context) =>
  JSON.stringify([serviceId(), projectId, layerId])

/** How many lists can be undone: the one written longest ago goes first. */
const MOST_KEPT = 50

async function keep(of: OfLayer, context: Context, undo: Undo[string]): Promise<void> {
  const key = keyOf(of, context)
  const { [key]: _, ...others } = context.kept.undo.get()
  await context.kept.undo.change(Object.fromEntries([...Object.entries(others), [key, undo]].slice(-MOST_KEPT)))
}

type Undo = ReturnType<Context['kept']['undo']['get']>
