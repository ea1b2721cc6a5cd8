import { PAGE } from '../../shared/contract/limits.ts'
import {
  type Answer,
  type Operation,
  type OperationName,
  operations,
  type PathParameters,
  type Query,
} from '../../shared/contract/operations.ts'
import { createKeys, type Page, pageOf } from '../../shared/contract/pages.ts'
import { type Failure, ServiceError } from '../../shared/failures.ts'
import { moreThan } from '../../shared/words/outcomes/failures.ts'
import { LONGEST_LIST, MOST_SCENES, pagesFor } from './bounds.ts'
import type { AnyInput, Caller, CallInput, CallOptions } from './calls.ts'
import { prepare } from './request.ts'

/** Operations that return one page of a list. */
export type PagedName = {
  [Name in OperationName]: Query<Name> extends { limit?: number | undefined; offset?: number | undefined }
    ? Name
    : never
}[OperationName]

type ItemsOf<Page> = { [Field in keyof Page]-?: Page[Field] extends (infer Item)[] ? Item : never }[keyof Page]
export type ItemOf<Name extends PagedName> = ItemsOf<Answer<Name>>

export interface WholeList<Item> {
  items: Item[]
  /** False if something may be missing: the list kept changing while it was read, or exceeds its bounds. */
  whole: boolean
  /** Why nothing was read after these items although there is more. */
  excess: Failure | null
}

/** Most readings of a list that changes while it is read. */
const MOST_READINGS = 3
/** The page size if a page is too large to read. */
const SMALL_PAGE = 10
/** The most items read of a list, if fewer than of others. */
const MOST_ITEMS: Partial<Record<PagedName, number>> = { listScenes: MOST_SCENES }

/**
 * Reads all pages of a list (contract notes, "Paging"): repeated items are dropped, and the list is read again if its
 * total changed in between. Each page is a call of its own, with its own budget. If a list exceeds the bounds
 * (`LONGEST_LIST`), its beginning is returned with the excess: the caller decides whether that suffices.
 *
 * @param keep returns what is kept of an item, so that the rest does not fill the memory
 */
export async function readAll<Name extends PagedName, Kept>(
  caller: Caller,
  name: Name,
  params: PathParameters<Name>,
  keep: (item: ItemOf<Name>) => Kept,
  options: CallOptions = {},
): Promise<WholeList<Kept>> {
  const found = new Map<string, Kept>()
  const mostItems = MOST_ITEMS[name] ?? LONGEST_LIST.items
  const hold = (most: number, count: number, what: string) => {
    if (count > most) throw tooLarge(name, params, moreThan(most, what))
  }
  let limit: number = PAGE.most
  let pages = 0

  async function readPage(offset: number): Promise<Page<ItemOf<Name>>> {
    hold(pagesFor(found.size), ++pages, 'pages')
    try {
      const input = { params, query: { limit, offset } } as unknown as CallInput<Name>
      return pageOf<ItemOf<Name>>(await caller.call(name, input, options))
    } catch (error) {
      if (!isTooLarge(error) || limit === SMALL_PAGE) throw error
      limit = SMALL_PAGE
      return readPage(offset)
    }
  }

  async function readOnce(): Promise<boolean> {
    found.clear()
    pages = 0
    let total: number | null = null
    let characters = 0
    const keysOf = createKeys()
    for (let offset = 0; ; ) {
      const page = await readPage(offset)
      const known = found.size
      const keys = keysOf(page.items, page.total)
      for (const [at, item] of page.items.entries()) {
        const identity = keys[at] ?? ''
        hold(mostItems, found.size + (found.has(identity) ? 0 : 1), page.field)
        const kept = keep(item)
        characters += JSON.stringify(kept).length
        hold(LONGEST_LIST.characters, characters, `characters of ${page.field}`)
        found.set(identity, kept)
      }
      offset += page.items.length
      total ??= page.total
      // A page without new items also ends the reading: a service that ignores the offset would be read for ever.
      const isLast = page.total !== total || offset >= total || found.size === known
      if (isLast) return page.total === total && found.size === total
    }
  }

  try {
    let whole = await readOnce()
    for (let readings = 1; !whole && readings < MOST_READINGS; readings++) whole = await readOnce()
    return { items: [...found.values()], whole, excess: null }
  } catch (error) {
    if (!isTooLarge(error)) throw error
    return { items: [...found.values()], whole: false, excess: error.failure }
  }
}

/**
 * Calls any read. A page that is too large to read is requested in pieces and joined, up to as many characters as are
 * kept of a list: then it has fewer items than requested, as any page may have.
 */
export async function callInPieces(
  caller: Caller,
  name: OperationName,
  input: AnyInput,
  options: CallOptions = {},
): Promise<object> {
  const call = (query: unknown) => caller.call(name, { ...input, query } as CallInput<OperationName>, options)
  try {
    return await call(input.query)
  } catch (error) {
    const query = (input.query ?? {}) as Bounds
    const { limit = PAGE.default, offset = 0 } = query
    const { query: known }: Operation = operations[name]
    if (!isTooLarge(error) || limit <= SMALL_PAGE || !known || !('limit' in known.shape)) throw error
    const piece = (from: number) => call({ ...query, limit: SMALL_PAGE, offset: from })
    const first = await piece(offset)
    const { field, total, items: begun } = pageOf<unknown>(first)
    const items = [...begun]
    let characters = JSON.stringify(items).length
    while (items.length < Math.min(limit, total - offset) && characters < LONGEST_LIST.characters) {
      const more = pageOf<unknown>(await piece(offset + items.length)).items.slice(0, limit - items.length)
      if (more.length === 0) break
      items.push(...more)
      characters += JSON.stringify(more).length
    }
    return { ...first, [field]: items }
  }
}

interface Bounds {
  limit?: number
  offset?: number
}

const isTooLarge = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.failure.kind === 'tooLarge'

function tooLarge<Name extends PagedName>(name: Name, params: PathParameters<Name>, detail: string): ServiceError {
  const { asked } = prepare(name, operations[name], { params })
  return new ServiceError({ ...asked, kind: 'tooLarge', detail, mayHaveHappened: true })
}
