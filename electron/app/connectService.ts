import { uptime } from 'node:os'
import { join } from 'node:path'
import { serviceIdOf } from '../../shared/settings/profiles.ts'
import type { Clock } from '../../shared/util/clock.ts'
import type { Connection } from '../core/connection.ts'
import type { Target } from '../core/profiles/connections.ts'
import { type Accounts, createAccounts } from '../service/accounts.ts'
import { type ClientOptions, createClient } from '../service/client.ts'

export interface ServiceChoice extends Omit<Target, 'history'>, Partial<Pick<Target, 'history'>> {
  clock: Clock
  /** The budgets of all accounts, shared by the whole Cuelight. */
  accounts: Accounts
  /**
   * The socket file on which the service listens for this user only; null or omitted: there is none, so its address is
   * used.
   */
  socket?: string | null
  /** The contract of this service, if it differs from the documented one. */
  contract?: Pick<ClientOptions, 'operations' | 'rateHeaders' | 'keyPrefix'> &
    Pick<Connection, 'entries' | 'meanings'>
}

/** A client that uses its account's budget, ready for the core. */
export function connectService(choice: ServiceChoice): Connection {
  const { baseUrl, account, key, id, clock, accounts, history, socket = null } = choice
  const { entries, meanings, ...contract } = choice.contract ?? {}
  return {
    id: id ?? serviceIdOf(choice),
    baseUrl,
    account,
    keyPresent: key !== null,
    ...(entries ? { entries } : {}),
    ...(meanings ? { meanings } : {}),
    connect(observe) {
      const limiter = accounts.limiterFor({ baseUrl, label: account })
      const known = history ? { history } : {}
      return createClient({ baseUrl, key: () => key, clock, limiter, observe, socket, ...contract, ...known })
    },
  }
}

/** The request budgets of all accounts, stored in a data dir across restarts. */
export function openAccounts(place: { dataDir: string; clock: Clock; log: (line: string) => void }): Accounts {
  return createAccounts({
    dir: join(place.dataDir, 'leases'),
    clock: place.clock,
    uptime: () => uptime() * 1000,
    onFailure: (error) => place.log(`the request budget could not be kept on disk: ${error}`),
  })
}
