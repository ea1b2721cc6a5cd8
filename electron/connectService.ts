import { uptime } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../shared/clock.ts'
import type { Connection } from './core/core.ts'
import { type Accounts, createAccounts } from './service/accounts.ts'
import { createClient } from './service/client.ts'

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
export function connectService(choice: ServiceChoice): Connection {
  const { baseUrl, account, key, id, clock } = choice
  return {
    id: id ?? `${baseUrl} ${account}`,
    baseUrl,
    account,
    keyPresent: key !== null,
    connect(observe) {
      const accounts = accountsOf(choice)
      const client = createClient({
        baseUrl,
        key: () => key,
        clock,
        limiter: accounts.limiterFor({ baseUrl, label: account }),
        observe,
      })
      return {
        ...client,
        async close() {
          await client.close()
          accounts.close()
        },
      }
    },
  }
}

function accountsOf({ dataDir, clock, log }: ServiceChoice): Accounts {
  return createAccounts({
    dir: join(dataDir, 'leases'),
    clock,
    uptime: () => uptime() * 1000,
    onFailure: (error) => log(`the request budget could not be kept on disk: ${error}`),
  })
}
