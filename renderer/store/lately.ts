const KEY = 'cuelight.lately'
/** So many are remembered. */
const MOST = 5

/** The projects that were looked at lately in this browser, the last one first. */
export function lately(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

/** Remembers that a project is looked at. A browser that keeps nothing has none. */
export function lookedAt(id: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([id, ...lately().filter((one) => one !== id)].slice(0, MOST)))
  } catch {
    // Then there is no such group in the list.
  }
}
