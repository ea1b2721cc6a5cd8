import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type LeaseOptions, openLeases } from './leases.ts'
import { createLimiter, type Limiter } from './limiter.ts'

export interface Account {
  /** Only its origin counts: one account per origin, unless labels distinguish them. */
  baseUrl: string
  /** The profile's account label. */
  label: string
}

export type Accounts = ReturnType<typeof createAccounts>

export interface AccountsOptions extends Omit<LeaseOptions, 'path'> {
  /** Contains one lease file per account. */
  dir: string
}

/** Request budgets by account (design, "Budget"): shared by all profiles and callers of an account. */
export function createAccounts({ dir, ...leaseOptions }: AccountsOptions) {
  const limiters = new Map<string, Limiter>()
  return {
    /** The one limiter of that account, for all callers. */
    limiterFor(account: Account): Limiter {
      const name = nameOf(account)
      const known = limiters.get(name)
      if (known) return known
      const leases = openLeases({ ...leaseOptions, path: join(dir, `${name}.leases`) })
      const limiter = createLimiter({ clock: leaseOptions.clock, leases })
      limiters.set(name, limiter)
      return limiter
    },
    /** Closes all limiters; waiting requests are rejected. */
    close() {
      for (const limiter of limiters.values()) limiter.close()
      limiters.clear()
    },
  }
}

/** A file name that is the same at every start, without the unusual characters of a label. */
function nameOf({ baseUrl, label }: Account): string {
  return createHash('sha256')
    .update(`${new URL(baseUrl).origin} ${label}`)
    .digest('hex')
    .slice(0, 16)
}
