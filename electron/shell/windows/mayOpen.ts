import type { AppState } from '../../../shared/state.ts'

/**
 * May this address be opened outside? Only secure ones that the service named as a place to watch: whatever else a page
 * asks for, it was talked into.
 */
export function mayOpen(address: string, state: AppState): boolean {
  if (URL.parse(address)?.protocol !== 'https:') return false
  return watchLinks(state).includes(address)
}

/** Where the known destinations can be watched. */
function watchLinks({ projects }: AppState): string[] {
  const destinations = Object.values(projects).flatMap(({ live, settings }) => [
    ...(live?.destinations ?? []),
    ...(settings?.destinations ?? []),
  ])
  return destinations.flatMap(({ viewingUrl }) => (viewingUrl === null ? [] : [viewingUrl]))
}
