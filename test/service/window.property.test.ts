import { describe, expect, it } from 'vitest'
import { openLeases } from '../../electron/service/leases.ts'
import { createLimiter, type Limiter, type Permit } from '../../electron/service/limiter.ts'
import type { RateReading } from '../../electron/service/rateHeaders.ts'
import type { OperationClass } from '../../shared/contract/operations.ts'
import { seeded } from '../fakes/random.ts'
import { breathe, VirtualClock } from '../fakes/virtualClock.ts'
import { closing } from '../support/atEnd.ts'
import { mostInAny, temporaryDir } from './budgetKit.ts'

const LANES: OperationClass[] = ['show', 'edit', 'refresh', 'refresh', 'refresh']

/** Answers of all kinds, true and false ones. */
function anyReading(random: () => number, wall: number): RateReading {
  const limit = random() < 0.8 ? 150 : Math.floor(random() * 400) + 1
  const reading: RateReading = { limit }
  if (random() < 0.9) reading.remaining = Math.floor(random() * limit)
  if (random() < 0.9) reading.resetsAt = wall + random() * 90_000 - 5_000
  return reading
}

interface Weather {
  /** The longest an answer takes, in ms. */
  slowest: number
  restarts: boolean
}

/**
 * Whatever is asked, answered, aborted, refused, restarted or set: never more than 150 of ours in any 60 s, as the
 * sender sees it and as a service sees it that counts anywhere between sending and answer.
 */
async function storm(seed: number, path: string, { slowest, restarts }: Weather): Promise<void> {
  const random = seeded(seed)
  const clock = new VirtualClock()
  const sent: number[] = []
  const counted: number[] = []
  const start = () =>
    createLimiter({ clock, leases: openLeases({ path, clock, uptime: () => 1e6 + clock.monotonic() }) })
  let limiter: Limiter = start()
  const underWay = new Set<() => void>()

  const answer = (permit: Permit, of: Limiter, at: number) => {
    counted.push(at + random() * (clock.monotonic() - at))
    permit.done()
    if (random() < 0.05) of.limited(random() < 0.5 ? random() * 20_000 : null, permit)
    else if (random() < 0.7) of.observe(anyReading(random, clock.now()), permit)
  }
  const ask = () => {
    const lane = LANES[Math.floor(random() * LANES.length)] ?? 'show'
    const aborter = new AbortController()
    if (random() < 0.1) clock.after(random() * 3_000, () => aborter.abort())
    const of = limiter
    of.acquire({ lane, deadlineMs: random() < 0.5 ? random() * 5_000 : undefined, signal: aborter.signal }).then(
      (permit) => {
        if (of !== limiter || random() < 0.05) return permit.done()
        permit.sent()
        const at = clock.monotonic()
        sent.push(at)
        const end = () => {
          underWay.delete(end)
          answer(permit, of, at)
        }
        underWay.add(end)
        clock.after(random() ** 4 * slowest, () => underWay.has(end) && end())
      },
      () => {},
    )
  }

  for (let step = 0; step < 1_500; step++) {
    const many = random() < 0.02 ? 200 : Math.floor(random() * 6)
    for (let count = 0; count < many; count++) ask()
    await breathe()
    clock.advance(random() * 400)
    if (random() < 0.003) clock.jump((random() - 0.5) * 7_200_000)
    if (restarts && random() < 0.01) limiter = restart(limiter)
    await breathe()
  }
  expect(sent.length).toBeGreaterThan(300)
  expect(mostInAny(sent)).toBeLessThanOrEqual(150)
  expect(
    mostInAny(
      counted.toSorted((one, other) => one - other),
      59_999,
    ),
  ).toBeLessThanOrEqual(150)

  /** Killed and started again: answers under way are lost. */
  function restart(old: Limiter): Limiter {
    underWay.clear()
    old.close()
    return start()
  }
}

describe('never more than 150 of ours in any 60 s', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('with slow answers, seed %i', async (seed) => {
    await storm(seed, closing(temporaryDir()).path('a.leases'), { slowest: 9_000, restarts: false })
  })
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('over restarts, seed %i', async (seed) => {
    await storm(seed, closing(temporaryDir()).path('a.leases'), { slowest: 2_000, restarts: true })
  })
})
