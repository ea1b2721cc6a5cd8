import type { Clock } from '../../../shared/util/clock.ts'
import { parseJson } from '../../../shared/util/json.ts'
import { request } from '../../util/http.ts'
import {
  type AdministrationAnswer,
  type AdministrationBody,
  type AdministrationName,
  type AdministrationParameters,
  type AdministrationRow,
  administration,
} from './table.ts'

/** Where the administration is and the secret that opens it: part of a studio's address. */
export interface AdministrationAddress {
  readonly adminUrl: string
  /** Used instead of the URL where there is one, because no other program can listen on it. */
  readonly socket?: string | null
  readonly adminSecret: string
}

/** How long the studio, on this same machine, may take to respond, in ms. */
const PATIENCE_MS = 3_000
/** The longest response that is read, in characters; the longest real one takes a hundredth of it. */
const LONGEST_ANSWER = 4_000_000
const MOST_HEADS = 20

/** The studio's administration refused the request, or its response could not be understood. */
export class AdministrationError extends Error {
  override readonly name = 'AdministrationError'
}

/**
 * Sends a request to a running studio's administration, e.g. `administer(address, 'clearFault', undefined, clock, {
 * faultId })`. Rejects if it cannot be reached, is too slow, or refuses.
 */
export async function administer<Name extends AdministrationName>(
  { adminUrl, adminSecret, socket = null }: AdministrationAddress,
  name: Name,
  body: AdministrationBody<Name>,
  clock: Clock,
  ...params: AdministrationParameters<Name>
): Promise<AdministrationAnswer<Name>> {
  const { method, path, response }: AdministrationRow = administration[name]
  const [given = {}]: readonly Readonly<Record<string, string>>[] = params
  const url = adminUrl + path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(given[part] ?? ''))
  const answer = await ask(url, { method, secret: adminSecret, socket, body, clock })
  const parsed = response.safeParse(answer)
  if (!parsed.success) throw new AdministrationError(`The studio's answer to ${name} cannot be read.`)
  return parsed.data as AdministrationAnswer<Name>
}

interface AdministrationRequest {
  method: string
  secret: string
  socket: string | null
  body: unknown
  clock: Clock
}

async function ask(url: string, asking: AdministrationRequest): Promise<unknown> {
  const { status, text } = await exchange(url, asking)
  const answer = parseJson(text)
  if (status >= 200 && status < 300) return answer
  throw new AdministrationError(messageOf(answer) ?? `The studio answered ${status}.`)
}

/**
 * One exchange on its own connection. None is kept alive, so that an old one is not mistaken for a studio that died.
 * Uses Node's own client, which the panel's server has loaded already; `fetch` would take 15 MB more.
 */
function exchange(
  url: string,
  { method, secret, socket, body, clock }: AdministrationRequest,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' }
    const at = socket === null ? {} : { socketPath: socket }
    const asked = request(url, { method, headers, agent: false, ...at }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
        if (text.length > LONGEST_ANSWER) asked.destroy(new AdministrationError('The studio’s answer is too long.'))
      })
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    const stop = clock.after(PATIENCE_MS, () =>
      asked.destroy(new AdministrationError('The studio did not answer in time.')),
    )
    let heads = 0
    asked.on('information', () => {
      heads += 1
      if (heads > MOST_HEADS) asked.destroy(new AdministrationError('What answers there is no studio.'))
    })
    asked.on('error', reject)
    asked.on('close', stop)
    asked.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

function messageOf(answer: unknown): string | null {
  const isObject = typeof answer === 'object' && answer !== null
  return isObject && 'message' in answer && typeof answer.message === 'string' ? answer.message : null
}
