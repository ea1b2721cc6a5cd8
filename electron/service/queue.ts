import type { Clock } from '../../shared/util/clock.ts'
import { LANES, type Lane } from './budget/lanes.ts'
import type { Policy } from './budget/policy.ts'
import { createWaiters } from './budget/waiters.ts'

export interface PermitRequest {
  lane: Lane
  /** How long it may wait, in ms; left out: as long as it takes. */
  deadlineMs?: number
  signal?: AbortSignal
  /**
   * Longer than this, in ms, no refusal of an earlier request holds a show command; left out: as long as it may wait at
   * all. What others were told may be wrong or over, and a refusal of its own does no harm.
   */
  patienceMs?: number
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

interface Waiter {
  lane: Lane
  /** Monotonic ms. */
  deadline: number
  patienceMs: number | undefined
  grant: () => void
  refuse: (error: unknown) => void
}

/** However long a wait is estimated, it is estimated anew this often. */
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

  /** Lets go whoever may go, tells those in a hurry who have no chance, and looks again when time helps. */
  const release = () => {
    stopTimer()
    const waits = LANES.map(releaseLane)
    // An estimate of now: what refusals taught is forgotten sooner than places grow old.
    const soonest = Math.min(...waits, LOOK_AGAIN_MS)
    if (waits.some(Number.isFinite)) stopTimer = clock.after(Math.ceil(soonest), release)
    LANES.forEach(lookBehind)
  }
  /** Ms until the next of a lane may go. A lane that waits keeps no room from those behind it: each leaves it room. */
  const releaseLane = (lane: Lane): number => {
    for (let first = waiters.first(lane); first; first = waiters.first(lane)) {
      const wait = waitOf(first, 0, clock.monotonic())
      if (wait > 0) return wait
      first.grant()
    }
    return Number.POSITIVE_INFINITY
  }
  /** A held one does not hold those behind it that are less patient; and who has no chance is told. */
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
    letGo: release,
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
