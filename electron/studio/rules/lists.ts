import { PAGE } from '../../../shared/contract/limits.ts'

export interface Paging {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

/** The asked part of a list, and what a reader needs to go on. */
export function pageOf<T>(all: readonly T[], { limit = PAGE.default, offset = 0 }: Paging) {
  return { items: all.slice(offset, offset + limit), total: all.length, offset }
}

/** The contract's order: created last first, then by id. */
export function newestFirst(
  one: { readonly createdAt: number; readonly id: string },
  other: { readonly createdAt: number; readonly id: string },
): number {
  return other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1)
}
