/** The address of a server, as the administration takes it. */
import * as z from 'zod'
import { readRtmpAddress } from '../engine/rtmp/address.ts'

export const ServerUrl = z
  .string()
  .trim()
  .max(500)
  .overwrite(withPlainHost)
  .superRefine((text, context) => {
    const address = readRtmpAddress(text)
    const problem = typeof address === 'string' ? address : problemOf(address)
    if (problem !== null) context.addIssue({ code: 'custom', message: problem })
  })

/** `rtmp:` is no scheme of the web, so that a URL of it keeps names like "münchen.example", which no resolver knows. */
function withPlainHost(text: string): string {
  const ofTheWeb = text.replace(/^rtmps?:/i, 'https:')
  if (!URL.canParse(text) || !URL.canParse(ofTheWeb)) return text
  const { host, hostname } = new URL(text)
  const plain = new URL(ofTheWeb).hostname
  return hostname === plain ? text : text.replace(/^(rtmps?:\/\/)[^/?#]*/i, `$1${host.replace(hostname, plain)}`)
}

/** What is decoded here is sent to the server as it is. */
function problemOf({ app, port }: { readonly app: string; readonly port: number }): string | null {
  if (port === 0) return 'Enter an address with a port from 1 to 65535, or without one.'
  return /\p{Cc}/u.test(app) ? 'Enter the address without control characters.' : null
}

/** From this length on, a key is nowhere by chance. */
const LONG_KEY = 16

/**
 * Returns whether an address is without the stream key that comes with it: addresses are stored and shown, keys are not.
 * A short key may also be the name of the application, which comes first.
 */
export function hasNoKeyIn({ url, key }: { url?: string | undefined; key?: string | undefined }): boolean {
  const address = url === undefined ? '' : readRtmpAddress(url)
  if (typeof address === 'string' || key === undefined) return true
  const { app } = address
  const after = app.split(/[/?&=]/).slice(1)
  return !after.includes(key) && !(key.length >= LONG_KEY && app.includes(key))
}

/** How a request with one is refused. */
export const NO_KEY = { path: ['url'], message: 'Enter the address without the stream key.' }
