import { isDeepStrictEqual } from 'node:util'
import type { ComposedInput } from '../../../../shared/contract/composed.ts'
import type { Answer } from '../../../../shared/contract/operations.ts'
import { writeWarnings } from '../../../../shared/playlist/warnings.ts'
import { isRunning } from '../../../../shared/state.ts'
import { editTitle } from '../../../../shared/words/commands/operations.ts'
import { PLAYLIST_WORDS } from '../../../../shared/words/projects/playlists.ts'
import type { CallInput } from '../../../service/calls.ts'
import { sleep } from '../../../util/time.ts'
import { DISK_PATIENCE_MS } from '../../files/disk.ts'
import { mayArrive, reconcileLost } from '../../query/lostEdits.ts'
import { asRead, type ReadPlaylist, readPlaylist } from '../../query/wholePlaylist.ts'
import { type Context, send } from '../context.ts'
import { FRESH_MS, IN_TURN_MS, isLost, isOfProgram, queueChange, readThenChange } from '../handlers/edits.ts'
import { createOverwriting } from '../handlers/overwriting.ts'
import { Refused } from '../ports.ts'
import type { Composed, ComposedDone } from './composed.ts'
import { recordKey } from './kept.ts'
import { mergePlaylist, type ReadItem, type WantedItem, writable } from './merge.ts'
import type { OneUndo, Undo } from './undo.ts'

type Fields = Partial<Pick<ComposedInput<'savePlaylist'>, 'loop' | 'volume' | 'nextScene'>>
type Settings = Readonly<Record<string, unknown>>
type OfLayer = Record<'projectId' | 'layerId', string>

/** Reads the whole list, merges in the user's changes to the list they saw, writes it, and checks the result. */
export const savePlaylist: Composed<'savePlaylist'> = (input, context) =>
  write(input, context, (now) => {
    const older = input.base ? null : overwriting(input, context).refusal()
    if (older) throw new Refused(older)
    const base = input.base?.map((seen) => (typeof seen === 'string' ? { fileId: seen } : seen)) ?? now
    const { files, conflicts } = mergePlaylist(base, input.files, now)
    if (files) return { files, fields: input }
    const nameOf = namesIn([...now, ...input.files])
    const places = conflicts.map(({ mine, theirs }) => ({ mine: mine.map(nameOf), theirs: theirs.map(nameOf) }))
    throw new Refused({ reason: 'edit', message: PLAYLIST_WORDS.changed(places), detail: { places } })
  })

/** Restores only over the list that we wrote: changes of another client since then are not undone. */
export const undoPlaylist: Composed<'undoPlaylist'> = (input, context) =>
  write(input, context, (now, settings) => {
    const key = keyOf(input, context)
    const { undo: undos } = context.kept
    const kept = undos.of(key)
    const undo = undoOf(kept, now, settings)
    if (undo) return { files: undo.before, fields: untouched(undo, settings) }
    const message = undos.wasRefused(key) ? PLAYLIST_WORDS.undoNotKept : whyNot(kept, now)
    throw new Refused({ reason: 'edit', message })
  })

const overwriting = ({ projectId, layerId }: OfLayer, context: Context) =>
  createOverwriting([`playlist ${projectId} ${layerId}`], context)

/** Why there is nothing to undo. If the list is as before, the save never arrived, changed nothing, or is undone. */
function whyNot(kept: Undo | undefined, now: readonly ReadItem[]): string {
  if (!kept) return PLAYLIST_WORDS.nothingToUndo
  return isAsWritten(now, kept.before) ? PLAYLIST_WORDS.asBefore : PLAYLIST_WORDS.changedSince
}

/** What the current list can be restored to: the earlier record if the last write never arrived or changed nothing. */
function undoOf(kept: Undo | undefined, now: readonly ReadItem[], settings: Settings): OneUndo | null {
  const isChange = (one: OneUndo) => !isAsWritten(now, one.before) || Object.keys(untouched(one, settings)).length > 0
  const found = [kept, kept?.earlier].find((one) => one && isAsWritten(now, one.after) && isChange(one))
  if (!found) return null
  const { before, after, fields, set } = found
  return { before, after, fields, set }
}

/**
 * The fields to restore. A field that someone else has changed since is left unchanged; loop and next scene exclude
 * each other, so both are restored or neither.
 */
function untouched({ fields, set }: OneUndo, settings: Settings): Fields {
  const isOurs = (field: keyof Fields) => !(field in set) || set[field] === (settings[field] ?? null)
  const arePlaysOurs = isOurs('loop') && isOurs('nextScene')
  const stays = (field: string) => (field === 'volume' ? isOurs('volume') : arePlaysOurs)
  return Object.fromEntries(Object.entries(fields).filter(([field]) => stays(field)))
}

