import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Lane } from '../../electron/service/budget/lanes.ts'
import { openLeases } from '../../electron/service/leases.ts'
import { createLimiter, type Limiter, type Permit } from '../../electron/service/limiter.ts'
import type { RateReading } from '../../electron/service/rateHeaders.ts'
import { RESERVE } from '../../shared/budget.ts'
import { RATE_WINDOW_MS, REQUESTS_PER_MINUTE } from '../../shared/contract/limits.ts'
import { type Figures, type LoadOptions, load } from '../bench/load.ts'
import { fixedWindow, type RateServer, silent, slidingWindow, tokenBucket } from '../bench/rateServers.ts'
import { percentile } from '../bench/rows.ts'
import { ours, storm } from '../bench/subjects.ts'
import { VirtualTime } from '../bench/virtualTime.ts'
import { seeded } from '../fakes/random.ts'
import { breathe, VirtualClock } from '../fakes/virtualClock.ts'
import { folderForTest } from '../support/atEnd.ts'
import { mostInAny } from './kit.ts'

/** Half a simulated hour with more background demand than fits, and show commands in between. */
async function simulate(
  server: RateServer,
  others: LoadOptions['others'],
  more: Partial<LoadOptions> = {},
): Promise<Figures & { share: number }> {
  const time = new VirtualTime()
  const options = { minutes: 30, warmUpMinutes: 3, seed: 8, ...more }
  const figures = await load(time, ours(time), server, { ...options, others })
  const left = REQUESTS_PER_MINUTE - RESERVE - figures.show - figures.others
  return { ...figures, share: figures.refresh / left }
}

describe.each([
  ['fixed window', fixedWindow],
  ['sliding window', slidingWindow],
  ['token bucket', tokenBucket],
] as const)('a service with a %s', (_, make) => {
  it('is never overrun by us alone, almost all of its budget is used, and show commands do not wait', async () => {
    const { limited, share, showWaits } = await simulate(make(), 0)
    expect(limited).toBe(0)
    expect(share).toBeGreaterThanOrEqual(0.98)
    expect(percentile(showWaits, 0.99)).toBeLessThanOrEqual(5)
  })

  it('is shared with another tool as its headers say', async () => {
    const { limited, share, showRefused } = await simulate(make(), 40)
    expect(limited).toBeLessThanOrEqual(0.1)
    expect(share).toBeGreaterThanOrEqual(0.95)
    expect(showRefused).toBe(0)
  })

  it('without headers is learnt from its refusals, each of which is recovered from', async () => {
    const { limited, share } = await simulate(silent(make()), 40)
    expect(limited).toBeLessThanOrEqual(1)
    expect(share).toBeGreaterThanOrEqual(0.85)
  })

  it('recovers from a storm within two minutes after its end', async () => {
    const { refreshTimes, limited } = await simulate(silent(make()), storm, { minutes: 12 })
    const [from, to] = [storm.endMs + 2 * RATE_WINDOW_MS, storm.endMs + 3 * RATE_WINDOW_MS]
    const after = refreshTimes.filter((at) => at >= from && at < to)
    expect(after.length).toBeGreaterThanOrEqual(0.85 * (REQUESTS_PER_MINUTE - RESERVE))
    expect(limited).toBeLessThanOrEqual(2.5)
  })

  it('has budget for 20 show commands within 2 s, even if background reads use all they may', async () => {
    const bursts = { size: 20, withinMs: 2_000, everyMs: 150_000 }
    const { burstWaits, limitedShow } = await simulate(make(), 0, { bursts, shows: false })
    expect(burstWaits).toHaveLength(13 * 20 - 20)
    expect(Math.max(...burstWaits)).toBeLessThanOrEqual(300)
    expect(limitedShow).toBe(0)
  })
})

const ASKED: Lane[] = ['air', 'show', 'edit', 'read', 'later', 'refresh', 'refresh', 'refresh']

/** Readings of all kinds, true and false ones. */
function anyReading(random: () => number, wall: number): RateReading {
  const limit = random() < 0.8 ? 150 : Math.floor(random() * 400) + 1
  const reading: RateReading = { limit }
  if (random() < 0.9) reading.remaining = Math.floor(random() * limit)
  if (random() < 0.9) reading.resetsAt = wall + random() * 90_000 - 5_000
  return reading
}

interface Weather {
  /** The longest time a response takes, in ms. */
  slowest: number
  restarts: boolean
}

/**
 * Whatever is requested, completed, aborted, refused, restarted or set: never more than 150 of ours in any 60 s, as
 * the sender sees it and as a service sees it that counts anywhere between sending and response.
 */
async function stormOf(seed: number, path: string, { slowest, restarts }: Weather): Promise<void> {
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
    const lane = ASKED[Math.floor(random() * ASKED.length)] ?? 'show'
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

  /** Killed and started again: pending responses are lost. */
  function restart(old: Limiter): Limiter {
    underWay.clear()
    old.close()
    return start()
  }
}

describe('never more than 150 of ours in any 60 s', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('with slow responses, seed %i', async (seed) => {
    await stormOf(seed, join(folderForTest(), 'a.leases'), { slowest: 9_000, restarts: false })
  })
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('over restarts, seed %i', async (seed) => {
    await stormOf(seed, join(folderForTest(), 'a.leases'), { slowest: 2_000, restarts: true })
  })
})
