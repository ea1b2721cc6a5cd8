import type { PageProof } from './handshake.ts'

/** Both nonces, and the host as either side knows it: what is said at another door is worth nothing here. */
export interface Meeting {
  host: string
  pageNonce: string
  coreNonce: string
}

/** What the core proves itself over. */
export const coreSigns = ({ host, pageNonce, coreNonce }: Meeting): string => `core ${host} ${pageNonce} ${coreNonce}`

/** What a page proves itself over. */
export const pageSigns = (
  { host, pageNonce, coreNonce }: Meeting,
  { key, nextKey, pass }: Pick<PageProof, 'key' | 'nextKey' | 'pass'>,
): string => `page ${host} ${pageNonce} ${coreNonce} ${key} ${nextKey} ${pass}`

/** What the pass is called that comes with a page (Server-Timing, W3C): a page can read it of itself, and of no other. */
export const PASS = 'pass'
