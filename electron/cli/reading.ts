/** Reading for a program: one response, or a whole list page by page. */
import { PAGE } from '../../shared/contract/limits.ts'
import { createKeys, pageOf } from '../../shared/contract/pages.ts'
import { type Queried, QueryError, type Reading } from '../../shared/query/query.ts'
import type { Progress } from '../../shared/query/views.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { EXIT } from '../../shared/words/cli/cli.ts'
import type { ProgramClient } from '../core/bridge/socketClient.ts'
import { pagesFor } from '../service/bounds.ts'
import { sleep } from '../util/time.ts'
import { type Answer, answerOf } from './answer.ts'

type Input = Readonly<Record<string, unknown>>

/** How long to wait for the rest of a view that is put together in parts, and how often to read it again, in ms. */
const PATIENCE_MS = 2_000
const LOOK_EVERY_MS = 200

/** What a reading needs. */
interface Reader {
  client: ProgramClient
  clock: Clock
}

/**
 * Reads one response; every response of the contract is a record. Waits a little for a view that is still incomplete.
 *
 * @throws QueryError
 */
export async function readOnce(
  { client, clock }: Reader,
  name: Queried,
  input: Input,
  again = false,
): Promise<Reading<object>> {
  const giveUpAt = clock.monotonic() + PATIENCE_MS
  let { value, readAt } = await client.query(name, input, again)
  while (isGrowing(value) && clock.monotonic() < giveUpAt) {
    await sleep(clock, LOOK_EVERY_MS)
    ;({ value, readAt } = await client.query(name, input))
  }
  return { value: typeof value === 'object' && value !== null ? value : {}, readAt }
}

function isGrowing(value: unknown): boolean {
  const { progress } = value as { progress?: Progress }
  return progress !== undefined && progress.read < progress.of && progress.problem === null
}

/**
 * All pages of a list as one, dated by the oldest page. Ends by the items received, not by the total.
 *
 * @throws QueryError
 */
export async function readPages(
  reader: Reader,
  name: Queried,
  input: Input,
  again = false,
): Promise<Reading<object>> {
  const found = new Map<string, unknown>()
  const keysOf = createKeys()
  let offset = Number(input.offset ?? 0)
  let oldest = Number.POSITIVE_INFINITY
  for (let pages = 1; ; pages++) {
    const { value, readAt } = await readOnce(reader, name, { limit: PAGE.most, ...input, offset }, again)
    const { field, items, total } = pageOf(value)
    const known = found.size
    const keys = keysOf(items, total)
    for (const [at, item] of items.entries()) found.set(keys[at] ?? '', item)
    offset += items.length
    oldest = Math.min(oldest, readAt)
    // A page without new items also ends it: otherwise a service that ignores the offset would be read forever.
    const isLast = offset >= total || found.size === known || pages >= pagesFor(found.size)
    if (isLast) return { value: { [field]: [...found.values()], total }, readAt: oldest }
  }
}

/** The answer for a failed reading; rethrows any other error. */
export function notRead(error: unknown): Answer {
  if (!(error instanceof QueryError)) throw error
  if (error.failure) return answerOf({ result: 'failed', failure: error.failure })
  return { code: EXIT.refused, sentence: error.message }
}
