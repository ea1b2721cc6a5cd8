import { useEffect, useRef } from 'react'

interface Listeners {
  onKeyDown(event: KeyboardEvent): void
  onKeyUp(event: KeyboardEvent): void
  /** Keys pressed from now on go to another program. */
  onBlur(): void
}

/** While `on`, hears every key before anything else in the page, and nothing else in the page hears it. */
export function useEveryKey(on: boolean, listeners: Listeners): void {
  const latest = useRef(listeners)
  latest.current = listeners
  useEffect(() => {
    if (!on) return
    const stop = new AbortController()
    const options = { capture: true, signal: stop.signal }
    const alone = (hear: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
      event.preventDefault()
      event.stopPropagation()
      hear(event)
    }
    window.addEventListener(
      'keydown',
      alone((event) => latest.current.onKeyDown(event)),
      options,
    )
    window.addEventListener(
      'keyup',
      alone((event) => latest.current.onKeyUp(event)),
      options,
    )
    window.addEventListener('blur', (event) => event.target === window && latest.current.onBlur(), options)
    return () => stop.abort()
  }, [on])
}
