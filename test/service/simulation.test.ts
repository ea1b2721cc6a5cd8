import { describe, expect, it } from 'vitest'
import { RESERVE } from '../../shared/budget.ts'
import { RATE_WINDOW_MS, REQUESTS_PER_MINUTE } from '../../shared/contract/limits.ts'
import { type Figures, type LoadOptions, load } from '../bench/load.ts'
import { fixedWindow, type RateServer, silent, slidingWindow, tokenBucket } from '../bench/rateServers.ts'
import { percentile } from '../bench/rows.ts'
import { ours, storm } from '../bench/subjects.ts'
import { VirtualTime } from '../bench/virtualTime.ts'

/** Half a simulated hour of more background demand than fits, and show commands in between. */
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
  it('is never overrun by us alone, nearly all is used, and show commands do not wait', async () => {
    const { limited, share, showWaits } = await simulate(make(), 0)
    expect(limited).toBe(0)
    expect(share).toBeGreaterThanOrEqual(0.98)
    expect(percentile(showWaits, 0.99)).toBeLessThanOrEqual(5)
  })

  it('is shared with another tool by what its headers say', async () => {
    const { limited, share, showRefused } = await simulate(make(), 40)
    expect(limited).toBeLessThanOrEqual(0.1)
    expect(share).toBeGreaterThanOrEqual(0.95)
    expect(showRefused).toBe(0)
  })

  it('without headers is learnt from its refusals, and each is recovered from', async () => {
    const { limited, share } = await simulate(silent(make()), 40)
    expect(limited).toBeLessThanOrEqual(1)
    expect(share).toBeGreaterThanOrEqual(0.85)
  })

  it('and a storm is over two minutes after its end', async () => {
    const { refreshTimes, limited } = await simulate(silent(make()), storm, { minutes: 12 })
    const [from, to] = [storm.endMs + 2 * RATE_WINDOW_MS, storm.endMs + 3 * RATE_WINDOW_MS]
    const after = refreshTimes.filter((at) => at >= from && at < to)
    expect(after.length).toBeGreaterThanOrEqual(0.85 * (REQUESTS_PER_MINUTE - RESERVE))
    expect(limited).toBeLessThanOrEqual(2.5)
  })

  it('has room for 20 show commands within 2 s, though background reads use all they may', async () => {
    const bursts = { size: 20, withinMs: 2_000, everyMs: 150_000 }
    const { burstWaits, limitedShow } = await simulate(make(), 0, { bursts, shows: false })
    expect(burstWaits).toHaveLength(13 * 20 - 20)
    expect(Math.max(...burstWaits)).toBeLessThanOrEqual(300)
    expect(limitedShow).toBe(0)
  })
})
