import { useEffect } from 'react'
import { useList } from './queries.ts'
import { useFilesEncoded } from './useEncodes.ts'

/** How many pages of the account's files are searched: files in use are mostly among the newest. */
const PAGES = 5

/**
 * Which of these files cannot be used, with the error codes that explain why.
 *
 * @param ids null: not known yet
 * @returns `encodes`: the progress of files that are being encoded; `missing`: how many were not found in the pages that were read; `isRead` false: more are still being read
 */
export function useUnusable(ids: ReadonlySet<string> | null) {
  const list = useList('listFiles', {})
  const { items, data, error, readAt, hasNextPage, isFetching, fetchNextPage, refetch } = list
  const known = new Set(items.map(({ id }) => id))
  const missing = [...(ids ?? [])].filter((id) => !known.has(id)).length
  const isMore = missing > 0 && hasNextPage && (data?.pages.length ?? 0) < PAGES
  useEffect(() => {
    if (isMore && !isFetching && !error) void fetchNextPage()
  }, [isMore, isFetching, error, fetchNextPage])
  const unusable = items.flatMap(({ id, name, issues }) =>
    ids?.has(id) && issues?.errors?.length ? [{ id, name, errors: issues.errors }] : [],
  )
  const encodes = useFilesEncoded(list, unusable.length > 0)
  const isRead = ids !== null && data !== undefined && !isMore
  return { unusable, encodes, missing, isRead, error, readAt, readAgain: () => void refetch() }
}
