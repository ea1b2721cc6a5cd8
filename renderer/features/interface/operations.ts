import type { OperationEntry } from '../../../shared/state.ts'
import type { SHOWN_WORDS, SORT_WORDS } from '../../../shared/words/interface.ts'

export type Shown = keyof typeof SHOWN_WORDS
export type Sort = keyof typeof SORT_WORDS

const SHOWN: Record<Shown, (one: OperationEntry) => boolean> = {
  all: () => true,
  sent: ({ sent }) => sent > 0,
  failed: ({ last }) => last !== null && last.failure !== null,
  assumed: ({ sources }) => Object.values(sources).includes('A'),
  overridden: ({ overridden }) => overridden,
}

const SORTS: Record<Sort, (a: OperationEntry, b: OperationEntry) => number> = {
  contract: () => 0,
  name: (a, b) => a.name.localeCompare(b.name),
  sent: (a, b) => b.sent - a.sent,
  latest: (a, b) => (b.last?.at ?? 0) - (a.last?.at ?? 0),
  slowest: (a, b) => (b.last?.ms ?? -1) - (a.last?.ms ?? -1),
}

/** The operations of a kind whose name, method or path has these letters in it, in an order. */
export function chosenOperations(
  all: readonly OperationEntry[],
  { sought, shown, sort }: { sought: string; shown: Shown; sort: Sort },
): OperationEntry[] {
  const letters = sought.trim().toLowerCase()
  const has = ({ name, method, path }: OperationEntry) => `${name} ${method} ${path}`.toLowerCase().includes(letters)
  return all.filter((one) => SHOWN[shown](one) && has(one)).sort(SORTS[sort])
}
