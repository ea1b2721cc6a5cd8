import { type ComponentProps, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { NAMES } from '../../../shared/words/labels.ts'
import { Button } from '../button/PressButton.tsx'

interface Props extends ComponentProps<'dialog'> {
  /** Called however the dialog was closed: by Escape or `close()`. */
  onClose(): void
  ref?: RefObject<HTMLDialogElement | null>
}

/**
 * A modal dialog. It is rendered at the page's root, because its opener may be inside something folded, and a modal
 * inside an undisplayed element is invisible.
 */
export function Dialog({ ref, ...props }: Props) {
  const own = useRef<HTMLDialogElement>(null)
  const dialog = ref ?? own
  useEffect(() => {
    // No clean-up: unmounting closes the dialog anyway, and `close()` would report it as closed by the user.
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [dialog])
  return createPortal(<dialog {...props} ref={dialog} />, document.body)
}

/** Closes the surrounding dialog as Escape does: the focus returns to where it came from. */
export function CloseButton() {
  return <Button onClick={(event) => event.currentTarget.closest('dialog')?.close()}>{NAMES.close}</Button>
}

/** Escape closes the form first, and leaves the settings only when pressed again. */
export function closeOnEscape(event: KeyboardEvent, onClose: () => void): void {
  if (event.key !== 'Escape') return
  event.preventDefault()
  onClose()
}

/** Moves the focus into a part that opens, and back to the previous element when it closes. */
export function useReturnFocus(first: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement
    first.current?.focus()
    return () => {
      // The focused element has been removed by now; if the focus has moved elsewhere meanwhile, it stays there.
      const free = document.activeElement === document.body || document.activeElement === null
      if (free && before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [first])
}
