import { useEffect, useRef } from 'react'
import { useList } from './queries.ts'

/** Short at first, because short videos are done quickly. Long ones may take hours, and each poll is a request. */
const FIRST_LOOK_MS = 2_000
const LONGEST_WAIT_MS = 15_000

/**
 * What is being encoded; polled as long as something is.
 *
 * @param awaited whether a file reports that it is being encoded
 * @param enabled false: no polling
 */
export function useEncodes(awaited = false, enabled = true) {
  const list = useList('listEncodes', {}, enabled)
  const { items, refetch } = list
  const busy = enabled && (awaited || items.length > 0)
  useEffect(() => {
    if (!busy) return
    let wait = FIRST_LOOK_MS
    let timer = setTimeout(look, wait)
    function look() {
      void refetch()
      wait = Math.min(wait * 1.5, LONGEST_WAIT_MS)
      timer = setTimeout(look, wait)
    }
    return () => clearTimeout(timer)
  }, [busy, refetch])
  return { ...list, encodes: new Map(items.map(({ fileId, progress }) => [fileId, progress])) }
}

interface Listed {
  id: string
  issues: { errors: readonly string[] | null } | null
}

interface Files {
  items: readonly Listed[]
  refetch(options: { cancelRefetch: boolean }): unknown
}

const saysEncoding = ({ issues }: Listed): boolean => issues?.errors?.includes('encoding_in_progress') ?? false

/**
 * As `useEncodes`, for a list of files: an encode that has left the list of encodes, or was never in it, has changed
 * its file, so the files are refetched.
 */
export function useFilesEncoded({ items, refetch }: Files, enabled = true) {
  const { encodes, data, hasNextPage } = useEncodes(items.some(saysEncoding), enabled)
  const before = useRef({ data, ids: [] as readonly string[] })
  useEffect(() => {
    if (data === before.current.data) return
    const awaited = [...before.current.ids, ...items.filter(saysEncoding).map(({ id }) => id)]
    before.current = { data, ids: [...encodes.keys()] }
    if (!hasNextPage && awaited.some((id) => !encodes.has(id))) void refetch({ cancelRefetch: false })
  })
  return encodes
}
