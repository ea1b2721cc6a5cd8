import type { CommandOf } from '../../../shared/commands/commands.ts'
import { ServiceError } from '../../../shared/failures.ts'
import type { Done } from '../../../shared/outcome.ts'
import type { ProfileTest } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { Connection } from '../connection.ts'
import type { ProfileDependencies } from './connections.ts'
import { refuseForeignKey, refuseKeyIn } from './keys.ts'

/** Ms for the whole test: whoever waits for it may want to use another profile meanwhile. */
const PATIENCE_MS = 10_000
const OPTIONS = { lane: 'edit', deadlineMs: PATIENCE_MS, timeoutMs: PATIENCE_MS } as const

/** Tests a way to a service with one read. @param tell told how it went @throws ServiceError when not well */
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
 * Tries connections before anything is saved. The key is known to the request alone and to whoever must hide it in what
 * is written down; no profile, keychain, state or journal ever has it. The budget is that of the account, as for every
 * other request: a try must not cost a show its requests.
 *
 * @param end set off when Cuelight ends: nobody waits for an answer any more
 */
export function createConnectionTest(
  { clock, services, book, keys, keyPrefix, onSecret }: ProfileDependencies,
  end: AbortSignal,
) {
  let before = new AbortController()

  /** This very key has served a profile at this place: refused now, it was revoked. */
  function hasWorked({ baseUrl, key }: Tried): boolean {
    return book.all().some((one) => one.keyWorked && one.baseUrl === baseUrl && keys.value(one.id) === key)
  }

  /** A person asks for one thing at a time: what is tried anew ends what was tried before. */
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
