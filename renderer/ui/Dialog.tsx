import { type ComponentProps, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { NAMES } from '../../shared/words/labels.ts'
import { Button } from './PressButton.tsx'

interface Props extends ComponentProps<'dialog'> {
  /** Told however it was closed: Escape, or `close()`. */
  onClose(): void
  ref?: RefObject<HTMLDialogElement | null>
}

/**
 * What is asked or shown over the page. It stands at the page's root: whatever asked for it may be folded away, and a modal
 * inside what is not displayed is a modal nobody sees.
 */
export function Dialog({ ref, ...props }: Props) {
  const own = useRef<HTMLDialogElement>(null)
  const dialog = ref ?? own
  useEffect(() => {
    // Leaving the page closes it too: no clean-up, which would tell us that somebody closed it.
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [dialog])
  return createPortal(<dialog {...props} ref={dialog} />, document.body)
}

/** Closes the dialog it stands in, as Escape does: the focus goes back to where it came from. */
export function CloseButton() {
  return <Button onClick={(event) => event.currentTarget.closest('dialog')?.close()}>{NAMES.close}</Button>
}

/** Escape leaves the form first, and the set-up only when pressed again. */
export function closeOnEscape(event: KeyboardEvent, onClose: () => void): void {
  if (event.key !== 'Escape') return
  event.preventDefault()
  onClose()
}

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
