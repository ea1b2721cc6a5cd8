import { useEffect, useState } from 'react'

/** A person types a letter each 100 to 200 ms: within this, the word is not finished. In ms. */
const REST_MS = 250

/**
 * What is searched for, once somebody rests: each search of the service costs one of the requests that the show shares.
 * An emptied field counts at once.
 */
export function useTyped(text: string): string {
  const [typed, setTyped] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : typed
}
