import { useEffect } from 'react'
import { goTo } from '../hooks/usePlace.ts'
import { useActions } from '../mirror/context.tsx'

/** Escape leads back to the show, unless something nearer wants it: a form, a dialog, a field, a stop being armed. */
export function useEscapeToShow(): void {
  const { store, stop } = useActions()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isWantedNearer(event)) return
      const { phase } = store.getState().stop
      if (phase === 'arming' || phase === 'armed') stop.cancel()
      else goTo('show')
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [store, stop])
}

function isWantedNearer({ target }: KeyboardEvent): boolean {
  const empties = target instanceof HTMLInputElement && target.type === 'search' && target.value !== ''
  return empties || document.querySelector('dialog[open]') !== null
}
