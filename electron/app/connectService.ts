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
  /** The budgets of all accounts: one for a whole Cuelight. */
  accounts: Accounts
  /** The file it listens at for this user alone; null or left out: none, so that it is asked at its address. */
  socket?: string | null
  /** What is said there, where it is not just the contract. */
  contract?: Pick<ClientOptions, 'operations' | 'rateHeaders' | 'keyPrefix'> &
    Pick<Connection, 'entries' | 'meanings'>
}

/** A client on its account's budget, ready for the core to use. */
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

/** The request budgets of all accounts, kept in a data dir over restarts. */
export function openAccounts(place: { dataDir: string; clock: Clock; log: (line: string) => void }): Accounts {
  return createAccounts({
    dir: join(place.dataDir, 'leases'),
    clock: place.clock,
    uptime: () => uptime() * 1000,
    onFailure: (error) => place.log(`the request budget could not be kept on disk: ${error}`),
  })
}
