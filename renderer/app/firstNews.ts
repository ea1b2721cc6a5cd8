import type { PanelStore } from '../store/store.ts'

/** Ms. The core on this very machine answers within a few: who waits longer is told what is waited for. */
const PATIENCE_MS = 150

/** Resolves once the core has told its state, or that it cannot be reached, or soon in any case: there is something to draw. */
export function firstNews({ store }: PanelStore): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const { state, link } = store.getState()
      if (state !== null || link !== 'connecting') done()
    }
    const done = () => {
      unsubscribe()
      clearTimeout(patience)
      resolve()
    }
    const unsubscribe = store.subscribe(look)
    const patience = setTimeout(done, PATIENCE_MS)
    look()
  })
}
