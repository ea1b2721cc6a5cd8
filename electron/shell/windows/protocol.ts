import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { APP_HOST, APP_SCHEME } from '../../../shared/shellBridge.ts'
import { PAGE_HEADERS } from '../../pageHeaders.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** A path of the built renderer: plain names and one folder deep at most, no way up, nothing encoded. */
const PATH = /^(?:[\w-]+\/)?[\w-]+(?:\.[\w-]+)+$/

/**
 * Answers requests for the app's own scheme with the built renderer, and with nothing else.
 *
 * @param dir where the built renderer lies
 */
export function appProtocol(dir: string): (request: Pick<Request, 'url' | 'method'>) => Promise<Response> {
  return async ({ url: text, method }) => {
    if (method !== 'GET' && method !== 'HEAD') return refuse(405, 'Only GET and HEAD are answered here.')
    const path = pathIn(text)
    const type = path === null ? undefined : TYPES[extname(path)]
    if (path === null || type === undefined) return refuse(404, 'There is no such page.')
    try {
      const content = await readFile(join(dir, path))
      return new Response(method === 'HEAD' ? null : content, { headers: { ...PAGE_HEADERS, 'content-type': type } })
    } catch {
      return refuse(404, 'There is no such page.')
    }
  }
}

/** The file an address names; null where it is not one of ours. */
function pathIn(text: string): string | null {
  const url = URL.parse(text)
  if (url?.protocol !== `${APP_SCHEME}:` || url.host !== APP_HOST || url.username || url.password) return null
  // What a parser would resolve or decode is refused as it was written.
  const written = text.slice(`${APP_SCHEME}://${APP_HOST}/`.length).split(/[?#]/, 1)[0] ?? ''
  return PATH.test(written) ? written : null
}

function refuse(status: number, text: string): Response {
  return new Response(text, { status, headers: { ...PAGE_HEADERS, 'content-type': 'text/plain; charset=utf-8' } })
}
