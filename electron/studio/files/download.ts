import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import type { Clock } from '../../../shared/util/clock.ts'
import { guardedLookup, hostOf, type LinkRules, readLink } from './links.ts'
import { Mishap } from './mishap.ts'
import { nameOfDisposition } from './names.ts'
import { startWatchdog } from './watchdog.ts'

const MOST_REDIRECTS = 5
/** A server that sends nothing for so long has given up, in ms. */
const SILENCE_MS = 60_000

export interface Asking extends LinkRules {
  readonly url: string
  /** What has arrived before, in bytes, and of which version of the file it is. */
  readonly offset: number
  readonly validator: string | null
  readonly clock: Clock
  readonly signal: AbortSignal
}

export interface Download {
  readonly body: Readable
  /** Where the body begins: 0 where the server begins anew. */
  readonly offset: number
  readonly total: number | null
  readonly validator: string | null
  readonly name: string | null
  /** To be called as it comes: a server that falls silent is given up. */
  hear(): void
  close(): Promise<void>
}

/** Asks for a link's file, following redirects one by one: each is judged as the link was. */
export async function openLink(asking: Asking): Promise<Download> {
  // Loaded when first needed: most studios never import anything.
  const { Agent } = await import('undici')
  // A HTTP/1.1 connection of its own, straight to the address that was judged; no proxy could judge it for us.
  const timeouts = { headersTimeout: 0, bodyTimeout: 0 }
  const agent = new Agent({ ...timeouts, allowH2: false, connect: { lookup: guardedLookup(asking) } })
  const silence = new AbortController()
  const watchdog = startWatchdog(asking.clock, SILENCE_MS, () =>
    silence.abort(new Mishap('IMPORT_FAILED', 'The server sent nothing for a minute.')),
  )
  const close = async () => {
    watchdog.stop()
    await agent.destroy()
  }
  const signal = AbortSignal.any([asking.signal, silence.signal])
  try {
    const { answer, asked } = await follow(agent, asking, signal)
    return { ...contentOf(answer, asked, asking), body: answer.body, hear: watchdog.hear, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function follow(agent: Dispatcher, asking: Asking, signal: AbortSignal) {
  let link = readLink(asking.url, asking)
  let asked = asking.validator === null ? 0 : asking.offset
  for (let redirects = 0; redirects <= MOST_REDIRECTS; ) {
    const answer = await ask(agent, link, asked, asking, signal)
    const { statusCode, headers } = answer
    const location = one(headers.location)
    if (statusCode >= 300 && statusCode < 400 && location !== undefined) {
      answer.body.on('error', () => {}).destroy()
      link = readLink(redirected(location, link), asking)
      redirects += 1
    } else if (statusCode === 416 && asked > 0) {
      answer.body.on('error', () => {}).destroy()
      asked = 0
    } else return { answer, asked }
  }
  throw new Mishap('IMPORT_FAILED', `The link leads on more than ${MOST_REDIRECTS} times.`)
}

function redirected(location: string, from: URL): string {
  if (URL.canParse(location, from.href)) return new URL(location, from).href
  throw new Mishap('URL_NOT_ALLOWED', 'The link leads on to something that is no link.')
}

function ask(agent: Dispatcher, link: URL, offset: number, { validator }: Asking, signal: AbortSignal) {
  const onwards = offset > 0 ? { range: `bytes=${offset}-`, 'if-range': validator ?? '' } : {}
  const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Cuelight', ...onwards }
  const path = link.pathname + link.search
  return agent.request({ origin: link.origin, path, method: 'GET', headers, signal }).catch((error: unknown) => {
    if (error instanceof Mishap) throw error
    if (signal.aborted) throw signal.reason
    throw new Mishap('IMPORT_FAILED', `${hostOf(link)} cannot be reached.`)
  })
}

/** What of the file the answer brings, or why it brings none. */
function contentOf({ statusCode, headers }: Dispatcher.ResponseData, asked: number, { offset }: Asking) {
  const length = Number(one(headers['content-length']) ?? Number.NaN)
  const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(one(headers['content-range']) ?? '')
  const isOnwards = statusCode === 206 && asked > 0 && Number(range?.[1]) === offset
  if (statusCode !== 200 && !isOnwards) {
    throw new Mishap('IMPORT_FAILED', `The server answered ${statusCode} instead of sending the file.`)
  }
  return {
    offset: isOnwards ? offset : 0,
    total: isOnwards ? Number(range?.[2]) : Number.isFinite(length) ? length : null,
    validator: validatorOf(headers),
    name: nameOfDisposition(one(headers['content-disposition'])),
  }
}

/** A weak tag may stand for files that differ. */
function validatorOf(headers: Dispatcher.ResponseData['headers']): string | null {
  const tag = one(headers.etag)
  return (tag?.startsWith('W/') ? undefined : tag) ?? one(headers['last-modified']) ?? null
}

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header)
