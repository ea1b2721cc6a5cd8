import { parametersIn } from '../../../shared/contract/inputs.ts'
import { PAGE } from '../../../shared/contract/limits.ts'
import {
  type EditName,
  type LookFor,
  type Operation,
  type OperationName,
  operations,
} from '../../../shared/contract/operations.ts'
import { pageOf } from '../../../shared/contract/pages.ts'
import type { LostEdit } from '../../../shared/state.ts'
import { editTitle } from '../../../shared/words/commands/operations.ts'
import { PLAYLIST_WORDS } from '../../../shared/words/projects/playlists.ts'
import type { AnyInput, CallInput, CallOptions } from '../../service/calls.ts'
import { type PagedName, readAll } from '../../service/paging.ts'
import { sleep } from '../../util/time.ts'
import { type Kept, recordKey } from '../commands/composed/kept.ts'
import type { Context, Dependencies } from '../commands/context.ts'
import type { JournalLine } from '../journal/line.ts'
import type { Store } from '../state/store.ts'
import { type Item, keyOf, resultOfLost, type Sent } from './resultOfLost.ts'
import { readPlaylist } from './wholePlaylist.ts'

/** When a lost edit is looked for, in ms after it was lost: a request in flight may arrive for half a minute. */
export const LOOKS_AFTER_MS = [1_000, 10_000, 30_000]

/** How long a command waits for the list before it is sent, in ms; commands after it wait as well. */
const LOOK_BEFORE_MS = 1_000

type Params = Readonly<Record<string, string>>

/** A lost edit. `before`: the ids that its list contained when it was sent; null: unknown. */
export interface Lost {
  operation: EditName
  input: Readonly<Record<string, unknown>>
  params: Params
  body: Readonly<Record<string, unknown>> | undefined
  sentAt: number
  before: ReadonlySet<string> | null
}

const rowOf = (operation: EditName): LookFor | undefined => (operations[operation] as Operation).lookFor

/**
 * Reads the list of a `never` row before the edit is sent: only what is new afterwards can be its result. Bypasses the
 * cache, because an item of the same name made a second ago is not ours. If the reading fails or takes too long for the
 * user, the edit is sent anyway, and its result may stay unknown.
 */
export async function readBefore(operation: EditName, params: Params, context: Context): Promise<Lost['before']> {
  const lookFor = rowOf(operation)
  if (!lookFor) return null
  const over = new AbortController()
  const looking = listOf(lookFor, params, context, { deadlineMs: LOOK_BEFORE_MS })
    .read()
    .catch(() => null)
  const late = sleep(context.clock, LOOK_BEFORE_MS, over.signal).catch(() => null)
  const items = await Promise.race([looking, late]).finally(() => over.abort())
  return items ? new Set(partOf(items, lookFor, params).map(keyOf)) : null
}

/**
 * Shows an edit whose response was lost, and reconciles it: found, surely not done, or "not known" until the user
 * dismisses it. Nothing is sent again.
 */
export function reconcileLost(lost: Lost, context: Context): void {
  const { store, recorder, clock, invocation, ownWrites, looks } = context
  // Each of several requests of one command is reconciled on its own.
  const id = context.activityId ?? invocation.id
  const lookFor = rowOf(lost.operation)
  const { before } = lost
  const about = editTitle(lost.operation, lost.input)
  const entry: LostEdit = {
    id,
    operation: lost.operation,
    about,
    projectId: lost.params.projectId ?? null,
    sentAt: lost.sentAt,
    phase: lookFor && before ? 'looking' : 'notKnown',
    foundId: null,
  }
  ownWrites.lost(id)
  if (context.ending()?.reason === 'closing') {
    // The session is over, and its state does not change any more.
    storeOne({ ...entry, phase: 'notKnown' }, context)
    return
  }
  store.change((draft) => {
    draft.lostEdits = bounded([...draft.lostEdits, entry])
  })
  if (!lookFor || !before) return
  const list = listOf(lookFor, lost.params, context)
  const place = { id: entry.projectId, name: null }

  function end(phase: 'found' | 'notDone' | 'notKnown', foundId: string | null = null): void {
    store.change((draft) => {
      const one = draft.lostEdits.find((other) => other.id === id)
      if (one) Object.assign(one, { phase, foundId })
      draft.lostEdits = bounded(draft.lostEdits)
    })
    recorder.seen(place, { event: 'editSettled', about, found: phase === 'found', phase })
    if (phase === 'notKnown') return
    context.serialQueue.arrived(id)
    clock.after(SETTLED_LIFE_MS, () => dismissLost(id, store))
    if (foundId === null) return
    ownWrites.made(foundId)
    context.queries.written(lost.operation, entry.projectId)
  }

  /** Another client has changed the list meanwhile. */
  let isOthers = false

  const look = async (nth: number): Promise<void> => {
    const read = async () => {
      // A new item may come from another write of ours that is still in flight.
      await ownWrites.answered()
      return list.read()
    }
    const all = await looks(list.key, read).catch(() => null)
    const items = all && partOf(all, lookFor, lost.params)
    const sent: Sent = { values: { ...lost.body, ...lost.params }, before, isOurs: ownWrites.isMade }
    const came = items && resultOfLost(items, lookFor, sent)
    if (came && came !== 'notDone') {
      if (isOthers) recorder.seen(place, { event: 'editStep', about: PLAYLIST_WORDS.replacedLate })
      return end('found', came.id)
    }
    isOthers ||= lookFor.as === 'replaced' && items !== null && came === null
    const [now, next] = [LOOKS_AFTER_MS[nth] ?? 0, LOOKS_AFTER_MS[nth + 1]]
    if (next === undefined) return end(came ?? 'notKnown')
    clock.after(next - now, () => void look(nth + 1))
  }
  clock.after(LOOKS_AFTER_MS[0] ?? 0, () => void look(0))
}

