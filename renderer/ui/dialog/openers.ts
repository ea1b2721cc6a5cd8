/** What can be opened over any screen, from anywhere in it. */
const OPENERS = { palette: 'cuelight-palette', keys: 'cuelight-keys' } as const
type Opened = keyof typeof OPENERS

export const openOver = (what: Opened): void => void window.dispatchEvent(new Event(OPENERS[what]))

/** Calls `open` when it is requested. @returns a function that stops it */
export function onOpenOver(what: Opened, open: () => void): () => void {
  window.addEventListener(OPENERS[what], open)
  return () => window.removeEventListener(OPENERS[what], open)
}
