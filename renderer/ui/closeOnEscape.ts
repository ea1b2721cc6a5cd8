import type { KeyboardEvent } from 'react'

/** Escape leaves the form first, and the set-up only when pressed again. */
export function closeOnEscape(event: KeyboardEvent, onClose: () => void): void {
  if (event.key !== 'Escape') return
  event.preventDefault()
  onClose()
}
