import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/**
 * Loads a separate script; available immediately if loaded before, null while loading.
 * @param load a stable function
 */
export function useLate<T extends object>(load: () => Promise<T>): T | 'failed' | null {
  const [late, setLate] = useState<T | 'failed' | null>(() => (come.get(load) as T | undefined) ?? null)
  useEffect(() => {
    if (late !== null) return
    let here = true
    load().then(
      (loaded) => {
        come.set(load, loaded)
        if (here) setLate(() => loaded)
      },
      // The core is gone, or has been replaced by another version: the caller shows what to do.
      () => here && setLate('failed'),
    )
    return () => {
      here = false
    }
  }, [load, late])
  return late
}

const come = new Map<unknown, object>()

/**
 * A part in a separate script, which the first paint does not wait for.
 * @param load a stable function
 * @param failed shown if it fails to load: the core is gone, or runs another version by now
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  failed: ReactNode,
  waiting: ReactNode = null,
) {
  return function Late(props: Props) {
    const Part = useLate(load)
    if (Part === 'failed') return failed
    return Part ? <Part {...props} /> : waiting
  }
}
