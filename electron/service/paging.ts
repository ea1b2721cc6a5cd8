import { PAGE } from '../../shared/contract/limits.ts'
import type { Answer, OperationName, PathParameters, Query } from '../../shared/contract/operations.ts'
import type { Caller, CallInput, CallOptions } from './calls.ts'

/** Operations that answer one page of a list. */
export type PagedName = {
  [Name in OperationName]: Query<Name> extends { limit?: number | undefined; offset?: number | undefined }
    ? Name
    : never
}[OperationName]

type ItemsOf<Page> = { [Field in keyof Page]-?: Page[Field] extends (infer Item)[] ? Item : never }[keyof Page]
export type ItemOf<Name extends PagedName> = ItemsOf<Answer<Name>>

export interface WholeList<Item> {
  items: Item[]
  /** False when the list kept changing under our reading: something may be missing. */
  whole: boolean
}

/** How often a list is read again that changed while it was read. */
const MOST_READINGS = 3

/**
 * Reads all pages of a list (contract notes, "Paging"): repeated items are dropped, and it is read again when its total
 * moved in between. Each page is a call of its own, with its own budget.
 */
export async function readAll<Name extends PagedName>(
  caller: Caller,
  name: Name,
  params: PathParameters<Name>,
  query: Omit<NonNullable<Query<Name>>, 'limit' | 'offset'> = {} as NonNullable<Query<Name>>,
  options: CallOptions = {},
): Promise<WholeList<ItemOf<Name>>> {
  const readPage = async (offset: number) => {
    const input = { params, query: { ...query, limit: PAGE.most, offset } } as unknown as CallInput<Name>
    return pageOf<ItemOf<Name>>(await caller.call(name, input, options))
  }
  let list = await readOnce(readPage)
  for (let readings = 1; !list.whole && readings < MOST_READINGS; readings++) list = await readOnce(readPage)
  return list
}

interface Page<Item> {
  items: Item[]
  total: number
}

async function readOnce<Item>(readPage: (offset: number) => Promise<Page<Item>>): Promise<WholeList<Item>> {
  const found = new Map<string, Item>()
  let total: number | null = null
  for (let offset = 0; ; ) {
    const page = await readPage(offset)
    const known = found.size
    for (const item of page.items) found.set(identityOf(item), item)
    offset += page.items.length
    total ??= page.total
    // A page without news ends it too: a service that ignores the offset would be read for ever.
    const isLast = page.total !== total || offset >= total || found.size === known
    if (isLast) return { items: [...found.values()], whole: page.total === total && found.size === total }
  }
}

function pageOf<Item>(answer: object): Page<Item> {
  const items = Object.values(answer).find((value) => Array.isArray(value)) as Item[]
  return { items, total: 'total' in answer ? Number(answer.total) : items.length }
}

/** Records without an id of their own (log rows) are told apart by all they hold. */
function identityOf(item: unknown): string {
  const { id, liveId } = item as { id?: unknown; liveId?: unknown }
  return String(id ?? liveId ?? JSON.stringify(item))
}
