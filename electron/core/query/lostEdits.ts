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
import { editTitle } from '../../../shared/words/operations.ts'
import { PLAYLIST_WORDS } from '../../../shared/words/playlists.ts'
import type { AnyInput, CallInput, CallOptions } from '../../service/calls.ts'
import { type PagedName, readAll } from '../../service/paging.ts'
import { sleep } from '../../util/time.ts'
import { type Kept, recordKey } from '../commands/composed/kept.ts'
import type { Context, Dependencies } from '../commands/context.ts'
import { NOT_STARTED } from '../polling/lostAnswers.ts'
import type { Store } from '../state/store.ts'
import { type Item, keyOf, resultOfLost, type Sent } from './resultOfLost.ts'
import { readPlaylist } from './wholePlaylist.ts'

/** What got lost may still arrive within this time, in ms (Decision "Lost answers"). */
const ARRIVES_WITHIN_MS = NOT_STARTED.overMs
/** When a lost edit is looked for, in ms after it was lost: what was on its way may arrive for half a minute. */
export const LOOKS_AFTER_MS = [1_000, 10_000, 30_000]

/** How long a press waits to see what is there before it is sent, in ms: those pressed after it wait as well. */
const LOOK_BEFORE_MS = 1_000

type Params = Readonly<Record<string, string>>

/** What a lost edit was. `before`: the ids that its list held when it was sent; null: nothing tells. */
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
 * What the list of a `never` row holds before anything is sent: only what is new afterwards can have come of it. Past the
 * cache, for a namesake of a second ago is not ours; a reading that fails, or takes too long for whoever pressed, costs
 * nothing but the certainty.
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
 * Shows an edit whose answer was lost, and looks for what may have come of it: found, surely not done, or "not known" until
 * a person puts it away. Nothing is sent again.
 */
export function reconcileLost(lost: Lost, context: Context): void {
  const { store, recorder, clock, invocation, ownWrites, looks } = context
  // Of several requests of one command each is looked for by itself.
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
    clock.after(SETTLED_LIFE_MS, () => dismissLost(id, store))
    if (foundId === null) return
    ownWrites.made(foundId)
    context.queries.written(lost.operation, entry.projectId)
  }

  /** Another hand has written the list meanwhile. */
  let isOthers = false

  const look = async (nth: number): Promise<void> => {
    const read = async () => {
      // Another of ours that is still on its way may be what shows.
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

/** Of such edits one got lost so short a time ago that it may still reach the service. */
export function mayArrive(
  names: readonly EditName[],
  projectId: string,
  { store, clock }: Pick<Context, 'store' | 'clock'>,
) {
  const isOpen = ({ phase, sentAt }: LostEdit) =>
    phase === 'looking' || (phase === 'notKnown' && Math.abs(clock.now() - sentAt) < ARRIVES_WITHIN_MS)
  const { lostEdits } = store.get()
  return lostEdits.some(
    (one) => one.projectId === projectId && names.some((name) => name === one.operation) && isOpen(one),
  )
}

/** How many settled ones are shown, the oldest going first; and how long those that leave nothing to do, in ms. */
const MOST_SETTLED = 50
const SETTLED_LIFE_MS = 24 * 3_600_000

function bounded(edits: LostEdit[]): LostEdit[] {
  const surplus = new Set(edits.filter(({ phase }) => phase !== 'looking').slice(0, -MOST_SETTLED))
  return surplus.size > 0 ? edits.filter((one) => !surplus.has(one)) : edits
}

/** It is not shown any more. */
export const dismissLost = (id: string, store: Pick<Store, 'change'>): void =>
  store.change((draft) => {
    draft.lostEdits = draft.lostEdits.filter((one) => one.id !== id)
  })

/**
 * Keeps what is not known of a service's lost edits, until a person puts it away: over restarts, and while another account
 * is looked at. Where the disk refuses, it lasts as long as this process looks at this account. Answers what ends it.
 */
export function persistLostEdits(parts: Pick<Dependencies, 'store' | 'kept' | 'serviceId'>): () => void {
  return parts.store.subscribe(({ patches }, { lostEdits }) => {
    if (!patches.some(({ path }) => path[0] === 'lostEdits')) return
    const open = lostEdits.filter(({ phase }) => phase === 'looking' || phase === 'notKnown')
    const key = recordKey(parts)
    if (open.length === 0 && !parts.kept.lostEdits.of(key)) return
    // The journal says that the disk takes nothing; what is not known stays in sight for this run.
    parts.kept.lostEdits.put(key, open.length > 0 ? open : null).catch(() => {})
  })
}

/** What is kept of them. What was still being looked for then was not found. */
export function storedLostEdits(kept: Kept, serviceId: string): LostEdit[] {
  const edits = kept.lostEdits.of(recordKey({ serviceId: () => serviceId })) ?? []
  return edits.map((one) => ({ ...one, phase: 'notKnown' }))
}

/**
 * The list that tells: what it is called among lists, and how it is read. What is read is null where it could not be read
 * whole, for what is missing in it proves nothing.
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

/** What of the list such an edit is about: of scenes the layers of one. */
const partOf = (items: readonly Item[], { as, items: held }: LookFor, { sceneId }: Params): readonly Item[] =>
  held && as !== 'replaced' ? items.filter(({ id }) => id === sceneId).flatMap((item) => item[held] as Item[]) : items
