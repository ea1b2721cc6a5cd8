import { randomBytes } from 'node:crypto'
import { KEY_PREFIX } from '../../shared/contract/limits.ts'
import type { Meanings } from '../../shared/contract/meanings.ts'
import type { RehearsedShow } from '../../shared/rehearsal/rehearsedShow.ts'
import type { Clock } from '../../shared/util/clock.ts'
import type { RehearsalStudio } from '../core/rehearsing/stage.ts'
import { createLimiter } from '../service/limiter.ts'
import { connectStudio } from '../studio/supervisor/supervisor.ts'

interface Options {
  show: RehearsedShow
  meanings: Meanings
  clock: Clock
  log: (line: string) => void
  /** Called with the key of the studio, so that the loggers can redact it. */
  onSecret: (key: string) => void
}

/**
 * A studio for one rehearsal, in this process and in memory: it has no server to send to, none of the faults that are
 * set on the user's own studio, and leaves nothing behind however it ends. Its budget is its own.
 */
export async function openRehearsalStudio({
  show,
  meanings,
  clock,
  log,
  onSecret,
}: Options): Promise<RehearsalStudio> {
  const key = `${KEY_PREFIX}${randomBytes(32).toString('base64url')}`
  onSecret(key)
  // Loaded only for a rehearsal.
  const { startStudio } = await import('../studio/studio.ts')
  const studio = await startStudio({ port: 0, dataDir: null, clock, keys: [key], demo: show, meanings, log })
  const { baseUrl } = studio
  const limiter = createLimiter({ clock })
  const accounts = { limiterFor: () => limiter, close: limiter.close }
  return {
    connection: { ...connectStudio({ baseUrl, key, socket: null }, clock, accounts), meanings },
    async close() {
      limiter.close()
      await studio.close()
    },
  }
}
