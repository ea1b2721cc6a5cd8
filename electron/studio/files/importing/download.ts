import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from '../../../../shared/util/clock.ts'
import { Refusal } from '../../rules/world/find.ts'
import { guardedLookup, hostOf, type LinkRules, readLink } from '../bounds/links.ts'
import { nameOfDisposition } from '../bounds/names.ts'
import { startWatchdog } from '../bounds/watchdog.ts'
import { exchange } from './exchange.ts'
import type { Content } from './receive.ts'

const MOST_REDIRECTS = 5
/** A server that sends nothing for this long is given up, in ms. */
const SILENCE_MS = 60_000
/** A server that sends less than this within this time blocks all other imports, and would never finish. */
const LEAST = { bytes: 100_000, ms: 600_000 }

interface DownloadRequest extends LinkRules {
  readonly url: string
  /** What has arrived before, in bytes, and the version of the file it belongs to. */
  readonly offset: number
  readonly validator: string | null
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** The server cannot be reached, or has an error of its own: a while later it may send the file. */
class Unavailable extends Refusal {}

/** Returns whether the same request may succeed a while later. A server has no name while the network is down. */
export const isForNow = (error: unknown): boolean =>
  error instanceof Unavailable || (error instanceof Refusal && error.code === 'URL_NOT_RESOLVED')

type OnTaken = (bytes: number) => void

interface Download extends Content {
  readonly validator: string | null
  readonly name: string | null
  /** Closes its connections. */
  close(): void
}

/** Requests a link's file; gives up on a server that falls silent or is too slow. */
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

/** Follows redirects one by one: each is checked like the link itself. */
async function follow(request: DownloadRequest, onTaken: OnTaken) {
  let link = readLink(request.url, request)
  let from = request.validator === null ? 0 : request.offset
  for (let redirects = 0; redirects <= MOST_REDIRECTS; ) {
    const { response, pieces } = await ask(link, from, request, onTaken)
    const { statusCode: status = 0, headers } = response
    if (status >= 300 && status < 400 && headers.location !== undefined) {
      link = readLink(redirected(headers.location, link), request)
      redirects += 1
    } else if (from > 0 && isNotOnwards(status, headers, from, request.validator)) from = 0
    else return { pieces, ...contentOf(status, headers, from) }
  }
  throw new Refusal('IMPORT_FAILED', `The link leads on more than ${MOST_REDIRECTS} times.`)
}

function redirected(location: string, from: URL): string {
  if (URL.canParse(location, from.href)) return new URL(location, from).href
  throw new Refusal('URL_NOT_ALLOWED', 'The link leads on to something that is no link.')
}

/** Connects directly to the address that was checked; a proxy would resolve the name itself, without our check. */
function ask(link: URL, from: number, request: DownloadRequest, onTaken: OnTaken) {
  const { validator, signal } = request
  const onwards = from > 0 ? { range: `bytes=${from}-`, 'if-range': validator ?? '' } : {}
  const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Cuelight', ...onwards }
  return exchange(link, { headers, lookup: guardedLookup(request), signal, onTaken }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw error instanceof Refusal
      ? error
      : new Unavailable('IMPORT_FAILED', `${hostOf(link)} cannot be reached, or its answer cannot be read.`)
  })
}

/**
 * Returns whether the response is not the whole file, and does not continue the very version that has partly arrived,
 * at the byte where that ends. Some servers ignore `If-Range` and send a part of the current version.
 */
function isNotOnwards(status: number, headers: IncomingHttpHeaders, from: number, validator: string | null): boolean {
  const isVersion = validator !== null && [headers.etag, headers['last-modified']].includes(validator)
  const range = rangeOf(headers)
  // A server that has an error now may still be able to continue later.
  if (status === 200 || status >= 500) return false
  return status !== 206 || !isVersion || range?.from !== from || range.to < from
}

function rangeOf(headers: IncomingHttpHeaders): { from: number; to: number; total: number } | null {
  const [, from, to, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? []
  return from === undefined ? null : { from: Number(from), to: Number(to), total: Number(total) }
}

/**
 * Reads what the response contains of the file.
 * @throws Refusal if it contains none of it
 */
function contentOf(status: number, headers: IncomingHttpHeaders, from: number) {
  const range = status === 206 ? rangeOf(headers) : null
  // Some servers call the whole file a part of it.
  const isWhole = range?.from === 0 && range.to === range.total - 1
  if (status !== 200 && !(range && (from > 0 || isWhole))) {
    const words = `The server answered ${status} instead of sending the file.`
    throw status >= 500 ? new Unavailable('IMPORT_FAILED', words) : new Refusal('IMPORT_FAILED', words)
  }
  const length = headers['content-length']
  // A weak tag may be the same for files that differ.
  const tag = headers.etag?.startsWith('W/') ? undefined : headers.etag
  const total = range?.total ?? (length === undefined ? null : Number(length))
  // Smaller parts would be as slow as a server that is given up.
  const isPart = range !== null && range.to + 1 < range.total && range.to + 1 - from >= LEAST.bytes
  return {
    offset: range ? from : 0,
    total,
    end: isPart ? range.to + 1 : total,
    validator: tag ?? headers['last-modified'] ?? null,
    name: nameOfDisposition(headers['content-disposition']),
  }
}
