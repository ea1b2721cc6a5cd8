import type { IncomingMessage } from 'node:http'

/**
 * Every `Host` header of a request. From the raw headers, because the header object treats a name like `__proto__`
 * differently (CVE-2026-21710).
 */
export function hostsOf({ rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host')
}
