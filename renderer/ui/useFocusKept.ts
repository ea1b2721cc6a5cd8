import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

/**
 * Where what had the focus leaves the page, because a press took it away, the focus goes to `home` and not to the page's start.
 * Spread what it returns on the part of the page it is about.
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
    // Somebody who leaves goes elsewhere; what is taken out of the page goes nowhere.
    onBlur: ({ relatedTarget, currentTarget, target }: FocusEvent) => {
      if (target.isConnected)
        isInside.current = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
    },
  }
}
