import { isDeepStrictEqual } from 'node:util'
import type { ComposedInput } from '../../../../shared/contract/composed.ts'
import type { Answer } from '../../../../shared/contract/operations.ts'
import { writeWarnings } from '../../../../shared/playlist/warnings.ts'
import { isRunning } from '../../../../shared/state.ts'
import { PLAYLIST_WORDS } from '../../../../shared/words/playlists.ts'
import type { CallInput } from '../../../service/calls.ts'
import { takeUpLost } from '../../query/lostEdits.ts'
import { asRead, type ReadPlaylist, readPlaylist } from '../../query/wholePlaylist.ts'
import { type Context, send } from '../context.ts'
import { inTurn, isLost, readThenChange } from '../handlers/edits.ts'
import { Refused } from '../ports.ts'
import type { Composed, ComposedDone } from './composed.ts'
import { recordKey, type Undo } from './kept.ts'
import { mergePlaylist, type ReadItem, type WantedItem, writable } from './merge.ts'

type Fields = Partial<Pick<ComposedInput<'savePlaylist'>, 'loop' | 'volume' | 'nextScene'>>
type OfLayer = Record<'projectId' | 'layerId', string>

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
export const undoPlaylist: Composed<'undoPlaylist'> = (input, context) =>
  write(input, context, (now) => {
    const kept = context.kept.undo.of(keyOf(input, context))
    if (!kept) throw new Refused({ reason: 'edit', message: PLAYLIST_WORDS.nothingToUndo })
    if (!isAsWritten(now, kept.after)) throw new Refused({ reason: 'edit', message: PLAYLIST_WORDS.changedSince })
    return { files: kept.before, fields: kept.fields }
  })

/** Do the items that stand there hold what was written? Of what the service did not take up, nothing is known. */
const isAsWritten = (now: readonly ReadItem[], written: readonly WantedItem[]): boolean =>
  now.length === written.length &&
  now.every((item, at) =>
    Object.entries(written[at] ?? {}).every(
      ([field, value]) => !(field in item) || isDeepStrictEqual(item[field], value),
    ),
  )

type Change = (now: readonly ReadItem[]) => { files: readonly WantedItem[]; fields: Fields }

/** Saves of one layer come one after the other; the project's turn is taken for the write alone. */
const write = ({ projectId, layerId }: OfLayer, context: Context, change: Change): Promise<ComposedDone> =>
  inTurn(context, projectId, { what: null, turn: `layer ${projectId} ${layerId}` }, async () => {
    const params = { projectId, layerId }
    return tell(params, await replace(params, context, change), context)
  })

function replace(params: OfLayer, context: Context, change: Change): Promise<WrittenList> {
  const read = () => readWhole(params, context)
  return readThenChange(context, params.projectId, { what: 'edit' }, read, async (there) => {
    const { files, fields } = change(there.files)
    const before = settingsOf(there)
    // A chain turns looping off, and both at once are refused.
    const chained = fields.nextScene && fields.loop === undefined ? { loop: false } : {}
    const body: Record<string, unknown> = { ...before, ...pickFields(fields), ...chained, files }
    const overwritten = Object.entries(pickFields(before)).filter(([field, value]) => body[field] !== value)
    // Written down meanwhile: neither a lost answer nor our own end takes the list from whoever wants it back.
    const keeping = keepUndo(params, context, {
      before: there.files.map(writable),
      after: files.map((item) => ({ ...item })),
      fields: Object.fromEntries(overwritten),
    })
    const sentAt = context.clock.now()
    const asked = { params, body } as CallInput<'setPlaylist'>
    const answer = await send(context, 'setPlaylist', asked).catch(async (error) => {
      const ids = new Set(there.files.map(({ playlistItemId }) => playlistItemId))
      const call = { operation: 'setPlaylist', input: params, params, body } as const
      if (isLost(error)) takeUpLost({ ...call, sentAt, before: ids }, context)
      else await (await keeping)?.()
      throw error
    })
    return { there, files, answer, isKept: (await keeping) !== null }
  })
}

