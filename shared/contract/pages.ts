/** One page of any list. */
export interface Page<Item> {
  /** The list's field name: `scenes`. */
  field: string
  items: Item[]
  total: number
}

/** Extracts a page from a response. */
export function pageOf<Item>(answer: object): Page<Item> {
  const [field = 'items', items = []] = Object.entries(answer).find(([, value]) => Array.isArray(value)) ?? []
  return { field, items, total: 'total' in answer ? Number(answer.total) : items.length }
}

/** The key by which an item is recognised. Records without an id (log rows) are distinguished by all their fields. */
export function identityOf(item: unknown): string {
  return idOf(item) ?? JSON.stringify(item)
}

/** The id that a record has of its own; null: it has none, and another one may be equal to it. */
function idOf(item: unknown): string | null {
  const { id, liveId } = item as { id?: unknown; liveId?: unknown }
  const own = id ?? liveId
  return own === undefined || own === null ? null : String(own)
}

/**
 * Gives the items of a list their keys, page after page. Rows of a log may be equal, because two layers that play one
 * file begin it in the same second: each has a key of its own. What comes twice has the key it had: a whole page, from
 * a service that ignores the offset, and the rows that moved on to the next page when the list grew at its front.
 *
 * @returns a function that gives the keys of the next page
 */
export function createKeys(): (items: readonly unknown[], total: number) => string[] {
  const times = new Map<string, number>()
  let last: { identities: readonly string[]; keys: string[]; total: number } | null = null

  function keyOf(item: unknown, identity: string): string {
    if (idOf(item) !== null) return identity
    const nth = (times.get(identity) ?? 0) + 1
    times.set(identity, nth)
    return nth === 1 ? identity : `${identity} ${nth}`
  }

  return (items, total) => {
    const identities = items.map(identityOf)
    const again = last === null ? [] : keysAgain(last, identities, total)
    const keys = identities.map((identity, at) => again[at] ?? keyOf(items[at], identity))
    last = { identities, keys, total }
    return keys
  }
}

interface KeyedPage {
  identities: readonly string[]
  keys: readonly string[]
  total: number
}

/** The keys of the first items of a page that the page before it already contained. */
function keysAgain({ identities, keys, total: before }: KeyedPage, now: readonly string[], total: number) {
  const isSame = (one: readonly string[], other: readonly string[]) => one.join('\n') === other.join('\n')
  if (isSame(identities, now)) return keys
  const grown = Math.min(total - before, now.length, identities.length)
  return grown > 0 && isSame(identities.slice(-grown), now.slice(0, grown)) ? keys.slice(-grown) : []
}
