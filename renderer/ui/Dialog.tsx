import { type ComponentProps, type RefObject, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { NAMES } from '../../shared/words/labels.ts'

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
  return (
    <button
      type="button"
      className="button quiet"
      onClick={(event) => event.currentTarget.closest('dialog')?.close()}
    >
      {NAMES.close}
    </button>
  )
}
