import { useEffect, useState } from 'react'

/** So many take a few milliseconds to draw, and fill any window. */
const PORTION = 60

/**
 * How many of a long list to draw: a portion a frame, so that nothing else has to wait for it, and in the end all, to
 * be found by the browser and read out. @param what another list begins anew
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
