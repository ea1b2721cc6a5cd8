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
  const { id, liveId } = item as { id?: unknown; liveId?: unknown }
  return String(id ?? liveId ?? JSON.stringify(item))
}