interface WrittenList {
  there: ReadPlaylist
  files: readonly WantedItem[]
  answer: Answer<'setPlaylist'>
  isKept: boolean
}

async function tell(params: OfLayer, { there, files, answer, isKept }: WrittenList, context: Context) {
  const { removed, restarts } = writeWarnings(there.files, files, seenOnAir(params, context, answer))
  const told = [
    PLAYLIST_WORDS.saved(files.length, removed),
    ...(restarts ? [PLAYLIST_WORDS.restarts] : []),
    ...(await problemsOf(params, files, answer, context)),
    ...(isKept ? [] : [PLAYLIST_WORDS.notUndoable]),
  ]
  return {
    id: params.layerId,
    synced: answer.synced,
    answer: { items: files.length, removed, restarts },
    about: told.join(' '),
  }
}

/** Viewers see a list begin anew where a broadcast runs and the write is not known to have stayed behind. */
function seenOnAir({ projectId }: OfLayer, { store }: Context, { synced }: Answer<'setPlaylist'>) {
  const { projects, meanings } = store.get()
  const project = projects[projectId]
  const reached = synced ?? project?.settings?.autoSync !== false
  return { restarts: meanings.playlistWriteRestarts === 'yes', onAir: isRunning(project?.live ?? null) && reached }
}

/** It was written: what of that cannot be seen is told, and changes nothing about it. */
async function problemsOf(
  params: OfLayer,
  files: readonly WantedItem[],
  answer: Answer<'setPlaylist'>,
  { service }: Context,
): Promise<string[]> {
  const answered = asRead(answer)
  const read = answered.whole ? answered : await readPlaylist(service, params).catch(() => null)
  if (!read?.whole) return [PLAYLIST_WORDS.notRead]
  return isAsWritten(read.files, files) ? [] : [PLAYLIST_WORDS.notAsWritten]
}

async function readWhole(params: OfLayer, { service }: Context): Promise<ReadPlaylist> {
  const read = await readPlaylist(service, params)
  if (read.layer.settings.files === null)
    throw new Refused({ reason: 'edit', message: PLAYLIST_WORDS.noPlaylist(read.layer.name) })
  if (!read.whole)
    throw new Refused({ reason: 'edit', message: PLAYLIST_WORDS.notWhole(read.files.length, read.total) })
  return read
}

/** What a read tells of the list's settings and a write takes: what is not known to us is carried along. */
function settingsOf({ layer: { settings } }: ReadPlaylist): Record<string, unknown> {
  const { files, itemTotal, fileId, isPlaying, duration, shuffle, total, offset, limit, hasMore, ...kept } = settings
  return Object.fromEntries(Object.entries(kept).filter(([field, value]) => value !== null || field === 'nextScene'))
}

const pickFields = ({ loop, volume, nextScene }: Fields) =>
  Object.fromEntries(Object.entries({ loop, volume, nextScene }).filter(([, value]) => value !== undefined))

function namesIn(items: readonly { fileId: string; name?: unknown }[]) {
  const names = new Map(items.map(({ fileId, name }) => [fileId, typeof name === 'string' ? name : fileId]))
  return (fileId: string) => names.get(fileId) ?? fileId
}

const keyOf = ({ projectId, layerId }: OfLayer, context: Context) => recordKey(context, projectId, layerId)

/** @returns what puts back what could be undone before; null: the disk did not take it */
async function keepUndo(of: OfLayer, context: Context, undo: Undo): Promise<(() => Promise<void>) | null> {
  const key = keyOf(of, context)
  const { undo: records } = context.kept
  const earlier = records.of(key) ?? null
  return records.put(key, undo).then(
    () => () => records.put(key, earlier).catch(() => {}),
    () => null,
  )
}
