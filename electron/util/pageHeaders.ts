/**
 * Headers of every response that carries our pages, by HTTP or by the app's own scheme: only our own files run in them,
 * nobody can frame them, and nothing that may change is cached. A player makes its own address (blob:) for what it has
 * received: only such pictures are played.
 */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; media-src blob:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const

/** For a file with a content hash in its name: cached for good, and compiled once. */
export const HASHED_FILE = 'public, max-age=31536000, immutable'

/** Should another port be tried? True if another program uses this one, or the system denies it to this user. */
export function isPortRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['EADDRINUSE', 'EACCES'].includes(String(error.code))
}
