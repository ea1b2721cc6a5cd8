import * as z from 'zod'
import { BASE_PATH, KEY_PREFIX } from '../contract/limits.ts'

/** Is this host name this machine? */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(host)

/**
 * A base URL: ends in `/v1/external` (S), uses https beyond loopback so that a key never travels in the clear, and has
 * no user, password, query or fragment. Nor a key, because addresses are stored, exported, logged and displayed.
 */
export const BaseUrl = z.string().transform((value, context) => {
  const problem = baseUrlProblem(value.trim())
  if (problem === null) return withoutSlashes(value.trim())
  context.addIssue({ code: 'custom', message: problem })
  return z.NEVER
})

/** Maximum characters, checked before any pattern runs: longer than any real address. */
const LONGEST = 2_000

const withoutSlashes = (text: string) => text.replace(/(?<!\/)\/+$/, '')

function baseUrlProblem(value: string): string | null {
  if (value.length > LONGEST) return `has more than ${LONGEST} characters`
  const url = URL_PATTERN.exec(value)?.groups
  // Only a real parser detects a port beyond 65535, or an impossible number as the host.
  if (!url || !z.url().safeParse(value).success) return 'is not a plain http(s) address'
  if (KEY.test(value)) return 'must not hold an API key'
  if (!withoutSlashes(url.path ?? '').endsWith(BASE_PATH)) return `must end in ${BASE_PATH}`
  if (url.scheme?.toLowerCase() === 'http' && !isLoopback(url.host ?? '')) return 'must be https beyond this machine'
  return null
}

/** Matches the key prefix even when it is percent-encoded. */
const KEY = new RegExp(
  Array.from(KEY_PREFIX, (letter) => `(?:${letter}|%${letter.charCodeAt(0).toString(16)})`).join(''),
  'i',
)

const URL_PATTERN =
  /^(?<scheme>https?):\/\/(?<host>\[[0-9a-f:.]+\]|[^\s/?#@:\\[\]]+)(?::\d{1,5})?(?<path>\/[^\s?#\\]*)?$/i
