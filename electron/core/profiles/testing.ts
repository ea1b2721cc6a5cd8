import type { Clock } from '../../../shared/clock.ts'
import { ServiceError } from '../../../shared/failures.ts'
import type { ProfileTest } from '../../../shared/state.ts'
import type { Connection } from '../core.ts'

/**
 * Tests a way to a service with one read of the account's projects. Answers how many there are.
 *
 * @param tell told how it went, well or not
 * @throws ServiceError when the service does not answer well
 */
export async function testOf(
  connection: Connection,
  clock: Clock,
  tell: (test: ProfileTest) => void,
): Promise<number> {
  const begun = clock.monotonic()
  const told = (projects: number | null, failure: ProfileTest['failure']) =>
    tell({ at: clock.now(), ms: Math.round(clock.monotonic() - begun), projects, failure })
  const client = connection.connect(() => {})
  try {
    const { total } = await client.call('listProjects', { query: { limit: 1 } }, { lane: 'edit' })
    told(total, null)
    return total
  } catch (error) {
    if (error instanceof ServiceError) told(null, error.failure)
    throw error
  } finally {
    await client.close()
  }
}
