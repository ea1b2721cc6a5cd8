import { useEffect, useState } from 'react'

/** This many render within a few milliseconds, and fill any window. */
const PORTION = 60

/**
 * How many items of a long list to render: one more portion per frame, so that nothing has to wait for it, and
 * finally all, so that the browser's search and screen readers find them.
 * @param what a change identifies another list, which starts over
 */
export function useInPortions(total: number, what: string): number {
  const [ready, setReady] = useState({ what, count: PORTION })
  const count = ready.what === what ? ready.count : PORTION
  useEffect(() => {
    if (count >= total) return
    const frame = requestAnimationFrame(() => setReady({ what, count: count + PORTION }))
    return () => cancelAnimationFrame(frame)
  }, [what, count, total])
  return count
}
