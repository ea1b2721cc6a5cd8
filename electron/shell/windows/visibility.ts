/** Which of our windows a person can see. A page takes itself for visible as long as its window was never shown. */
export interface Viewers {
  /** What the page says of itself. */
  page(window: object, visible: boolean): void
  /** What the system says of its window. */
  window(window: object, shown: boolean): void
  gone(window: object): void
}

/** @param tell called with whether any window is seen: when its page and the system say so */
export function createViewers(tell: (seen: boolean) => void): Viewers {
  const visible = new Set<object>()
  const shown = new Set<object>()

  function put(set: Set<object>, window: object, isIn: boolean): void {
    if (isIn) set.add(window)
    else set.delete(window)
    tell([...visible].some((one) => shown.has(one)))
  }

  return {
    page: (window, is) => put(visible, window, is),
    window: (window, is) => put(shown, window, is),
    gone(window) {
      visible.delete(window)
      put(shown, window, false)
    },
  }
}
