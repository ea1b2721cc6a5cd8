import { ServiceError } from '../../../shared/failures.ts'
import type { ProfileTest } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { Connection } from '../core.ts'

/** Ms for the whole test: whoever waits for it may want to use another profile meanwhile. */
const PATIENCE_MS = 10_000
const OPTIONS = { lane: 'edit', deadlineMs: PATIENCE_MS, timeoutMs: PATIENCE_MS } as const

/**
 * Tests a way to a service with one read of the account's projects. Answers how many there are.
 *
 * @param tell told how it went, well or not
 * @param signal gives it up
 * @throws ServiceError when the service does not answer well
 */
export async function testOf(
  connection: Connection,
  clock: Clock,
  tell: (test: ProfileTest) => void,
  signal?: AbortSignal,
): Promise<number> {
  const begun = clock.monotonic()
  const told = (projects: number | null, failure: ProfileTest['failure']) =>
    tell({ at: clock.now(), ms: Math.round(clock.monotonic() - begun), projects, failure })
  const client = connection.connect(() => {})
  try {
    const { total } = await client.call(
      'listProjects',
      { query: { limit: 1 } },
      { ...OPTIONS, ...(signal && { signal }) },
    )
    told(total, null)
    return total
  } catch (error) {
    if (error instanceof ServiceError) told(null, error.failure)
    throw error
  } finally {
    await client.close()
  }
}
