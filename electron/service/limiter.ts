import type { Clock } from '../../shared/util/clock.ts'
import type { Lane } from './budget/lanes.ts'
import { createPolicy } from './budget/policy.ts'
import { createSendLog, type Sending } from './budget/sendLog.ts'
import type { Leases } from './leases.ts'
import { createQueue } from './queue.ts'
import type { RateReading } from './rateHeaders.ts'

/** Leave to send one request. Counts as spent from the moment it is given. */
export interface Permit {
  /** To be called right before the bytes go out: writes the lease. */
  sent(): void
  /** To be called when the answer is in or given up. A permit that was never sent goes back. */
  done(): void
}

export type Limiter = ReturnType<typeof createLimiter>

export interface LimiterOptions {
  clock: Clock
  /** Where sendings are kept over a restart; left out: they are not. */
  leases?: Leases
}

/**
 * The request budget of one account (design, "Budget"): by lanes, in each first come first served; a reserve that background
 * reads never use; never more than 150 of our own in any 60 s, but for a stop. What others use is learnt from headers, without
 * them from 429s.
 */
export function createLimiter({ clock, leases }: LimiterOptions) {
  const log = createSendLog(leases?.inherited ?? [], clock.monotonic())
  const policy = createPolicy(log)
  const sendings = new WeakMap<Permit, Sending>()

  const give = (lane: Lane): Permit => {
    const sending = log.open()
    policy.took(lane, clock.monotonic())
    const permit: Permit = {
      sent() {
        log.sent(sending, clock.monotonic())
        leases?.append()
        queue.letGo()
      },
      done() {
        log.settle(sending, clock.monotonic())
        // What was never sent makes room.
        if (sending.sentAt === null) queue.letGo()
      },
    }
    sendings.set(permit, sending)
    return permit
  }

  const queue = createQueue({ clock, wait: policy.wait, give })

  return {
    /** Rejects with `NoBudget`, or with the signal's reason. */
    acquire: queue.wait,
    /** What an answer's headers said; after `done`. `allowed`: the service did what was asked, so it had room. */
    observe(reading: RateReading, permit: Permit, allowed = true) {
      const sending = sendings.get(permit)
      if (sending) policy.observe(reading, sending, { now: clock.monotonic(), wall: clock.now(), allowed })
      queue.letGo()
    },
    /** A 429 came; `retryAfterMs` where the service told. */
    limited(retryAfterMs: number | null, permit: Permit) {
      const sending = sendings.get(permit)
      if (sending) policy.limited(retryAfterMs, sending, clock.monotonic())
      queue.letGo()
    },
    budget: () => policy.budget(clock.monotonic(), clock.now()),
    /** Waiting requests are rejected. */
    close() {
      queue.close()
      leases?.close()
    },
  }
}
