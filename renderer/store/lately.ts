const KEY = 'cuelight.lately'
/** How many projects are remembered. */
const MOST = 5

/** The projects opened recently in this browser, the latest first. */
export function lately(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

/** Remembers that a project was opened. Has no effect if the browser blocks storage. */
export function lookedAt(id: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([id, ...lately().filter((one) => one !== id)].slice(0, MOST)))
  } catch {
    // Then the list has no group of recent projects.
  }
}
