import { useEffect } from 'react'
import { useActions } from '../../store/context.tsx'

/** Where letters and digits are text, or belong to an open question. Radio buttons and checkboxes use neither. */
const NOT_HERE =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable=""], [contenteditable="true"], dialog, [role$="dialog"]'

/**
 * Whether this key was pressed, without modifiers and not repeated. A letter also counts with Caps Lock, and by its
 * physical position if the layout has no Latin letters (Greek, Cyrillic, Hebrew, Arabic). Ignored while an input
 * method composes.
 *
 * @param key a lower-case letter, or a sign
 */
export function isKey(event: KeyboardEvent, key: string): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.isComposing) return false
  if (!/^[a-z]$/.test(key)) return event.key === key
  const isLatin = event.key.length !== 1 || /\p{Script=Latin}/u.test(event.key)
  return !event.shiftKey && (isLatin ? event.key.toLowerCase() === key : event.code === `Key${key.toUpperCase()}`)
}

/**
 * A key of the whole page, by the character it types. Ignored while the user is typing and while a dialog is open.
 * `act` must be stable.
 */
export function usePageKey(key: string | undefined, act: () => void): void {
  useEffect(() => {
    if (key === undefined) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isKey(event, key) || event.defaultPrevented || isElsewhere(event)) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [key, act])
}

/** Handles Escape, unless something more specific does: a form, a dialog, a field, a stop being armed. */
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

/** Whether a key event belongs to something else than the page: a text field or a dialog. */
export function isElsewhere(event: KeyboardEvent): boolean {
  const inField = event.target instanceof Element && event.target.closest(NOT_HERE) !== null
  return inField || document.querySelector('dialog[open]') !== null
}
