import type { AppState } from '../../../shared/state.ts'
import { servicePage } from '../../../shared/view/servicePage.ts'

/**
 * May this address be opened outside? Only a secure one that the service named as a place to watch, or the page of the
 * service in use, which a person gave: whatever else a page asks for, it was talked into. A name and a password in an address are nobody's business but the service's.
 */
export function mayOpen(address: string, state: AppState): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
  // A browser asks for an address in its own writing of it.
  const known = [...watchLinks(state), servicePage(state.service) ?? []].flat()
  return known.some((link) => URL.parse(link)?.href === url.href)
}

/** Where the known destinations can be watched. */
function watchLinks({ projects }: AppState): string[] {
  const destinations = Object.values(projects).flatMap(({ live, settings }) => [
    ...(live?.destinations ?? []),
    ...(settings?.destinations ?? []),
  ])
  return destinations.flatMap(({ viewingUrl }) => (viewingUrl === null ? [] : [viewingUrl]))
}
