import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from '../../../shared/util/clock.ts'
import { Refusal } from '../rules/find.ts'
import { exchange } from './exchange.ts'
import { guardedLookup, hostOf, type LinkRules, readLink } from './links.ts'
import { nameOfDisposition } from './names.ts'
import type { Content } from './receive.ts'
import { startWatchdog } from './watchdog.ts'

const MOST_REDIRECTS = 5
/** A server that sends nothing for so long has given up, in ms. */
const SILENCE_MS = 60_000
/** One that sends less than this within so long holds up every other import, and will never be done. */
const LEAST = { bytes: 100_000, ms: 600_000 }

interface DownloadRequest extends LinkRules {
  readonly url: string
  /** What has arrived before, in bytes, and of which version of the file it is. */
  readonly offset: number
  readonly validator: string | null
  readonly clock: Clock
  readonly signal: AbortSignal
}

type OnTaken = (bytes: number) => void

interface Download extends Content {
  readonly validator: string | null
  readonly name: string | null
  /** Lets go of its connections. */
  close(): void
}

/** Asks for a link's file; a server that falls silent is given up. */
export async function openLink(request: DownloadRequest): Promise<Download> {
  const over = new AbortController()
  const silent = new Refusal('IMPORT_FAILED', 'The server sent nothing for a minute.')
  const watchdog = startWatchdog(request.clock, SILENCE_MS, () => over.abort(silent))
  const slow = new Refusal('IMPORT_FAILED', 'The server sent less than 100 kB in ten minutes.')
  const pace = startWatchdog(request.clock, LEAST.ms, () => over.abort(slow))
  let taken = 0
  const onTaken = (bytes: number) => {
    watchdog.hear()
    taken += bytes
    if (taken < LEAST.bytes) return
    taken = 0
    pace.hear()
  }
  const close = () => {
    watchdog.stop()
    pace.stop()
    over.abort()
  }
  const signal = AbortSignal.any([request.signal, over.signal])
  try {
    return { ...(await follow({ ...request, signal }, onTaken)), close }
  } catch (error) {
    close()
    throw error
  }
}

/** Follows redirects one by one: each is judged as the link was. */
async function follow(request: DownloadRequest, onTaken: OnTaken) {
  let link = readLink(request.url, request)
  let from = request.validator === null ? 0 : request.offset
  for (let redirects = 0; redirects <= MOST_REDIRECTS; ) {
    const { response, pieces } = await ask(link, from, request, onTaken)
    const { statusCode: status = 0, headers } = response
    if (status >= 300 && status < 400 && headers.location !== undefined) {
      link = readLink(redirected(headers.location, link), request)
      redirects += 1
    } else if (from > 0 && status !== 200 && !isOnwards(status, headers, from, request.validator)) from = 0
    else return { pieces, ...contentOf(status, headers, from) }
  }
  throw new Refusal('IMPORT_FAILED', `The link leads on more than ${MOST_REDIRECTS} times.`)
}

function redirected(location: string, from: URL): string {
  if (URL.canParse(location, from.href)) return new URL(location, from).href
  throw new Refusal('URL_NOT_ALLOWED', 'The link leads on to something that is no link.')
}

/** Straight to the address that was judged; no proxy could judge it for us. */
function ask(link: URL, from: number, request: DownloadRequest, onTaken: OnTaken) {
  const { validator, signal } = request
  const onwards = from > 0 ? { range: `bytes=${from}-`, 'if-range': validator ?? '' } : {}
  const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Cuelight', ...onwards }
  return exchange(link, { headers, lookup: guardedLookup(request), signal, onTaken }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw error instanceof Refusal
      ? error
      : new Refusal('IMPORT_FAILED', `${hostOf(link)} cannot be reached, or its answer cannot be read.`)
  })
}

/**
 * Does the answer go on with the very version that has come in part, from where that ends? Some servers ignore `If-Range`, and
 * send a part of whatever stands there now.
 */
function isOnwards(status: number, headers: IncomingHttpHeaders, from: number, validator: string | null): boolean {
  const isVersion = validator !== null && [headers.etag, headers['last-modified']].includes(validator)
  return status === 206 && isVersion && rangeOf(headers)?.from === from
}

function rangeOf(headers: IncomingHttpHeaders): { from: number; total: number } | null {
  const [, from, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '') ?? []
  return from === undefined ? null : { from: Number(from), total: Number(total) }
}

/** What of the file the answer brings, or why it brings none. */
function contentOf(status: number, headers: IncomingHttpHeaders, from: number) {
  const range = status === 206 && from > 0 ? rangeOf(headers) : null
  if (status !== 200 && !range) {
    throw new Refusal('IMPORT_FAILED', `The server answered ${status} instead of sending the file.`)
  }
  const length = headers['content-length']
  // A weak tag may stand for files that differ.
  const tag = headers.etag?.startsWith('W/') ? undefined : headers.etag
  return {
    offset: range ? from : 0,
    total: range?.total ?? (length === undefined ? null : Number(length)),
    validator: tag ?? headers['last-modified'] ?? null,
    name: nameOfDisposition(headers['content-disposition']),
  }
}
