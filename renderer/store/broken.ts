import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** A part of a page that threw while it was drawn, and what it took with it. */
export type BrokenPart = 'controls' | 'page'

/** What threw is gone until the page is loaded anew. */
const broken = createStore<{ parts: readonly BrokenPart[] }>(() => ({ parts: [] }))

export function reportBroken(part: BrokenPart): void {
  broken.setState(({ parts }) => ({ parts: [...parts, part] }))
}

/** Went Stop with what threw? */
export const useIsStopGone = (): boolean => useStore(broken, ({ parts }) => parts.length > 0)
