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

interface Asking extends LinkRules {
  readonly url: string
  /** What has arrived before, in bytes, and of which version of the file it is. */
  readonly offset: number
  readonly validator: string | null
  readonly clock: Clock
  readonly signal: AbortSignal
}

interface Download extends Content {
  readonly validator: string | null
  readonly name: string | null
  /** Lets go of its connections. */
  close(): void
}

/** Asks for a link's file; a server that falls silent is given up. */
export async function openLink(asking: Asking): Promise<Download> {
  const over = new AbortController()
  const silent = new Refusal('IMPORT_FAILED', 'The server sent nothing for a minute.')
  const watchdog = startWatchdog(asking.clock, SILENCE_MS, () => over.abort(silent))
  const close = () => {
    watchdog.stop()
    over.abort()
  }
  const signal = AbortSignal.any([asking.signal, over.signal])
  try {
    return { ...(await follow({ ...asking, signal }, watchdog.hear)), close }
  } catch (error) {
    close()
    throw error
  }
}

/** Follows redirects one by one: each is judged as the link was. */
async function follow(asking: Asking, onTaken: () => void) {
  let link = readLink(asking.url, asking)
  let from = asking.validator === null ? 0 : asking.offset
  for (let redirects = 0; redirects <= MOST_REDIRECTS; ) {
    const { response, pieces } = await ask(link, from, asking, onTaken)
    const { statusCode: status = 0, headers } = response
    if (status >= 300 && status < 400 && headers.location !== undefined) {
      link = readLink(redirected(headers.location, link), asking)
      redirects += 1
    } else if (status === 416 && from > 0) from = 0
    else return { pieces, ...contentOf(status, headers, from) }
  }
  throw new Refusal('IMPORT_FAILED', `The link leads on more than ${MOST_REDIRECTS} times.`)
}

function redirected(location: string, from: URL): string {
  if (URL.canParse(location, from.href)) return new URL(location, from).href
  throw new Refusal('URL_NOT_ALLOWED', 'The link leads on to something that is no link.')
}

/** Straight to the address that was judged; no proxy could judge it for us. */
function ask(link: URL, from: number, asking: Asking, onTaken: () => void) {
  const { validator, signal } = asking
  const onwards = from > 0 ? { range: `bytes=${from}-`, 'if-range': validator ?? '' } : {}
  const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Cuelight', ...onwards }
  return exchange(link, { headers, lookup: guardedLookup(asking), signal, onTaken }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw error instanceof Refusal
      ? error
      : new Refusal('IMPORT_FAILED', `${hostOf(link)} cannot be reached, or its answer cannot be read.`)
  })
}

/** What of the file the answer brings, or why it brings none. */
function contentOf(status: number, headers: IncomingHttpHeaders, from: number) {
  const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '')
  const isOnwards = status === 206 && from > 0 && Number(range?.[1]) === from
  if (status !== 200 && !isOnwards) {
    throw new Refusal('IMPORT_FAILED', `The server answered ${status} instead of sending the file.`)
  }
  const length = headers['content-length']
  // A weak tag may stand for files that differ.
  const tag = headers.etag?.startsWith('W/') ? undefined : headers.etag
  return {
    offset: isOnwards ? from : 0,
    total: isOnwards ? Number(range?.[2]) : length === undefined ? null : Number(length),
    validator: tag ?? headers['last-modified'] ?? null,
    name: nameOfDisposition(headers['content-disposition']),
  }
}
