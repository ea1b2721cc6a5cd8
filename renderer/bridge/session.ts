import { PanelSession } from '../../shared/bridge/handshake.ts'

const KEY = 'cuelight.session'
/** For a page whose browser keeps nothing. */
let held: PanelSession | null = null

/** The session of this browser with the core it loaded this page from, or null: storage knows no other port. */
export function keptSession(): PanelSession | null {
  try {
    return PanelSession.parse(JSON.parse(localStorage.getItem(KEY) ?? ''))
  } catch {
    return held
  }
}

export function keepSession(session: PanelSession): void {
  held = session
  try {
    localStorage.setItem(KEY, JSON.stringify(session))
  } catch {
    // This page has it, and the next one needs a new address.
  }
}

/** The token of a printed address, once: it is taken out of the address. */
export function takeToken(): string | null {
  const url = new URL(location.href)
  const token = url.searchParams.get('token')
  if (token === null) return null
  url.searchParams.delete('token')
  history.replaceState(history.state, '', url)
  return token
}
