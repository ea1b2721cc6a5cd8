import { BASE_PATH } from '../../../shared/contract/limits.ts'
import { type Operation, type OperationName, operations } from '../../../shared/contract/operations.ts'
import { PlayedFile } from '../../../shared/contract/records.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { csv } from '../../../shared/util/csv.ts'
import type { Broadcasting } from '../broadcasting/broadcasting.ts'
import type { Core } from '../core.ts'
import type { Files } from '../files/files.ts'
import { refuseIf } from '../rules/account/account.ts'
import { isForReal } from '../rules/account/servers.ts'
import { Refusal } from '../rules/world/find.ts'
import type { MediaLookup } from '../rules/world/media.ts'
import { cleanName } from '../rules/world/names.ts'
import type { Account } from '../rules/world/world.ts'
import { httpDate } from '../views/records.ts'
import type { Access } from './access.ts'
import { accountHandlers } from './handlers/account.ts'
import { fileHandlers } from './handlers/files.ts'
import { layerHandlers } from './handlers/layers.ts'
import { liveHandlers } from './handlers/lives.ts'
import { projectHandlers } from './handlers/projects.ts'
import { reportHandlers } from './handlers/reports.ts'
import { sceneHandlers } from './handlers/scenes.ts'
import { scheduleHandlers } from './handlers/schedules.ts'
import { HttpProblem, parse } from './problem.ts'
import { type Reply, type ReplyRequest, replyTo, Text } from './reply.ts'
import { RequestBudget } from './requestBudget.ts'
import { type Call, type Handler, type Handlers, matchOperation } from './router.ts'

/** Every operation of the contract: one that is missing here does not compile. */
const handlers: Handlers<OperationName> = {
  ...projectHandlers,
  ...liveHandlers,
  ...sceneHandlers,
  ...layerHandlers,
  ...scheduleHandlers,
  ...accountHandlers,
  ...reportHandlers,
  ...fileHandlers,
}

const COLUMNS = Object.keys(PlayedFile.shape)

/**
 * Returns whether the client prefers CSV to JSON: the one with the higher weight in `Accept`, or else the first of the
 * two. With a weight of 0, it is not accepted at all (RFC 9110, section 12.5.1).
 */
export function wantsCsv(accept = ''): boolean {
  const ranges = accept.split(',').map((one) => {
    const [type, ...parameters] = one.split(';').map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    return { type, weight: weight === undefined ? 1 : Number(weight.slice(2)) }
  })
  const known = ranges.filter(
    ({ type, weight }) => weight > 0 && (type === 'text/csv' || type === 'application/json'),
  )
  return known.sort((one, other) => other.weight - one.weight)[0]?.type === 'text/csv'
}

/** The played-file log as CSV: the record's fields are its columns. */
export function playedFilesCsv(rows: readonly Readonly<Record<string, unknown>>[]): Text {
  return new Text(
    'text/csv; charset=utf-8',
    csv([COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column]))]),
  )
}

interface Dependencies {
  readonly core: Core
  readonly access: Access
  readonly files: Files
  readonly broadcasting: Broadcasting
  readonly media: MediaLookup
  readonly clock: Clock
  readonly log: (line: string) => void
}

/** Clients without a valid key share a separate budget, so that guessing keys costs the account nothing. */
const STRANGERS = Symbol('strangers')

/** The service's interface: checks each request's key and budget, reads the request, and applies the rules. */
export class ExternalService {
  readonly #parts: Dependencies
  readonly #budgets = new Map<string | typeof STRANGERS, RequestBudget>()

  constructor(parts: Dependencies) {
    this.#parts = parts
  }

