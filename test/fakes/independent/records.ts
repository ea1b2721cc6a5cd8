import type { IncomingHttpHeaders } from 'node:http'

/** One request and its result. Filled in while it is handled. */
export interface RequestRecord {
  /** Ms, by the server's clock without its skew. */
  at: number
  /** Which connection it came by, counted from 1. */
  connection: number
  method: string
  /** As received. */
  url: string
  /** Relative to the base path; the whole path when outside of it. No query. */
  path: string
  query: Record<string, string>
  /** The key's value is never stored. */
  headers: Record<string, string>
  /** Parsed JSON, else the text; null when there was none. */
  body: unknown
  /** The operation was carried out, not refused: for a write, something happened. */
  executed: boolean
  /** The status of the service's own response, sent or not. */
  result: number | null
  /** The status that went out on the wire; null when none did. */
  status: number | null
  /** The kind of the fault that was played. */
  fault: string | null
}

/** A path relative to the base path: equal to the text, or matching the expression. */
export type PathMatch = string | RegExp

interface Waiting {
  method: string
  path: PathMatch
  nth: number
  tell: (record: RequestRecord) => void
}

/** Whether a request is for this operation. */
export function isFor(record: RequestRecord, method: string, path: PathMatch): boolean {
  if (record.method !== method) return false
  // `search`, because `test` with a global expression remembers its position.
  return typeof path === 'string' ? record.path === path : record.path.search(path) !== -1
}

/** Every request received, in order. */
export class Records {
  readonly all: RequestRecord[] = []
  #waiting: Waiting[] = []

  add(record: RequestRecord): void {
    this.all.push(record)
    const ready = this.#waiting.filter((waiting) => this.#nth(waiting) !== undefined)
    this.#waiting = this.#waiting.filter((waiting) => !ready.includes(waiting))
    for (const waiting of ready) waiting.tell(record)
  }

  /** The requests for an operation. */
  find(method: string, path: PathMatch): RequestRecord[] {
    return this.all.filter((record) => isFor(record, method, path))
  }

  /** Resolves once the nth request for an operation has arrived, whatever its result. */
  arrived(method: string, path: PathMatch, nth = 1): Promise<RequestRecord> {
    const waiting = { method, path, nth }
    const found = this.#nth(waiting)
    if (found) return Promise.resolve(found)
    return new Promise((tell) => this.#waiting.push({ ...waiting, tell }))
  }

  forget(): void {
    this.all.length = 0
  }

  #nth({ method, path, nth }: Omit<Waiting, 'tell'>): RequestRecord | undefined {
    return this.find(method, path)[nth - 1]
  }
}

/** Headers as text, with a placeholder for the key. */
export function headersToKeep(headers: IncomingHttpHeaders, keys: ReadonlySet<string>): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) kept[name] = Array.isArray(value) ? value.join(', ') : value
  }
  if (kept.authorization !== undefined) kept.authorization = withoutKey(kept.authorization, keys)
  return kept
}

function withoutKey(authorization: string, keys: ReadonlySet<string>): string {
  const [scheme, ...rest] = authorization.split(' ')
  return `${scheme} <${keys.has(rest.join(' ')) ? 'key' : 'unknown key'}>`
}
