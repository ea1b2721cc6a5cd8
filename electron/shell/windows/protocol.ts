import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { APP_HOST, APP_SCHEME } from '../../../shared/bridge/shellBridge.ts'
import { ACCESS_WORDS } from '../../../shared/words/cli/programs.ts'
import type { Previews } from '../../remote/previews.ts'
import { PAGE_HEADERS } from '../../util/pageHeaders.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** A path of the built renderer: plain names, at most one folder deep, no parent folders, nothing encoded. */
const PATH = /^(?:[\w-]+\/)?[\w-]+(?:\.[\w-]+)+$/

export interface AppPages {
  /** The folder of the built renderer. */
  dir: string
  /** The picture of what is on air; left out: there is none. */
  previews?: Previews
  log: (line: string) => void
}

/** Answers requests for the app's own scheme: files of the built renderer, and the preview. Never rejects. */
export const appProtocol =
  ({ dir, previews, log }: AppPages): ((request: Pick<Request, 'url' | 'method'>) => Promise<Response>) =>
  async ({ url, method }) => {
    if (method !== 'GET' && method !== 'HEAD') return refuse(405, ACCESS_WORDS.onlyGet)
    if (ourUrl(url) === null) return refuse(421, ACCESS_WORDS.notOurs)
    const path = pathIn(url)
    if (previews?.isAddress(`/${path}`))
      return method === 'GET' ? showPreview(previews, path) : refuse(405, ACCESS_WORDS.onlyGet)
    const type = TYPES[extname(path)]
    if (!PATH.test(path) || type === undefined) return refuse(404, ACCESS_WORDS.noPage)
    try {
      const content = await readFile(join(dir, path))
      return new Response(method === 'HEAD' ? null : content, { headers: { ...PAGE_HEADERS, 'content-type': type } })
    } catch (error) {
      if (isMissing(error)) return refuse(404, ACCESS_WORDS.noPage)
      log(`a page of the app could not be read: ${error}`)
      return refuse(500, ACCESS_WORDS.ownFault)
    }
  }

/** The address is the only credential, and only the page that requested it knows it. */
async function showPreview(previews: Previews, path: string): Promise<Response> {
  const taken = await previews.take(`/${path}`)
  if (!('preview' in taken)) return refuse(taken.status, taken.text)
  const { type, body } = taken.preview
  const headers = { ...PAGE_HEADERS, 'content-type': type }
  return new Response(Readable.toWeb(body) as ReadableStream, { headers })
}

/** Parses an address of the app's own pages; null: it is another address, or contains a user name or a password. */
export function ourUrl(text: string): URL | null {
  const url = URL.parse(text)
  const isOurs = url?.protocol === `${APP_SCHEME}:` && url.host === APP_HOST
  return isOurs && url.username === '' && url.password === '' ? url : null
}

/** The path exactly as written: a parser would resolve or decode it, and we do not rely on that. */
const pathIn = (text: string): string => text.slice(`${APP_SCHEME}://${APP_HOST}/`.length).split(/[?#]/, 1)[0] ?? ''

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR'
}

const refuse = (status: number, text: string): Response =>
  new Response(text, { status, headers: { ...PAGE_HEADERS, 'content-type': 'text/plain; charset=utf-8' } })
