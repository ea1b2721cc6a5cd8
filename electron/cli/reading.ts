/** What the reading door gives to a program: one answer, or a whole list page by page. */
import { PAGE } from '../../shared/contract/limits.ts'
import { identityOf, pageOf } from '../../shared/contract/pages.ts'
import { type Queried, QueryError, type Reading } from '../../shared/query/query.ts'
import type { Progress } from '../../shared/query/views.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { EXIT } from '../../shared/words/cli.ts'
import type { ProgramClient } from '../core/bridge/socketClient.ts'
import { pagesFor } from '../service/bounds.ts'
import { sleep } from '../util/time.ts'
import { type Answer, answerOf } from './answer.ts'

type Input = Readonly<Record<string, unknown>>

/** How long a program waits for the rest of what is put together piece by piece, and how often it looks, in ms. */
const PATIENCE_MS = 2_000
const LOOK_EVERY_MS = 200

/** What is read by, and the time that passes meanwhile. */
interface Reader {
  client: ProgramClient
  clock: Clock
}

/** Every answer of the contract is a record; of a view that still grows it is waited for a little. @throws QueryError */
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

/** All pages of a list as one, as old as its oldest; it ends by what came, not by the total. @throws QueryError */
export async function readPages(
  reader: Reader,
  name: Queried,
  input: Input,
  again = false,
): Promise<Reading<object>> {
  const found = new Map<string, unknown>()
  let offset = Number(input.offset ?? 0)
  let oldest = Number.POSITIVE_INFINITY
  for (let pages = 1; ; pages++) {
    const { value, readAt } = await readOnce(reader, name, { limit: PAGE.most, ...input, offset }, again)
    const { field, items, total } = pageOf(value)
    const known = found.size
    for (const item of items) found.set(identityOf(item), item)
    offset += items.length
    oldest = Math.min(oldest, readAt)
    // A page without news ends it too: a service that ignores the offset would be read for ever.
    const isLast = offset >= total || found.size === known || pages >= pagesFor(found.size)
    if (isLast) return { value: { [field]: [...found.values()], total }, readAt: oldest }
  }
}

/** How a reading that came to nothing is told; rethrows what is no such thing. */
export function notRead(error: unknown): Answer {
  if (!(error instanceof QueryError)) throw error
  if (error.failure) return answerOf({ result: 'failed', failure: error.failure })
  return { code: EXIT.refused, sentence: error.message }
}
