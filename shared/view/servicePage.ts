import type { ServiceState } from '../state.ts'

/**
 * Where people do what the interface cannot: the page of the service's own host. Null for a rehearsal, which has none, and
 * for an address that a page must not lead to.
 */
export function servicePage({ baseUrl, rehearsal }: Pick<ServiceState, 'baseUrl' | 'rehearsal'>): string | null {
  const origin = /^https:\/\/[^\s/@]+/i.exec(baseUrl)?.[0]
  return rehearsal || origin === undefined ? null : `${origin}/`
}
