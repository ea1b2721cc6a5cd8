import type { Clock } from '../../shared/util/clock.ts'
import type { Lane } from './budget/lanes.ts'
import { createPolicy } from './budget/policy.ts'
import { createSendLog, type Sending } from './budget/sendLog.ts'
import type { Leases } from './leases.ts'
import { createQueue } from './queue.ts'
import type { RateReading } from './rateHeaders.ts'

/** Permission to send one request. Counts as spent from the moment it is given. */
export interface Permit {
  /** Call right before the request is sent: writes the lease. */
  sent(): void
  /** Call when the response arrived or was given up. A permit that was never used is returned. */
  done(): void
}

export type Limiter = ReturnType<typeof createLimiter>

export interface LimiterOptions {
  clock: Clock
  /** Stores sendings across restarts; if left out, they are forgotten. */
  leases?: Leases
}

/**
 * The request budget of one account (design, "Budget"): by lanes, in each first come, first served; a reserve that
 * background reads never use; never more than 150 of our own in any 60 s, except for a stop. The use by other clients
 * is learnt from headers, or without them from 429s.
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
        queue.release()
      },
      done() {
        log.settle(sending, clock.monotonic())
        // A permit that was never used frees its place.
        if (sending.sentAt === null) queue.release()
      },
    }
    sendings.set(permit, sending)
    return permit
  }

  const queue = createQueue({ clock, wait: policy.wait, give })

  return {
    /** Rejects with `NoBudget`, or with the signal's reason. */
    acquire: queue.wait,
    /** Passes on a response's headers; call after `done`. `allowed`: the request succeeded, so there was budget. */
    observe(reading: RateReading, permit: Permit, allowed = true) {
      const sending = sendings.get(permit)
      if (sending) policy.observe(reading, sending, { now: clock.monotonic(), wall: clock.now(), allowed })
      queue.release()
    },
    /** A 429 came; `retryAfterMs` if the service gave one. */
    limited(retryAfterMs: number | null, permit: Permit) {
      const sending = sendings.get(permit)
      if (sending) policy.limited(retryAfterMs, sending, clock.monotonic())
      queue.release()
    },
    budget: () => policy.budget(clock.monotonic(), clock.now()),
    /** Waiting requests are rejected. */
    close() {
      queue.close()
      leases?.close()
    },
  }
}
