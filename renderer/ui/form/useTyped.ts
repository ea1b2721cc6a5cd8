import { useEffect, useState } from 'react'

/** Users type a letter every 100 to 200 ms: within this time the word is not finished. In ms. */
const REST_MS = 250

/**
 * The search text, once the user pauses: each search of the service costs a request of the budget shared with the
 * show. An emptied field takes effect immediately.
 */
export function useTyped(text: string): string {
  const [typed, setTyped] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : typed
}
