import { useEffect } from 'react'
import { useList } from '../../data/queries.ts'

const ASKED_EVERY_MS = 15_000

/** What is being encoded; asked again as long as something is. */
export function useEncodes() {
  const list = useList('listEncodes', {})
  const { items, refetch } = list
  const busy = items.length > 0
  useEffect(() => {
    if (!busy) return
    const timer = setInterval(() => void refetch(), ASKED_EVERY_MS)
    return () => clearInterval(timer)
  }, [busy, refetch])
  return { ...list, encodes: new Map(items.map(({ fileId, progress }) => [fileId, progress])) }
}
