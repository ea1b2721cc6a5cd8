import { useEffect } from 'react'
import { isElsewhere } from '../features/scenes/useSceneKeys.ts'

/** A key of the whole page, by what it writes. Not while somebody writes, and not over a dialog. Keep `act` the same. */
export function usePageKey(key: string, act: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const meant = event.key === key && !event.ctrlKey && !event.altKey && !event.metaKey && !event.repeat
      if (!meant || event.defaultPrevented || isElsewhere(event)) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [key, act])
}
