import type { ComponentType, ReactNode } from 'react'
import { useLate } from './useLate.ts'

/**
 * A part in a script of its own: nothing of the first look waits for it.
 *
 * @param load always the same function
 * @param failed what stands there when the script does not come: the core is gone, or of another version by now
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>, failed: ReactNode) {
  return function Late(props: Props) {
    const Part = useLate(load)
    return Part === 'failed' ? failed : Part && <Part {...props} />
  }
}
