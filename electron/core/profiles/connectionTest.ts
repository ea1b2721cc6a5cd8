import type { CommandOf } from '../../../shared/commands/commands.ts'
import { ServiceError } from '../../../shared/failures.ts'
import type { Done } from '../../../shared/outcome.ts'
import type { ProfileTest } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { Connection } from '../connection.ts'
import type { ProfileDependencies } from './connections.ts'
import { refuseForeignKey, refuseKeyIn } from './keys.ts'

/** Ms for the whole test: the user may want to switch profiles meanwhile. */
const PATIENCE_MS = 10_000
const OPTIONS = { lane: 'edit', deadlineMs: PATIENCE_MS, timeoutMs: PATIENCE_MS } as const

/** Tests a connection with one read. @param tell called with the result @throws ServiceError if the test fails */
export async function testOf(
  connection: Connection,
  clock: Clock,
  tell: (test: ProfileTest) => void,
  signal?: AbortSignal,
): Promise<{ projects: number; ms: number }> {
  const begun = clock.monotonic()
  const result = (projects: number | null, failure: ProfileTest['failure']) => {
    const ms = Math.round(clock.monotonic() - begun)
    tell({ at: clock.now(), ms, projects, failure })
    return ms
  }
  const client = connection.connect(() => {})
  try {
    const { total } = await client.call('listProjects', { query: { limit: 1 } }, { ...OPTIONS, signal })
    return { projects: total, ms: result(total, null) }
  } catch (error) {
    if (error instanceof ServiceError) result(null, error.failure)
    throw error
  } finally {
    await client.close()
  }
}

type Tried = CommandOf<'tryConnection'>

/**
 * Tries connections before anything is saved. The key is known only to the request and to the code that hides it in
 * written output; no profile, keychain, state or journal contains it. The requests count against the account's budget
 * like all others, so that a test cannot use up those of a show.
 *
 * @param end aborted when Cuelight quits: nobody waits for a response any more
 */
export function createConnectionTest(
  { clock, services, book, keys, keyPrefix, onSecret }: ProfileDependencies,
  end: AbortSignal,
) {
  let before = new AbortController()

  /** True if this very key has worked for a profile at this address: if refused now, it was revoked. */
  function hasWorked({ baseUrl, key }: Tried): boolean {
    return book.all().some((one) => one.keyWorked && one.baseUrl === baseUrl && keys.value(one.id) === key)
  }

  /** The user tries one connection at a time: a new try aborts the one before. */
  return async function tryConnection(tried: Tried): Promise<Done> {
    const { baseUrl, account, key } = tried
    refuseForeignKey(key, keyPrefix)
    refuseKeyIn(baseUrl, key, keyPrefix)
    onSecret(key)
    before.abort()
    before = new AbortController()
    const connection = services.connect({ baseUrl, account, key, history: { worked: hasWorked(tried) } })
    const signal = AbortSignal.any([end, before.signal])
    return { what: 'connectionTried', ...(await testOf(connection, clock, () => {}, signal)) }
  }
}
