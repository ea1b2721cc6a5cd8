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
    const items = await listed(lookFor, lost.params, context).catch(() => [])
    const found = items.find((item) => !before.has(keyOf(item)) && isMeant(item, lost.body ?? {}, lookFor))
    if (found) return end(keyOf(found))
    const [now, next] = [LOOKS_AFTER_MS[nth] ?? 0, LOOKS_AFTER_MS[nth + 1]]
    if (next === undefined) return end(null)
    clock.after(next - now, () => void look(nth + 1))
  }
  clock.after(LOOKS_AFTER_MS[0] ?? 0, () => void look(0))
}

async function listed({ reading, newestFirst }: LookFor, params: Params, { service }: Context): Promise<Item[]> {
  const name = reading as PagedName
  const options = { lane: 'edit' } as const
  if (!newestFirst && operations[name].query !== null) {
    return (await readAll<PagedName, Item>(service, name, params as never, (item) => item, options)).items
  }
  const input: AnyInput = { params, query: newestFirst && { limit: PAGE.most } }
  return pageOf<Item>(await service.call(name, input as CallInput<OperationName>, options)).items
}

function isMeant(item: Item, body: Readonly<Record<string, unknown>>, { same }: LookFor): boolean {
  return Object.entries(same).every(([field, sent]) => {
    const wanted = body[sent]
    return Array.isArray(wanted) ? wanted.includes(item[field]) : wanted === item[field]
  })
}

/** An encode is known again by its file, while all else of it moves on. */
const keyOf = (item: Item): string => String(item.fileId ?? identityOf(item))
