import { parametersIn } from '../../../shared/contract/inputs.ts'
import { PAGE } from '../../../shared/contract/limits.ts'
import {
  type EditName,
  type LookFor,
  type Operation,
  type OperationName,
  operations,
} from '../../../shared/contract/operations.ts'
import { identityOf, pageOf } from '../../../shared/contract/pages.ts'
import type { LostEdit } from '../../../shared/state.ts'
import { editAsked } from '../../../shared/words/operations.ts'
import type { AnyInput, CallInput } from '../../service/calls.ts'
import { type PagedName, readAll } from '../../service/paging.ts'
import type { Context } from '../commands/context.ts'

/** When a lost edit is looked for, in ms after it was lost: what was on its way may arrive for half a minute. */
export const LOOKS_AFTER_MS = [1_000, 10_000, 30_000]

type Item = Readonly<Record<string, unknown>>
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
 * cache, for a namesake of a second ago is not ours; a reading that fails costs nothing but the certainty.
 */
export async function lookBefore(operation: EditName, params: Params, context: Context): Promise<Lost['before']> {
  const lookFor = rowOf(operation)
  if (!lookFor) return null
  return listed(lookFor, params, context).then(
    (items) => new Set(items.map(keyOf)),
    () => null,
  )
}

/**
 * Shows an edit whose answer was lost, and looks for what may have come of it: found, or "not known", until a person
 * puts it away. Nothing is sent again.
 */
export function takeUpLost(lost: Lost, context: Context): void {
  const { store, recorder, clock, invocation } = context
  const { id } = invocation
  const lookFor = rowOf(lost.operation)
  const { before } = lost
  const phase = lookFor && before ? 'looking' : 'notKnown'
  const about = editAsked(lost.operation, lost.input)
  const entry: LostEdit = {
    id,
    operation: lost.operation,
    about,
    projectId: lost.params.projectId ?? null,
    sentAt: lost.sentAt,
    phase,
    foundId: null,
  }
  store.change((draft) => {
    draft.lostEdits.push(entry)
  })
  if (!lookFor || !before) return

  function end(foundId: string | null): void {
    const found = foundId !== null
    store.change((draft) => {
      const one = draft.lostEdits.find((other) => other.id === id)
      if (one) Object.assign(one, { phase: found ? 'found' : 'notKnown', foundId })
    })
    recorder.seen({ id: entry.projectId, name: null }, { event: 'editSettled', about, found })
    if (found) context.queries.written(lost.operation, entry.projectId)
  }

  const look = async (nth: number): Promise<void> => {
    const items = await listed(lookFor, lost.params, context).catch(() => null)
    const found = items && whatCame(items, lookFor, before, { ...lost.body, ...lost.params })
    if (found) return end(found)
    const [now, next] = [LOOKS_AFTER_MS[nth] ?? 0, LOOKS_AFTER_MS[nth + 1]]
    if (next === undefined) return end(null)
    clock.after(next - now, () => void look(nth + 1))
  }
  clock.after(LOOKS_AFTER_MS[0] ?? 0, () => void look(0))
}

async function listed({ reading, newestFirst, items: held }: LookFor, params: Params, { service }: Context) {
  const name = reading as PagedName
  const options = { lane: 'edit' } as const
  const { path, query }: Operation = operations[name]
  const asked = Object.fromEntries(parametersIn(path).map((one) => [one, params[one] ?? '']))
  if (!newestFirst && query !== null && 'offset' in query.shape) {
    const { items } = await readAll<PagedName, Item>(service, name, asked as never, (item) => item, options)
    return held ? items.flatMap((item) => itemsUnder(item, held)) : items
  }
  const input: AnyInput = { params: asked, query: newestFirst && { limit: PAGE.most } }
  const answer = await service.call(name, input as CallInput<OperationName>, options)
  return held ? itemsUnder(answer as Item, held) : pageOf<Item>(answer).items
}

const itemsUnder = (item: Item, held: string): Item[] => {
  const { [held]: items = (item.settings as Item | undefined)?.[held] } = item
  return Array.isArray(items) ? items : []
}

/** The id of what a lost write did, where its list shows that; null: it does not, or not for sure. */
function whatCame(items: Item[], { as = 'added', same }: LookFor, before: ReadonlySet<string>, sent: Item) {
  const fields = Object.entries(same)
  const isNew = (item: Item) => !before.has(keyOf(item))
  if (as === 'gone') {
    const id = String(sent[same.id ?? ''])
    return before.has(id) && !items.some((item) => keyOf(item) === id) ? id : null
  }
  if (as === 'replaced') {
    const [[field, list] = ['', '']] = fields
    const wanted = (sent[list] as Item[]).map((one) => one[field])
    const isThere =
      wanted.length === items.length && items.every((item, at) => isNew(item) && item[field] === wanted[at])
    return isThere ? String(sent.layerId) : null
  }
  const meant = items.filter((item) => isNew(item) && fields.every(([field, by]) => holds(item[field], sent[by])))
  // Of two that fit, one is another hand's: which, nobody can tell. Of a list that was sent, each is ours.
  const sentList = fields.some(([, by]) => Array.isArray(sent[by]))
  const [found] = meant
  return found && (meant.length === 1 || sentList) ? keyOf(found) : null
}

/** What was not sent fits whatever is there; times are compared as times. */
function holds(is: unknown, sent: unknown): boolean {
  if (sent === undefined) return true
  if (Array.isArray(sent)) return sent.some((one) => holds(is, one))
  return is === sent || (isTime(is) && isTime(sent) && Date.parse(is) === Date.parse(sent))
}

/** `Date.parse` alone takes "Scene 1" for a date. */
const isTime = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)

/** A playlist's items are made anew by every write; an encode is known again by its file, while all else moves on. */
const keyOf = (item: Item): string => String(item.playlistItemId ?? item.fileId ?? identityOf(item))
