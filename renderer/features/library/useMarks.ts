import { useCallback, useRef, useState } from 'react'
import type { TimedFile } from '../../../shared/query/views.ts'

/** Which of the shown files are marked: one by one, a range with Shift, or all. */
export function useMarks(shown: readonly TimedFile[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const latest = useRef(shown)
  latest.current = shown
  const from = useRef<string | null>(null)
  const mark = useCallback((id: string, isRun: boolean) => {
    const order = latest.current.map((file) => file.id)
    const ends = [order.indexOf(from.current ?? ''), order.indexOf(id)].toSorted((one, other) => one - other)
    const [first = -1, last = -1] = ends
    const run = isRun && first >= 0 ? order.slice(first, last + 1) : null
    from.current = id
    setIds((before) => {
      const after = new Set(before)
      if (run) for (const one of run) after.add(one)
      else if (!after.delete(id)) after.add(id)
      return after
    })
  }, [])
  return {
    marked: shown.filter(({ id }) => ids.has(id)),
    mark,
    markAll: () => setIds(new Set(latest.current.map(({ id }) => id))),
    clear: useCallback(() => setIds(new Set()), []),
  }
}