/** True if one of these edits was lost so recently that it may still reach the service. */
export function mayArrive(
  names: readonly EditName[],
  projectId: string,
  { store, ownWrites }: Pick<Context, 'store' | 'ownWrites'>,
) {
  const isOpen = ({ id, phase, sentAt }: LostEdit) =>
    phase === 'looking' || (phase === 'notKnown' && ownWrites.mayArrive(id, sentAt))
  const { lostEdits } = store.get()
  return lostEdits.some(
    (one) => one.projectId === projectId && names.some((name) => name === one.operation) && isOpen(one),
  )
}

/** How many settled edits are shown, the oldest dropped first; how long those that need no action, in ms. */
const MOST_SETTLED = 50
const SETTLED_LIFE_MS = 24 * 3_600_000

function bounded(edits: LostEdit[]): LostEdit[] {
  const surplus = new Set(edits.filter(({ phase }) => phase !== 'looking').slice(0, -MOST_SETTLED))
  return surplus.size > 0 ? edits.filter((one) => !surplus.has(one)) : edits
}

/** Removes a lost edit from view. */
export const dismissLost = (id: string, store: Pick<Store, 'change'>): void =>
  store.change((draft) => {
    draft.lostEdits = draft.lostEdits.filter((one) => one.id !== id)
  })

/**
 * Stores a service's lost edits of unknown outcome until the user dismisses them: across restarts, and while another
 * account is connected. If the disk refuses, they last as long as this process uses this account.
 *
 * @returns the function that unsubscribes
 */
export function persistLostEdits(parts: Pick<Dependencies, 'store' | 'kept' | 'serviceId'>): () => void {
  return parts.store.subscribe(({ patches }, { lostEdits }) => {
    if (!patches.some(({ path }) => path[0] === 'lostEdits')) return
    const open = lostEdits.filter(({ phase }) => phase === 'looking' || phase === 'notKnown')
    const key = recordKey(parts)
    if (open.length === 0 && !parts.kept.lostEdits.of(key)) return
    // The journal reports that the disk refuses; unknown outcomes stay visible for this run.
    parts.kept.lostEdits.put(key, open.length > 0 ? open : null).catch(() => {})
  })
}

/** Adds one to those stored, past the state of a session. If the disk refuses, it is forgotten. */
function storeOne(edit: LostEdit, { kept, serviceId }: Pick<Dependencies, 'kept' | 'serviceId'>): void {
  const key = recordKey({ serviceId })
  kept.lostEdits.put(key, [...(kept.lostEdits.of(key) ?? []), edit]).catch(() => {})
}

/** An edit of several requests whose only write is this one. */
const WRITES: Readonly<Record<string, EditName>> = { savePlaylist: 'setPlaylist', undoPlaylist: 'setPlaylist' }

/** Stores the edits that were in flight when the last process died: they may have happened, and may still arrive. */
export function storeUnended(lines: readonly JournalLine[], kept: Kept): void {
  for (const { id, service = '', source, what, edit } of lines) {
    const operation = WRITES[edit?.operation ?? ''] ?? edit?.operation ?? ''
    // What the core itself sent has its record elsewhere, as have workflows.
    if (!edit || source === 'core' || !Object.hasOwn(operations, operation) || !('command' in what)) continue
    const about = what.about ?? editTitle(operation as EditName, {})
    const { projectId, sentAt } = edit
    const rest = { projectId, sentAt, phase: 'notKnown', foundId: null } as const
    storeOne({ id, operation: operation as OperationName, about, ...rest }, { kept, serviceId: () => service })
  }
}

/** The stored lost edits. One that was still being looked for when it was stored was not found. */
export function storedLostEdits(kept: Kept, serviceId: string): LostEdit[] {
  const edits = kept.lostEdits.of(recordKey({ serviceId: () => serviceId })) ?? []
  return edits.map((one) => ({ ...one, phase: 'notKnown' }))
}

/**
 * The list that shows the result of an edit: its key among lists, and how it is read. The reading is null if the list
 * could not be read whole, because an item missing from it proves nothing.
 */
function listOf(
  { reading, newestFirst, as }: LookFor,
  params: Params,
  { service }: Context,
  more: Pick<CallOptions, 'deadlineMs'> = {},
): { key: string; read: () => Promise<Item[] | null> } {
  if (as === 'replaced') {
    const layer = params as Params & Record<'projectId' | 'layerId', string>
    const read = async () => {
      const { files, whole } = await readPlaylist(service, layer)
      return whole ? files : null
    }
    return { key: JSON.stringify([as, layer.projectId, layer.layerId]), read }
  }
  const name = reading as PagedName
  const options = { ...more, lane: 'edit' } as const
  const { path, query }: Operation = operations[name]
  const asked = Object.fromEntries(parametersIn(path).map((one) => [one, params[one] ?? '']))
  const key = JSON.stringify([name, asked])
  const whole = async () => {
    const all = await readAll<PagedName, Item>(service, name, asked as never, (item) => item, options)
    return all.whole ? all.items : null
  }
  const input: AnyInput = { params: asked, query: newestFirst && { limit: PAGE.most } }
  const newest = async () => pageOf<Item>(await service.call(name, input as CallInput<OperationName>, options)).items
  return { key, read: !newestFirst && query !== null ? whole : newest }
}

/** The part of the list that an edit concerns: of scenes, the layers of one. */
const partOf = (items: readonly Item[], { as, items: held }: LookFor, { sceneId }: Params): readonly Item[] =>
  held && as !== 'replaced' ? items.filter(({ id }) => id === sceneId).flatMap((item) => item[held] as Item[]) : items
