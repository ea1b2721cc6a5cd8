import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** A part of a page that threw while rendering. */
export type BrokenPart = 'controls' | 'page'

/** A broken part stays broken until the page reloads. */
const broken = createStore<{ parts: readonly BrokenPart[] }>(() => ({ parts: [] }))

export function reportBroken(part: BrokenPart): void {
  broken.setState(({ parts }) => ({ parts: [...parts, part] }))
}

/** Whether Stop is gone because something threw. */
export const useIsStopGone = (): boolean => useStore(broken, ({ parts }) => parts.length > 0)
