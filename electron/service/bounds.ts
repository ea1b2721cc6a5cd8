import { MOST } from '../../shared/contract/limits.ts'
import { moreThan } from '../../shared/words/outcomes/failures.ts'

/**
 * How much is read of one list: the service may report any number of items. `characters` counts what is kept, as JSON.
 * `pages` is for pages of only 20 items, as some services return them.
 */
export const LONGEST_LIST = { items: 10_000, pages: 500, characters: 2 * 1024 * 1024 } as const
/**
 * The most pages to read of one list, by how many items they brought: a list with one item per page would spend a
 * minute's budget. Some services return 20 per page; we request 10 if a page is too large.
 */
export const pagesFor = (items: number): number => Math.min(LONGEST_LIST.pages, 10 + Math.floor(items / 5))

/** Twice as many as a project can have. */
export const MOST_SCENES = 2 * MOST.scenes

/** No record of the contract is a tenth as deep. */
export const MOST_LEVELS = 64
/** No list within a record may be as long (P: 800 layers per project, 600 files per playlist). */
export const MOST_ENTRIES = 1_000

/**
 * How a JSON value exceeds any record of the contract, in words; null: it does not. Code that walks a value that is too
 * deep, as `JSON.stringify` does, would run out of stack; a value that is too wide would block everything else.
 */
export function beyondBounds(value: unknown, level = 1): string | null {
  if (typeof value !== 'object' || value === null) return null
  if (level > MOST_LEVELS) return moreThan(MOST_LEVELS, 'levels')
  const entries = Object.values(value)
  if (entries.length > MOST_ENTRIES) return moreThan(MOST_ENTRIES, 'entries')
  for (const entry of entries) {
    const beyond = beyondBounds(entry, level + 1)
    if (beyond !== null) return beyond
  }
  return null
}
