import { faultsOf } from './fault.ts'

/** The wire and the budget: what is sent again, what a failure proves, who may send. */
export const wire = faultsOf(`
retry a POST (gravest)
  electron/service/retry.ts, seen by test/service/retries.test.ts test/core/lostStart.test.ts
  - if (operation.repeat !== 'auto') return mayFollowLimit(operation, failure, sendings) ? 0 : null
service: send a show command a third time
  electron/service/retry.ts, seen by test/service/limited.test.ts
  -  && sendings === 1
service: send again after the deadline
  electron/service/client.ts, seen by test/service/limited.test.ts
  - clock.monotonic() + waitMs >= end
  + false
service: ask beforeSend only the first time
  electron/service/client.ts, seen by test/service/limited.test.ts
  - { ...settings, signal: until, deadlineMs, isAgain
  + { ...settings, signal: until, deadlineMs, beforeSend: sendings === 1 ? settings.beforeSend : undefined, isAgain
service: take a cut start for one that did not happen
  electron/service/failureMapping.ts, seen by test/service/broken.test.ts
  - kind: 'disconnected', ...statusOf(ending), detail: ending.reason, mayHaveHappened: true
  + kind: 'disconnected', ...statusOf(ending), detail: ending.reason, mayHaveHappened: false
service: take a 5xx for one that did nothing
  electron/service/failureMapping.ts, seen by test/core/lostStart.test.ts
  - mayHaveHappened: kind === 'serverFault' ||
  + mayHaveHappened:
service: take a 429 for one that may have happened
  electron/service/failureMapping.ts, seen by test/service/limited.test.ts
  - kind === 'serverFault' || (
  + kind === 'serverFault' || kind === 'rateLimited' || (
reserve 0 (gravest)
  shared/budget.ts, seen by test/service/limiter.test.ts
  - export const RESERVE = PRESSES + KEPT.stop + KEPT.air
  + export const RESERVE = 0
forget a lease over a restart (gravest)
  electron/service/leases.ts, seen by test/service/leases.test.ts
  - inherited: ages.map((age) => Math.max(0, age - IN_TRANSIT_MS))
  + inherited: []
service: write no lease
  electron/service/leases.ts, seen by test/service/leases.test.ts
  - writeSync(file, lineOf(sending, options))
  + void file
service: refresh before show
  electron/service/queue.ts, seen by test/service/limiter.test.ts
  - const waits = LANES.map(releaseLane)
  + const waits = LANES.toReversed().map(releaseLane)
service: hold a stop by our own count (gravest)
  electron/service/budget/policy.ts, seen by test/service/limiter.test.ts test/core/stopFirst.test.ts
  - stop: (_, now, patience) => refusals.waitOfShow(now, patience),
  + stop: ofShow('show'),
service: let a late answer raise the budget
  electron/service/budget/serverView.ts, seen by test/service/limiter.test.ts
  - || (known && next.order < known.order)
service: go on after a 429
  electron/service/budget/refusals.ts, seen by test/service/limiter.test.ts
  - wait: (now: number) => Math.max(0, until - now, pause - now),
  + wait: () => 0,
service: trust the clock of the service
  electron/service/rateHeaders.ts, seen by test/service/rateHeaders.test.ts
  - (theirs === undefined ? 0 : now - theirs)
  + 0 * (theirs ?? now)
budget: look away from the show for a minute after one refusal
  electron/service/budget/policy.ts, seen by test/core/limitedOnce.test.ts
  - Math.min(wait, followed.wait(now))
  + wait
sessions: carry out late what was held up
  electron/core/bridge/clientSession.ts, seen by test/core/inbox.test.ts
  - bucket.isEmpty() || now < closedUntil
  + bucket.isEmpty()
sessions: answer all that a flood sends
  electron/core/bridge/clientSession.ts, seen by test/core/inbox.test.ts
  - if (!isAllowed) rest()
sessions: share out turns, and not time
  electron/util/roundRobin.ts, seen by test/core/turns.test.ts
  - waiting.toSorted((a, b) => takenBy(a) - takenBy(b))
  + waiting
stop: wait for a reading that is not on its way
  electron/core/polling/fetcher.ts, seen by test/core/stopFirst.test.ts
  - earlier.sent === null || earlier.isHeld
  + earlier.sent === null
`)
