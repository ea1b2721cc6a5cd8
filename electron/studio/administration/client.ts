import type { Clock } from '../../../shared/clock.ts'
import {
  type AdministrationAnswer,
  type AdministrationBody,
  type AdministrationName,
  type AdministrationParameters,
  type AdministrationRow,
  administration,
} from './table.ts'

/** Where the administration is and what opens it: part of a studio's address. */
export interface AdministrationAddress {
  readonly adminUrl: string
  readonly adminSecret: string
}

/** How long the studio, on this very machine, may take to answer, in ms. */
const PATIENCE_MS = 3_000

/** The studio's administration said no, or could not be understood. */
export class AdministrationError extends Error {
  override readonly name = 'AdministrationError'
}

/**
 * Asks a running studio's administration, e.g. `administer(address, 'clearFault', undefined, clock, { faultId })`.
 * Rejects when it is not there, too slow, or says no.
 */
export async function administer<Name extends AdministrationName>(
  { adminUrl, adminSecret }: AdministrationAddress,
  name: Name,
  body: AdministrationBody<Name>,
  clock: Clock,
  ...params: AdministrationParameters<Name>
): Promise<AdministrationAnswer<Name>> {
  const { method, path, response }: AdministrationRow = administration[name]
  const [given = {}]: readonly Readonly<Record<string, string>>[] = params
  const url = adminUrl + path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(given[part] ?? ''))
  const headers = { Authorization: `Bearer ${adminSecret}`, 'Content-Type': 'application/json' }
  const answer = await within(clock, (signal) =>
    ask(url, { method, headers, signal, redirect: 'error', body: body === undefined ? null : JSON.stringify(body) }),
  )
  const parsed = response.safeParse(answer)
  if (!parsed.success) throw new AdministrationError(`The studio's answer to ${name} cannot be read.`)
  return parsed.data as AdministrationAnswer<Name>
}

async function ask(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, init)
  const answer: unknown = await response.json()
  if (response.ok) return answer
  throw new AdministrationError(messageOf(answer) ?? `The studio answered ${response.status}.`)
}

function messageOf(answer: unknown): string | null {
  const isObject = typeof answer === 'object' && answer !== null
  return isObject && 'message' in answer && typeof answer.message === 'string' ? answer.message : null
}

async function within<T>(clock: Clock, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const tooSlow = new AdministrationError('The studio did not answer in time.')
  const cancel = clock.after(PATIENCE_MS, () => controller.abort(tooSlow))
  try {
    return await work(controller.signal)
  } finally {
    cancel()
  }
}
