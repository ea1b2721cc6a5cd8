import { useEffect } from 'react'
import { useList } from './queries.ts'
import { useFilesEncoded } from './useEncodes.ts'

/** Pages of the account's files that are looked through: what is used now is mostly among the newest. */
const PAGES = 5

/**
 * Those of these files that cannot be used, with the codes that say why.
 *
 * @param ids null: not known yet
 * @returns `missing`: how many were not found among the files that were read; `isRead` false: more are still being read
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
  useFilesEncoded(list, unusable.length > 0)
  const isRead = ids !== null && data !== undefined && !isMore
  return { unusable, missing, isRead, error, readAt, readAgain: () => void refetch() }
}
