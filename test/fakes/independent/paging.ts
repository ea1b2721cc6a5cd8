import { invalid, whole } from './check.ts'

/** Refuses query parameters that the operation does not have. */
export function assertQuery(query: URLSearchParams, known: readonly string[]): void {
  for (const name of query.keys()) if (!known.includes(name)) throw invalid(name, 'no such query parameter')
}

/** One page of a list, under the list's own name. */
export function page<Item>(
  query: URLSearchParams,
  plural: string,
  all: readonly Item[],
  view: (item: Item) => object,
): object {
  const limit = number(query, 'limit', 20, 1, 100)
  const offset = number(query, 'offset', 0, 0, Number.MAX_SAFE_INTEGER)
  return { [plural]: all.slice(offset, offset + limit).map(view), total: all.length, offset }
}

function number(query: URLSearchParams, name: string, fallback: number, least: number, most: number): number {
  const given = query.get(name)
  if (given === null) return fallback
  return whole(/^\d+$/.test(given) ? Number(given) : Number.NaN, name, least, most)
}