/**
 * Do the current items contain what was written, as far as the contract names it? Other fields are the service's own:
 * an order, or an address that is signed anew for every reading.
 */
const isAsWritten = (now: readonly ReadItem[], written: readonly WantedItem[]): boolean =>
  now.length === written.length &&
  now.every((item, at) => {
    const { fileId, name, adPoints }: Partial<WantedItem> = written[at] ?? {}
    const isNamed = name === undefined || item.name === name
    return item.fileId === fileId && isNamed && isDeepStrictEqual(breaksOf(item.adPoints), breaksOf(adPoints))
  })

const breaksOf = (adPoints: unknown) =>
  ((adPoints ?? []) as AdPoint[]).map(({ timestamp, duration }) => [timestamp, duration])

interface AdPoint {
  timestamp: number
  duration: number
}

type Change = (now: readonly ReadItem[], settings: Settings) => { files: readonly WantedItem[]; fields: Fields }

/** Saves of one layer have a queue of their own; only the write itself takes a place in the project's queue. */
async function write({ projectId, layerId }: OfLayer, context: Context, change: Change): Promise<ComposedDone> {
  const params = { projectId, layerId }
  return tell(params, await replace(params, context, change), context)
}

async function replace(params: OfLayer, context: Context, change: Change): Promise<WrittenList> {
  const { heldEdits, invocation, activityId } = context
  const { projectId } = params
  const about = editTitle('setPlaylist', {})
  const place = { number: invocation.number, turn: projectId, isLast: isOfProgram(context) }
  const held = { id: invocation.id, projectId, about, ...place }
  // No other edit waits for this disk.
  const shown = (wait: Promise<boolean>) => (activityId ? wait : heldEdits.aside(held, wait).then(() => wait))
  const read = preparing(params, context, change, shown)
  const attempt = (sent: () => null, until?: AbortSignal) =>
    queueChange(context, projectId, { what: null, turn: `layer ${projectId} ${params.layerId}` }, () => {
      // A lost write may arrive after this one and would replace it unnoticed.
      const isComing = mayArrive(['setPlaylist'], projectId, context)
      if (isComing) throw new Refused({ reason: 'edit', message: PLAYLIST_WORDS.stillLooking })
      return readThenChange(context, projectId, { what: 'edit' }, read, async (prepared) => {
        const options = { recheck: sent, until, deadlineMs: IN_TURN_MS }
        return {
          ...prepared,
          answer: await overwriting(params, context).recorded(sendList(params, prepared, context, options)),
        }
      })
    })
  // An edit within a workflow leaves the wait for budget to the workflow.
  const written = await (activityId ? attempt(() => null) : heldEdits.send(held, attempt))
  const { there, files, undo, isKept, answer } = written
  const took = asRead(answer)
  if (took.whole && !isDeepStrictEqual(idsOf(took), idsOf(there))) context.ownWrites.replaced(idsOf(there))
  // The list as the service stored it is what a later undo compares with.
  if (isKept && took.whole && !isAsWritten(took.files, files))
    await context.kept.undo.put(keyOf(params, context), { ...undo, after: took.files.map(writable) }).catch(() => {})
  return written
}

async function sendList(
  params: OfLayer,
  { there, body }: Prepared,
  context: Context,
  options: Parameters<typeof send>[3],
): Promise<Answer<'setPlaylist'>> {
  const sentAt = context.clock.now()
  return send(context, 'setPlaylist', { params, body } as CallInput<'setPlaylist'>, options).catch((error) => {
    const ids = new Set(there.files.map(({ playlistItemId }) => playlistItemId))
    const call = { operation: 'setPlaylist', input: params, params, body } as const
    if (isLost(error)) reconcileLost({ ...call, sentAt, before: ids }, context)
    throw error
  })
}

const MOST_READINGS = 3

/**
 * Reads the list and saves its undo record to disk before the write goes out, so that neither a lost response nor a
 * crash loses the previous list. A slow disk delays no command, because no place in the queue is taken yet.
 */
