import type { Budget } from '../../shared/budget.ts'
import type { OperationClass } from '../../shared/contract/operations.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { createPolicy } from './budget/policy.ts'
import { createSendLog, type Sending } from './budget/sendLog.ts'
import { createWaiters } from './budget/waiters.ts'
import type { Leases } from './leases.ts'
import type { RateReading } from './rateHeaders.ts'

export interface PermitRequest {
  lane: OperationClass
  /** How long it may wait, in ms; left out: as long as it takes. */
  deadlineMs?: number
  signal?: AbortSignal
  /**
   * Longer than this, in ms, no refusal of an earlier request holds a show command; left out: as long as it may wait at
   * all. What others were told may be wrong or over, and a refusal of its own does no harm.
   */
  patienceMs?: number
}

/** Leave to send one request. Counts as spent from the moment it is given. */
export interface Permit {
  /** To be called right before the bytes go out: writes the lease. */
  sent(): void
  /** To be called when the answer is in or given up. A permit that was never sent goes back. */
  done(): void
}

/** The budget has no place within the deadline; nothing was sent. */
export class NoBudget extends Error {
  override readonly name = 'NoBudget'
  /** Ms until there probably is one. */
  readonly waitMs: number
  constructor(waitMs: number) {
    super(`no request budget for ${Math.ceil(waitMs)} ms`)
    this.waitMs = waitMs
  }
}

export interface Limiter {
  /** Rejects with `NoBudget`, or with the signal's reason. */
  acquire(request: PermitRequest): Promise<Permit>
  /** What an answer's headers said; after `done`. `allowed`: the service did what was asked, so it had room. */
  observe(reading: RateReading, permit: Permit, allowed?: boolean): void
  /** A 429 came; `retryAfterMs` where the service told. */
  limited(retryAfterMs: number | null, permit: Permit): void
  budget(): Budget
  /** Called at every change; how often to draw it is the listener's business. */
  onChange(listener: () => void): () => void
  /** Waiting requests are rejected. */
  close(): void
}

interface Waiter {
  lane: OperationClass
  /** Monotonic ms. */
  deadline: number
  patienceMs: number | undefined
  grant: () => void
  refuse: (error: unknown) => void
}

export interface LimiterOptions {
  clock: Clock
  /** Where sendings are kept over a restart; left out: they are not. */
  leases?: Leases
}

/** However long a wait is estimated, it is estimated anew this often. */
const LOOK_AGAIN_MS = 2_000

/**
 * The request budget of one account (design, "Budget"). Lanes show > edit > refresh, in each first come first served; a
 * reserve that refresh never uses; never more than 150 of our own in any 60 s. What others use is learnt from headers,
 * without them from 429s.
 */
export function createLimiter({ clock, leases }: LimiterOptions): Limiter {
  const log = createSendLog(leases?.inherited ?? [], clock.monotonic())
  const policy = createPolicy(log)
  const waiters = createWaiters<Waiter>()
  const sendings = new WeakMap<Permit, Sending>()
  const listeners = new Set<() => void>()
  let stopTimer = () => {}

  const changed = () => {
    pump()
    for (const listener of listeners) listener()
  }

  const give = (lane: OperationClass): Permit => {
    const sending = log.open()
    policy.took(lane, clock.monotonic())
    const permit: Permit = {
      sent() {
        log.sent(sending, clock.monotonic())
        leases?.append()
        changed()
      },
      done() {
        log.settle(sending, clock.monotonic())
        // What was never sent makes room.
        if (sending.sentAt === null) changed()
      },
    }
    sendings.set(permit, sending)
    return permit
  }

  const waitOf = (
    { lane, deadline, patienceMs = deadline - clock.monotonic() }: Waiter,
    ahead: number,
    now: number,
  ) => policy.wait(lane, ahead, now, patienceMs)

  /** Lets go whoever may go, tells those in a hurry who have no chance, and looks again when time helps. */
  const pump = () => {
    stopTimer()
    for (let first = waiters.first(); first; first = waiters.first()) {
      const wait = waitOf(first, 0, clock.monotonic())
      if (wait > 0) {
        // An estimate of now: what refusals taught is forgotten sooner than places grow old.
        stopTimer = clock.after(Math.min(LOOK_AGAIN_MS, Math.ceil(wait)), pump)
        break
      }
      first.grant()
    }
    lookBehind('show')
    lookBehind('edit')
  }
  /** A held one does not hold those behind it that are less patient; and who has no chance is told. */
  const lookBehind = (lane: OperationClass) => {
    const now = clock.monotonic()
    waiters.in(lane).forEach((waiter, ahead) => {
      if (!Number.isFinite(waiter.deadline)) return
      const wait = waitOf(waiter, ahead, now)
      if (wait <= 0) waiter.grant()
      else if (now + wait > waiter.deadline) waiter.refuse(new NoBudget(wait))
    })
  }

  const wait = ({ lane, deadlineMs = Number.POSITIVE_INFINITY, signal, patienceMs }: PermitRequest) =>
    new Promise<Permit>((resolve, reject) => {
      const leave = () => {
        forget()
        stopDeadline()
        signal?.removeEventListener('abort', onAbort)
      }
      const refuse = (error: unknown) => {
        leave()
        reject(error)
      }
      const grant = () => {
        leave()
        resolve(give(lane))
      }
      const onAbort = () => refuse(signal?.reason)
      const onDeadline = () => refuse(new NoBudget(policy.wait(lane, 0, clock.monotonic())))
      const deadline = clock.monotonic() + deadlineMs
      const forget = waiters.add(lane, { lane, deadline, patienceMs, grant, refuse })
      const stopDeadline = Number.isFinite(deadlineMs) ? clock.after(deadlineMs, onDeadline) : () => {}
      signal?.addEventListener('abort', onAbort, { once: true })
      pump()
    })

  return {
    acquire: (request) => (request.signal?.aborted ? Promise.reject(request.signal.reason) : wait(request)),
    observe(reading, permit, allowed = true) {
      const sending = sendings.get(permit)
      if (sending) policy.observe(reading, sending, { now: clock.monotonic(), wall: clock.now(), allowed })
      changed()
    },
    limited(retryAfterMs, permit) {
      const sending = sendings.get(permit)
      if (sending) policy.limited(retryAfterMs, sending, clock.monotonic())
      changed()
    },
    budget: () => policy.budget(clock.monotonic(), clock.now()),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      for (const lane of ['show', 'edit', 'refresh'] as const)
        for (const waiter of waiters.in(lane)) waiter.refuse(new Error('closed'))
      stopTimer()
      leases?.close()
    },
  }
}
