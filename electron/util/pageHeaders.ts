/** Headers of every answer that carries our pages, by HTTP or by the app's own scheme: nothing but our own files runs in them, and nothing frames them, or caches what may change. */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const

/** For a file with a hash of its content in its name: kept for good, and compiled once. */
export const HASHED_FILE = 'public, max-age=31536000, immutable'

/** Is another port worth a try? Another program has this one, or the system keeps it from this user. */
export function isPortRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['EADDRINUSE', 'EACCES'].includes(String(error.code))
}
