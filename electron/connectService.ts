import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Clock } from '../shared/clock.ts'
import type { Connection } from './core/core.ts'
import { createClient } from './service/client.ts'
import { openLeases } from './service/leases.ts'
import { createLimiter } from './service/limiter.ts'

export interface ServiceChoice {
  baseUrl: string
  /** Whose budget it is: profiles with the same origin and label share one. */
  account: string
  /** Null: there is none, and nothing can be asked. */
  key: string | null
  /** Under which the show target is remembered; base URL and account when left out. */
  id?: string
  dataDir: string
  clock: Clock
  log: (line: string) => void
}

/** A client on its account's budget, ready for the core to use. */
export function connectService({ baseUrl, account, key, id, dataDir, clock, log }: ServiceChoice): Connection {
  return {
    id: id ?? `${baseUrl} ${account}`,
    baseUrl,
    account,
    keyPresent: key !== null,
    connect(observe) {
      const leases = openLeases({
        path: join(dataDir, 'leases', `${budgetName(baseUrl, account)}.log`),
        clock,
        onFailure: (error) => log(`the request budget could not be kept on disk: ${error}`),
      })
      const limiter = createLimiter({ clock, leases })
      const client = createClient({ baseUrl, key: () => key, clock, limiter, observe })
      return {
        ...client,
        async close() {
          await client.close()
          limiter.close()
        },
      }
    },
  }
}

/** A limiter belongs to an account: the origin of the base URL and the account's label (Decision "Budget"). */
function budgetName(baseUrl: string, account: string): string {
  return createHash('sha256').update(`${new URL(baseUrl).origin} ${account}`).digest('hex').slice(0, 16)
}
