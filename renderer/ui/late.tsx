import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** What comes as a script of its own, at once when it came before; null: on its way. @param load always the same function */
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
      // The core is gone, or has been replaced by another version: who asked says what to do.
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
 * A part in a script of its own: nothing of the first look waits for it.
 * @param load always the same function
 * @param failed what stands there when it does not come: the core is gone, or of another version by now
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
