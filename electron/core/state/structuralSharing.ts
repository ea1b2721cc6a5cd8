/**
 * Makes `held` equal to `next`, touching only what differs, so that a reading that says nothing new makes no patch.
 * Both are plain JSON-like data.
 */
export function reconcile(held: object, next: object): void {
  const target = held as Record<string, unknown>
  const source = next as Record<string, unknown>
  for (const key of Object.keys(target)) if (!(key in source)) delete target[key]
  for (const [key, value] of Object.entries(source)) target[key] = reconciled(target[key], value)
  if (Array.isArray(held) && Array.isArray(next)) held.length = next.length
}

/** What to hold in the place of `held` so that it equals `next`: the same object, mended, wherever possible. */
export function reconciled<T>(held: unknown, next: T): T {
  if (!isObject(held) || !isObject(next) || Array.isArray(held) !== Array.isArray(next)) {
    return Object.is(held, next) ? (held as T) : next
  }
  reconcile(held, next)
  return held as T
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
