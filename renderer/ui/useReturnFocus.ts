import { type RefObject, useEffect } from 'react'

/** What opens in the page takes the focus, and gives it back to where it was when it closes. */
export function useReturnFocus(first: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement
    first.current?.focus()
    return () => {
      // What had the focus has left the page by now; whoever moved it elsewhere meanwhile keeps it there.
      const free = document.activeElement === document.body || document.activeElement === null
      if (free && before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [first])
}
