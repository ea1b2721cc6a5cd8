import type { PageProof } from './handshake.ts'

/** Both nonces, and the host as each side knows it: a signature for another host is worthless here. */
export interface Meeting {
  host: string
  pageNonce: string
  coreNonce: string
}

/** The text that the core's proof covers. */
export const coreSigns = ({ host, pageNonce, coreNonce }: Meeting): string => `core ${host} ${pageNonce} ${coreNonce}`

/** The text that the page's proof covers. */
export const pageSigns = (
  { host, pageNonce, coreNonce }: Meeting,
  { key, nextKey, pass }: Pick<PageProof, 'key' | 'nextKey' | 'pass'>,
): string => `page ${host} ${pageNonce} ${coreNonce} ${key} ${nextKey} ${pass}`

/** The name of the pass that comes with a page (Server-Timing, W3C): a page can read its own, and no other page's. */
export const PASS = 'pass'