  async answer(asked: ReplyRequest): Promise<Reply> {
    const account = this.#parts.access(asked.authorization)
    const { granted, headers: budget } = this.#budgetOf(account?.id ?? STRANGERS).take()
    const headers = { ...budget, ...this.#date() }
    try {
      if (!granted) throw rateLimited(Number(budget['Retry-After']))
      if (!account)
        throw new Refusal('INVALID_API_KEY', 'This needs a key of this studio: Authorization: Bearer svc_…')
      refuseIf('free', account)
      return { ...(await this.#carryOut(asked, account)), headers, isReal: this.#isReal(asked.path) }
    } catch (error) {
      const reply = replyTo(error, this.#parts.log)
      return { ...reply, headers: { ...reply.headers, ...headers }, isReal: this.#isReal(asked.path) }
    }
  }

  /** A response about a project is marked as that project is; any other as if the most real one was meant. */
  #isReal(path: string): boolean {
    const [, projectId = null] = /\/projects\/([^/?]+)/.exec(path) ?? []
    return isForReal(this.#parts.core.glance(), projectId)
  }

  /**
   * Returns the given reply without carrying out the request, which counts against the budget unless the reply is a
   * 429.
   */
  turnAway(asked: ReplyRequest, reply: Reply): Reply {
    const budget = this.#budgetOf(this.#parts.access(asked.authorization)?.id ?? STRANGERS)
    const headers = reply.status === 429 ? budget.headers() : budget.take().headers
    return { ...reply, headers: { ...headers, ...this.#date(), ...reply.headers }, isReal: this.#isReal(asked.path) }
  }

  /** The budget headers of a response when the client is not known. */
  headersForStrangers(): Record<string, string> {
    return { ...this.#budgetOf(STRANGERS).headers(), ...this.#date() }
  }

  /** The service's own clock, which a fault can make jump. Every response has this header, even when the disk fails. */
  #date(): Record<string, string> {
    const { core } = this.#parts
    return { Date: httpDate(core.glance(), core.now()) }
  }

  async #carryOut(asked: ReplyRequest, account: Account): Promise<Reply> {
    const match = matchOperation(asked.method, pathIn(asked.path))
    const raw = await asked.readBody()
    const operation: Operation = operations[match.name]
    // The played-file log is available as CSV: always all of it, without paging.
    const isTable = match.name === 'getPlayedFiles' && wantsCsv(asked.accept)
    const query = operation.query && parse(operation.query, inDigits(asked.query), 'query')
    const read = {
      params: match.params,
      query: isTable ? { ...query, limit: Number.POSITIVE_INFINITY, offset: 0 } : query,
      body: operation.body && named(parse(operation.body, raw === undefined ? {} : raw, 'body')),
    }
    const { core, files, media, broadcasting } = this.#parts
    const call = { ...read, account, core, media, files, broadcasting }
    const body = await run(match.name, call as unknown as Call<typeof match.name>)
    return { status: operation.status, body: isTable && 'rows' in body ? playedFilesCsv(body.rows) : body }
  }

  #budgetOf(whose: string | typeof STRANGERS): RequestBudget {
    const budget = this.#budgets.get(whose) ?? new RequestBudget(this.#parts.clock)
    this.#budgets.set(whose, budget)
    return budget
  }
}

/** A single type parameter ties the call to its handler and its response. */
function run<Name extends OperationName>(name: Name, call: Call<Name>): ReturnType<Handler<Name>> {
  const handler: Handler<Name> = handlers[name]
  return handler(call)
}

const NAMES = ['name', 'sceneName', 'layerName']

/** The schema cleans names up. A name without any visible character is refused. */
function named<Body>(body: Body): Body {
  const names = Object.entries(body as object).filter(([field]) => NAMES.includes(field))
  const unseen = names.find(([, name]) => typeof name === 'string' && cleanName(name) === '')
  if (!unseen) return body
  throw new Refusal('VALIDATION_ERROR', `${unseen[0]}: nothing of it can be seen`, { field: unseen[0] })
}

const NUMBERS = ['limit', 'offset']

/** The schema would accept `0x10` as a number, and an empty value as 0. */
function inDigits(query: ReplyRequest['query']): ReplyRequest['query'] {
  const field = NUMBERS.find((name) => query[name] !== undefined && !/^\d{1,15}$/.test(query[name]))
  if (field) throw new Refusal('VALIDATION_ERROR', `${field}: this is no whole number`, { field })
  return query
}

function pathIn(path: string): string {
  if (path.startsWith(`${BASE_PATH}/`)) return path.slice(BASE_PATH.length)
  throw new HttpProblem(404, 'NOT_FOUND', `There is nothing at ${path}. The interface begins with ${BASE_PATH}.`)
}

function rateLimited(retryAfter: number): Refusal {
  const message = `Too many requests for this account. Nothing was done; ask again in ${retryAfter} s.`
  return new Refusal('RATE_LIMITED', message, { retryAfter })
}
