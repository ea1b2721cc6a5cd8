import { useEffect } from 'react'
import { useActions } from '../store/context.tsx'

/** What Escape does, unless something nearer wants it: a form, a dialog, a field, a stop being armed. */
export function useEscape(onEscape: () => void): void {
  const { store, stop } = useActions()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isWantedNearer(event)) return
      const { phase } = store.getState().stop
      if (phase === 'arming' || phase === 'armed') stop.cancel()
      else onEscape()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [store, stop, onEscape])
}

function isWantedNearer({ target }: KeyboardEvent): boolean {
  const empties = target instanceof HTMLInputElement && target.type === 'search' && target.value !== ''
  return empties || document.querySelector('dialog[open]') !== null
}
