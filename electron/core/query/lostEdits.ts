import { PAGE } from '../../../shared/contract/limits.ts'
import {
  type EditName,
  type LookFor,
  type Operation,
  type OperationName,
  operations,
  type QueryName,
} from '../../../shared/contract/operations.ts'
import { identityOf, pageOf } from '../../../shared/contract/pages.ts'
import type { QueryInput } from '../../../shared/query/query.ts'
import type { LostEdit } from '../../../shared/state.ts'
import { editAsked } from '../../../shared/words/edits.ts'
import type { AnyInput, CallInput } from '../../service/calls.ts'
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
 * What the list of a `never` row holds before anything is sent: only what is new afterwards can have come of it. Costs a
 * request where nobody read that list lately; one that fails costs nothing but the certainty.
 */
export async function lookBefore(operation: EditName, params: Params, context: Context): Promise<Lost['before']> {
  const lookFor = rowOf(operation)
  if (!lookFor) return null
  const name = lookFor.reading as QueryName
  const input = { ...params, limit: PAGE.most } as unknown as QueryInput<QueryName>
  return context.queries.read(name, input).then(
    ({ value }) => new Set(itemsIn(value).map(keyOf)),
    () => null,
  )
}

/**
 * Shows an edit whose answer was lost, and looks for what may have come of it. A match is told and put away; without one
 * it stays "not known" until a person puts it away. Nothing is sent again.
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
  }
  store.change((draft) => {
    draft.lostEdits.push(entry)
  })
  if (!lookFor || !before) return

  function end(found: boolean): void {
    store.change((draft) => {
      const others = draft.lostEdits.filter((one) => one.id !== id)
      draft.lostEdits = found ? others : [...others, { ...entry, phase: 'notKnown' }]
    })
    recorder.seen({ id: entry.projectId, name: null }, { event: 'editSettled', about, found })
    if (found) context.queries.written(lost.operation, entry.projectId)
  }

  const look = async (nth: number): Promise<void> => {
    const found = await isThere(lost, lookFor, before, context).catch(() => false)
    if (found) return end(true)
    const [now, next] = [LOOKS_AFTER_MS[nth] ?? 0, LOOKS_AFTER_MS[nth + 1]]
    if (next === undefined) return end(false)
    clock.after(next - now, () => void look(nth + 1))
  }
  clock.after(LOOKS_AFTER_MS[0] ?? 0, () => void look(0))
}

/** Past the cache: what was read before the loss tells nothing. */
async function isThere(
  lost: Lost,
  lookFor: LookFor,
  before: ReadonlySet<string>,
  context: Context,
): Promise<boolean> {
  const name = lookFor.reading as OperationName
  const input: AnyInput = { params: lost.params, query: operations[name].query ? { limit: PAGE.most } : undefined }
  const answer = await context.service.call(name, input as CallInput<OperationName>, { lane: 'edit' })
  return itemsIn(answer).some((item) => !before.has(keyOf(item)) && isMeant(item, lost.body ?? {}, lookFor))
}

function isMeant(item: Item, body: Readonly<Record<string, unknown>>, { same }: LookFor): boolean {
  return Object.entries(same).every(([field, sent]) => {
    const wanted = body[sent]
    return Array.isArray(wanted) ? wanted.includes(item[field]) : wanted === item[field]
  })
}

const itemsIn = (answer: object): Item[] => pageOf<Item>(answer).items

/** An encode is known again by its file, while all else of it moves on. */
const keyOf = (item: Item): string => String(item.fileId ?? identityOf(item))
