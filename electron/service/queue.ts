import type { Clock } from '../../shared/util/clock.ts'
import { LANES, type Lane } from './budget/lanes.ts'
import type { Policy } from './budget/policy.ts'
import { createWaiters } from './budget/waiters.ts'

export interface PermitRequest {
  lane: Lane
  /** How long it may wait, in ms; left out: without limit. */
  deadlineMs?: number
  signal?: AbortSignal
  /**
   * If refusals of earlier requests would delay a show command longer than this, in ms, they do not delay it; left out:
   * as long as it may wait at all. Those refusals may be wrong or over, and a refusal of its own does no harm.
   */
  patienceMs?: number
}

/** The budget has no place within the deadline; nothing was sent. */
export class NoBudget extends Error {
  override readonly name = 'NoBudget'
  /** Ms until there probably is a place. */
  readonly waitMs: number
  constructor(waitMs: number) {
    super(`no request budget for ${Math.ceil(waitMs)} ms`)
    this.waitMs = waitMs
  }
}

interface Waiter {
  lane: Lane
  /** Monotonic ms. */
  deadline: number
  patienceMs: number | undefined
  grant: () => void
  refuse: (error: unknown) => void
}

/** Every wait is estimated again at least this often, in ms. */
const LOOK_AGAIN_MS = 2_000

interface QueueOptions<Permit> {
  clock: Clock
  wait: Policy['wait']
  give: (lane: Lane) => Permit
}

/** The requests that wait for budget, each with its deadline. */
export function createQueue<Permit>({ clock, wait: estimate, give }: QueueOptions<Permit>) {
  const waiters = createWaiters<Waiter>()
  let stopTimer = () => {}

  const waitOf = (
    { lane, deadline, patienceMs = deadline - clock.monotonic() }: Waiter,
    ahead: number,
    now: number,
  ) => estimate(lane, ahead, now, patienceMs)

  /** Grants what may go, refuses what cannot meet its deadline, and plans the next check. */
  const release = () => {
    stopTimer()
    const waits = LANES.map(releaseLane)
    // Only an estimate: what refusals showed is forgotten sooner than requests expire.
    const soonest = Math.min(...waits, LOOK_AGAIN_MS)
    if (waits.some(Number.isFinite)) stopTimer = clock.after(Math.ceil(soonest), release)
    LANES.forEach(lookBehind)
  }
  /** Ms until the next request of a lane may go. A waiting lane blocks no slower one: each leaves it its share. */
  const releaseLane = (lane: Lane): number => {
    for (let first = waiters.first(lane); first; first = waiters.first(lane)) {
      const wait = waitOf(first, 0, clock.monotonic())
      if (wait > 0) return wait
      first.grant()
    }
    return Number.POSITIVE_INFINITY
  }
  /** A waiting request does not block less patient ones behind it; a request without a chance is refused. */
  const lookBehind = (lane: Lane) => {
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
      const onDeadline = () => refuse(new NoBudget(estimate(lane, 0, clock.monotonic())))
      const deadline = clock.monotonic() + deadlineMs
      const forget = waiters.add(lane, { lane, deadline, patienceMs, grant, refuse })
      const stopDeadline = Number.isFinite(deadlineMs) ? clock.after(deadlineMs, onDeadline) : () => {}
      signal?.addEventListener('abort', onAbort, { once: true })
      release()
    })

  return {
    release,
    /** Rejects with `NoBudget`, or with the signal's reason. */
    wait: (request: PermitRequest): Promise<Permit> =>
      request.signal?.aborted ? Promise.reject(request.signal.reason) : wait(request),
    /** Waiting requests are rejected. */
    close(): void {
      for (const lane of LANES) for (const waiter of waiters.in(lane)) waiter.refuse(new Error('closed'))
      stopTimer()
    },
  }
}
