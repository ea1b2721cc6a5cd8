/** One page of a list, whatever list it is of. */
export interface Page<Item> {
  /** What the list is called: `scenes`. */
  field: string
  items: Item[]
  total: number
}

/** Takes a page out of an answer. */
export function pageOf<Item>(answer: object): Page<Item> {
  const [field = 'items', items = []] = Object.entries(answer).find(([, value]) => Array.isArray(value)) ?? []
  return { field, items, total: 'total' in answer ? Number(answer.total) : items.length }
}

/** What an item is known again by. Records without an id of their own (log rows) are told apart by all they hold. */
export function identityOf(item: unknown): string {
  const { id, liveId } = item as { id?: unknown; liveId?: unknown }
  return String(id ?? liveId ?? JSON.stringify(item))
}
