import { MOST } from '../../shared/contract/limits.ts'
import { moreThan } from '../../shared/words/failures.ts'

/**
 * How much is read of one list: the service may tell of as many as it likes. The characters are of what is kept, as JSON.
 * The pages are of as few as 20 items, which is what some services give.
 */
export const LONGEST_LIST = { items: 10_000, pages: 500, characters: 2 * 1024 * 1024 } as const
/**
 * The pages that may be read of one list, by how many items they brought: a list of one item a page would spend a minute's
 * budget. Some services give 20 a page; we ask for 10 where a page is too large.
 */
export const pagesFor = (items: number): number => Math.min(LONGEST_LIST.pages, 10 + Math.floor(items / 5))

/** Twice what a project can have. */
export const MOST_SCENES = 2 * MOST.scenes

/** No record of the contract is a tenth as deep. */
export const MOST_LEVELS = 64
/** No list within a record may be as long (P: 800 layers a project, 600 files a playlist). */
export const MOST_ENTRIES = 1_000

/**
 * How a JSON value goes beyond any record of the contract, in words; null: it does not. Whatever walks a value that is too
 * deep, as every writing of it as JSON does, would run out of stack; one too wide would hold everybody else up.
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
