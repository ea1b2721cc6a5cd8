import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

/**
 * If the focused element is removed by a click, moves the focus to `home` instead of the start of the page. Spread
 * the returned props on the part of the page that this covers.
 */
export function useFocusKept(home: RefObject<HTMLElement | null>) {
  const isInside = useRef(false)
  useEffect(() => {
    if (isInside.current && document.activeElement === document.body) home.current?.focus()
  })
  return {
    onFocus: () => {
      isInside.current = true
    },
    // A blur with a connected target means that the user moved on; a removed element must not reset the flag.
    onBlur: ({ relatedTarget, currentTarget, target }: FocusEvent) => {
      if (target.isConnected)
        isInside.current = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
    },
  }
}
