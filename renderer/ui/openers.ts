/** What lies over any screen, and is asked for from anywhere in it. */
const OPENERS = { palette: 'cuelight-palette', keys: 'cuelight-keys' } as const
type Opened = keyof typeof OPENERS

export const openOver = (what: Opened): void => void window.dispatchEvent(new Event(OPENERS[what]))

/** Calls `open` when it is asked for; answers what ends it. */
export function onOpenOver(what: Opened, open: () => void): () => void {
  window.addEventListener(OPENERS[what], open)
  return () => window.removeEventListener(OPENERS[what], open)
}