function preparing(
  params: OfLayer,
  context: Context,
  change: Change,
  shown: (wait: Promise<boolean>) => Promise<boolean>,
): () => Promise<Prepared> {
  const { clock, kept } = context
  const key = keyOf(params, context)
  let known: Prepared | null = null
  return async () => {
    for (let readings = 1; ; readings += 1) {
      const planned = plan(params, await readWhole(params, context), context, change)
      // The record is already on disk, or the disk refused it a moment ago; another save may have replaced it since.
      const isThere = !known?.isKept || isDeepStrictEqual(kept.undo.of(key), known.undo)
      if (known && isThere && isSameList(known.there, planned.there)) return { ...planned, isKept: known.isKept }
      const since = clock.monotonic()
      const put = kept.undo.put(key, planned.undo).then(
        () => true,
        () => false,
      )
      // A disk that does not respond is like one that refuses: the save cannot be undone then.
      const isKept = await shown(Promise.race([put, sleep(clock, DISK_PATIENCE_MS).then(() => false)]))
      known = { ...planned, isKept }
      if (readings === MOST_READINGS || clock.monotonic() - since <= FRESH_MS) return known
    }
  }
}

/** Every write gives the items new ids, so equal ids mean an unchanged list. */
const isSameList = (one: ReadPlaylist, other: ReadPlaylist): boolean =>
  isDeepStrictEqual(settingsOf(one), settingsOf(other)) &&
  isDeepStrictEqual(one.files.map(itemId), other.files.map(itemId))

const idsOf = ({ files }: ReadPlaylist) => files.map(({ playlistItemId }) => playlistItemId)

const itemId = ({ playlistItemId, fileId }: ReadItem) => [playlistItemId, fileId]

function plan(params: OfLayer, there: ReadPlaylist, context: Context, change: Change): Omit<Prepared, 'isKept'> {
  const before = settingsOf(there)
  const { files, fields } = change(there.files, before)
  // A next scene turns looping off, and the service refuses both at once.
  const chained = fields.nextScene && fields.loop === undefined ? { loop: false } : {}
  const body: Record<string, unknown> = { ...before, ...pickFields(fields), ...chained, files }
  const overwritten = Object.entries(pickFields(before)).filter(([field, value]) => body[field] !== value)
  const key = keyOf(params, context)
  const { undo: undos } = context.kept
  const undo: Undo = {
    ...{ before: there.files.map(writable), after: files.map((item) => ({ ...item })) },
    fields: Object.fromEntries(overwritten),
    set: Object.fromEntries(overwritten.map(([field]) => [field, body[field]])),
    earlier: undoOf(undos.of(key), there.files, before),
  }
  return { there, files, body, undo }
}

/** A write to be sent, and the record that undoes it. */
interface Prepared {
  there: ReadPlaylist
  files: readonly WantedItem[]
  body: Record<string, unknown>
  undo: Undo
  isKept: boolean
}

interface WrittenList {
  there: ReadPlaylist
  files: readonly WantedItem[]
  answer: Answer<'setPlaylist'>
  isKept: boolean
}

async function tell(params: OfLayer, { there, files, answer, isKept }: WrittenList, context: Context) {
  const { removed, restarts } = writeWarnings(there.files, files, seenOnAir(params, context, answer))
  const notes = [
    PLAYLIST_WORDS.saved(files.length, removed),
    ...(restarts ? [PLAYLIST_WORDS.restarts] : []),
    ...(await problemsOf(params, files, answer, context)),
    ...(isKept ? [] : [PLAYLIST_WORDS.notUndoable]),
  ]
  return {
    id: params.layerId,
    synced: answer.synced,
    answer: { items: files.length, removed, restarts },
    about: notes.join(' '),
  }
}

/** Viewers see the list restart if a broadcast is running and the write may have reached it. */
function seenOnAir({ projectId }: OfLayer, { store }: Context, { synced }: Answer<'setPlaylist'>) {
  const { projects, meanings } = store.get()
  const project = projects[projectId]
  const reached = synced ?? project?.settings?.autoSync !== false
  return { restarts: meanings.playlistWriteRestarts === 'yes', onAir: isRunning(project?.live ?? null) && reached }
}

/** The list was written: what cannot be verified is reported, and does not change the outcome. */
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

async function readWhole(params: OfLayer, { service, ownWrites, clock }: Context): Promise<ReadPlaylist> {
  let read = await readPlaylist(service, params)
  // Merged into a list from before our last write, this one would undo it.
  for (let ms = ownWrites.readAgainIn(idsOf(read)); ms !== null; ms = ownWrites.readAgainIn(idsOf(read))) {
    await sleep(clock, ms)
    read = await readPlaylist(service, params)
  }
  if (read.layer.settings.files === null)
    throw new Refused({ reason: 'edit', message: PLAYLIST_WORDS.noPlaylist(read.layer.name) })
  if (!read.whole)
    throw new Refused({ reason: 'edit', message: PLAYLIST_WORDS.notWhole(read.files.length, read.total) })
  return read
}

/** The settings of the list that a read returns and a write accepts; fields unknown to us are passed through. */
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
