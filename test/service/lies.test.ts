import { describe, expect, it } from 'vitest'
import { createLimiter } from '../../electron/service/limiter.ts'
import { readRateHeaders } from '../../electron/service/rateHeaders.ts'
import { fixedWindow } from '../bench/rateServers.ts'
import { percentile } from '../bench/rows.ts'
import { VirtualTime } from '../bench/virtualTime.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

interface Lie {
  /** Responds 429 with these headers; otherwise 200. */
  refuses?: boolean
  headers: (at: { wall: number; left: string; reset: string }) => Record<string, string>
}

const saying = (headers: Record<string, string>): Lie => ({ headers: () => headers })
const refusing = (headers: Record<string, string>): Lie => ({ refuses: true, headers: () => headers })
const plain = (limit: string, remaining: string, reset: string) => ({
  'ratelimit-limit': limit,
  'ratelimit-remaining': remaining,
  'ratelimit-reset': reset,
})

const LIES: [name: string, lie: Lie][] = [
  ['a limit of 1, and no count', saying({ 'ratelimit-limit': '1' })],
  ['a limit of 1, used up', saying(plain('1', '0', '60'))],
  ['a limit of 5 by the second', saying(plain('5', '2', '1'))],
  ['a limit of 1,000,000', { headers: ({ left, reset }) => plain('1000000', left, reset) }],
  ['a limit of 20', saying(plain('20', '19', '60'))],
  ['none left', saying({ ratelimit: '"default";r=0;t=60', 'ratelimit-policy': '"default";q=150;w=60' })],
  ['none left for a second', saying(plain('150', '0', '1'))],
  ['none left, no reset', saying({ 'x-ratelimit-remaining': '0' })],
  ['none left until the true reset', { headers: ({ reset }) => plain('150', '0', reset) }],
  ['five left', saying(plain('150', '5', '60'))],
  ["a day's policy", saying({ ratelimit: '"d";r=0;t=80000', 'ratelimit-policy': '"d";q=1;w=86400' })],
  ['a reset in 22 hours', saying({ ratelimit: '"default";r=0;t=80000' })],
  [
    'a clock 3,500 s ahead, and no date',
    { headers: ({ wall, reset }) => plain('150', '0', `${Math.ceil(wall / SECOND) + 3_500 + Number(reset)}`) },
  ],
  ['a 429 that asks for an hour', refusing({ 'retry-after': '3600' })],
  ['a 429 that asks for a day', refusing({ 'retry-after': 'Tue, 06 Jan 2026 20:00:00 GMT' })],
  ['a 429 that asks for ever', refusing({ 'retry-after': '999999999999' })],
  ['a 429 that asks for a minute', refusing({ 'retry-after': '60' })],
  ['a 429 without a word', refusing({})],
  ['a 429, used up for a day', refusing({ ratelimit: '"d";r=0;t=80000', 'ratelimit-policy': '"d";q=1;w=86400' })],
]

/**
 * A show on air at the usual pace (the live status every 5 s), and a show command every 2 s, at a service that counts
 * correctly but sends false headers for a while; `silent`: and no headers otherwise.
 */
async function show(lie: Lie, from: number, to: number, end: number, { silent = false } = {}) {
  const time = new VirtualTime()
  const limiter = createLimiter({ clock: time })
  const service = fixedWindow()
  const readings: number[] = []
  const waits: number[] = []
  const unheard: number[] = []

  const ask = async (lane: 'show' | 'refresh', operation: string) => {
    const wanted = time.monotonic()
    const permit = await limiter.acquire({ lane, deadlineMs: lane === 'show' ? 3 * SECOND : undefined })
    permit.sent()
    const isLie = time.monotonic() >= from && time.monotonic() < to
    if (lane === 'show') waits.push(time.monotonic() - wanted)
    await new Promise<void>((resolve) => time.after(50, resolve))
    permit.done()
    const honest = service.take(time.monotonic())
    const [, left = '', reset = ''] = /r=(\d+);t=(\d+)/.exec(`${honest.headers.ratelimit}`) ?? []
    const headers = isLie ? lie.headers({ wall: time.now(), left, reset }) : silent ? {} : honest.headers
    const allowed = honest.allowed && !(isLie && lie.refuses)
    const reading = readRateHeaders(headers, time.now())
    limiter.observe(reading ?? {}, permit, allowed)
    if (!allowed) limiter.limited(reading?.retryAfterMs ?? null, permit)
    else if (operation === 'live') readings.push(time.monotonic())
  }
  const poll = async (operation: string, everyMs: number) => {
    for (;;) {
      await ask('refresh', operation)
      await new Promise<void>((resolve) => time.after(everyMs, resolve))
    }
  }
  const press = () => {
    ask('show', 'scene').catch(() => unheard.push(time.monotonic()))
    time.after(2 * SECOND, press)
  }
  for (const [operation, everyMs] of [
    ['live', 5],
    ['scenes', 30],
    ['project', 60],
  ] as const)
    poll(operation, everyMs * SECOND).catch(() => {})
  time.after(SECOND, press)
  await time.run(end)
  limiter.close()

  const gapsFrom = (start: number) => {
    const since = [start, ...readings.filter((at) => at > start), end]
    return since.slice(1).map((at, index) => at - (since[index] ?? 0))
  }
  return { waits, unheard, gapsFrom }
}

describe.each(LIES)('%s', (_, lie) => {
  it.each([
    ['told once', 4 * SECOND],
    ['for two minutes', 2 * MINUTE],
  ])('%s: no show command is delayed or lost, and readings are back within a minute', async (_, ms) => {
    const [from, to] = [100 * SECOND, 100 * SECOND + ms]
    const { waits, unheard, gapsFrom } = await show(lie, from, to, to + 5 * MINUTE)
    expect(unheard).toEqual([])
    expect(Math.max(...waits)).toBeLessThanOrEqual(3 * SECOND)
    expect(Math.max(...gapsFrom(to + MINUTE))).toBeLessThanOrEqual(6 * SECOND)
  })
})

describe.each(LIES)('%s, by a service without other headers', (_, lie) => {
  it('is forgotten after two minutes', async () => {
    const [from, to] = [10 * SECOND, 40 * SECOND]
    const { unheard, gapsFrom } = await show(lie, from, to, to + 6 * MINUTE, { silent: true })
    expect(unheard).toEqual([])
    expect(Math.max(...gapsFrom(to + 2 * MINUTE))).toBeLessThanOrEqual(6 * SECOND)
  })
})

describe.each(LIES.filter(([, lie]) => !lie.refuses))('%s, for ever', (_, lie) => {
  it('is overruled after a minute by the responses that keep coming', async () => {
    const { unheard, gapsFrom } = await show(lie, 0, 10 * MINUTE, 10 * MINUTE)
    expect(unheard).toEqual([])
    expect(percentile(gapsFrom(70 * SECOND), 0.95)).toBeLessThanOrEqual(6 * SECOND)
  })
})
