import { describe, expect, it } from 'vitest'
import { LANES, MOST_OF } from '../../electron/service/budget/lanes.ts'
import type { Permit } from '../../electron/service/limiter.ts'
import { FOLLOWING, KEPT, RESERVE } from '../../shared/budget.ts'
import { REQUESTS_PER_MINUTE } from '../../shared/contract/limits.ts'
import { breathe } from '../fakes/virtualClock.ts'
import { budgetKit, stateOf } from './kit.ts'

const MINUTE = 60_000

describe('our own requests', () => {
  it('count until a minute after their response, since the service may have counted them that late', async () => {
    const { limiter, clock } = budgetKit()
    const permits = []
    for (let count = 0; count < REQUESTS_PER_MINUTE; count++) permits.push(await limiter.acquire({ lane: 'stop' }))
    for (const permit of permits) permit.sent()
    clock.advance(5_000)
    for (const permit of permits) permit.done()
    clock.advance(MINUTE - 1_000)
    expect(await stateOf(limiter.acquire({ lane: 'show', deadlineMs: 3_000 }))).toBe('waiting')
    clock.advance(1_100)
    expect(limiter.budget().ours).toBe(1)
  })

  it('are given back if never sent', async () => {
    const { limiter, sendAll } = budgetKit()
    await sendAll('show', MOST_OF.show - 1)
    const permit = await limiter.acquire({ lane: 'show' })
    const waiting = limiter.acquire({ lane: 'show', deadlineMs: 3_000 })
    expect(await stateOf(waiting)).toBe('waiting')
    permit.done()
    expect(await stateOf(waiting)).toBe('given')
  })
})

describe('the reserve', () => {
  /** Uses up the background reads that fit within a minute. */
  async function fill() {
    const one = budgetKit()
    let refreshes = 0
    for (let at = 0; at < MINUTE - 1_000; at += 100) {
      refreshes += await one.sendAll('refresh')
      one.clock.advance(100)
    }
    return { ...one, refreshes }
  }

  it('is never used by refresh', async () => {
    const { refreshes } = await fill()
    expect(refreshes).toBe(REQUESTS_PER_MINUTE - RESERVE)
  })

  it('is divided among the lanes: each leaves a part to those above it, and a stop is never delayed', async () => {
    const { sendAll } = await fill()
    for (const lane of ['read', 'later'] as const) expect(await sendAll(lane)).toBe(0)
    expect(await sendAll('edit')).toBe(MOST_OF.edit - MOST_OF.refresh)
    expect(await sendAll('show')).toBe(MOST_OF.show - MOST_OF.edit)
    expect(await sendAll('air')).toBe(KEPT.air)
    for (const lane of LANES.slice(1)) expect(await sendAll(lane)).toBe(0)
    // These were reserved for stops; beyond them it is for the service to refuse.
    expect(await sendAll('stop', KEPT.stop)).toBe(KEPT.stop)
    expect(await sendAll('stop', 5)).toBe(5)
  })

  it('keeps budget for following the show, however many other reads there are', async () => {
    const { sendAll, clock } = budgetKit()
    expect(await sendAll('read')).toBe(MOST_OF.read)
    let followed = 0
    for (let at = 0; at < 50_000; at += 1_000) {
      clock.advance(1_000)
      followed += await sendAll('refresh', 1)
      expect(await sendAll('read')).toBe(0)
    }
    expect(followed).toBe(FOLLOWING)
  })

  it('is not used by refresh when the headers leave no more than it', async () => {
    const { send, sendAll, clock } = budgetKit()
    // So near the reset that no budget need be left for others.
    await send('show', { limit: 150, remaining: RESERVE, resetsAt: clock.now() + 100 })
    expect(await sendAll('refresh')).toBe(0)
    expect(await sendAll('show', 3)).toBe(3)
  })

  it('leaves budget for what others will use before the reset', async () => {
    const { send, sendAll, clock } = budgetKit()
    // Others used 109 in half a minute: far more than 30 are to be expected in the other half, so none of the 40 left
    // are for us.
    await send('show', { limit: 150, remaining: 40, resetsAt: clock.now() + 30_000 })
    expect(await sendAll('refresh')).toBe(0)
    expect(await sendAll('show', 5)).toBe(5)
    // As the time to the reset runs out, so does the budget they need.
    clock.advance(29_000)
    expect(await sendAll('refresh')).toBeGreaterThan(0)
  })
})

describe('lanes', () => {
  it('are served in order of priority, and first come first served within a lane', async () => {
    const { limiter, sendAll, clock } = budgetKit()
    await sendAll('show')
    await sendAll('air')
    const order: string[] = []
    for (const name of ['later', 'read', 'refresh', 'edit', 'show', 'air'].flatMap((lane) => [
      `${lane} 1`,
      `${lane} 2`,
    ])) {
      const lane = name.split(' ')[0] as 'show'
      limiter.acquire({ lane }).then((permit) => {
        order.push(name)
        permit.sent()
        permit.done()
      })
    }
    clock.advance(MINUTE + 100)
    await breathe()
    expect(order).toEqual(LANES.slice(1).flatMap((lane) => [`${lane} 1`, `${lane} 2`]))
  })

  it('background reads are spread evenly after a quick start', async () => {
    const { sendAll, clock } = budgetKit()
    expect(await sendAll('refresh')).toBe(20)
    let most = 0
    for (let at = 0; at < 40_000; at += 1_000) {
      clock.advance(1_000)
      most = Math.max(most, await sendAll('refresh'))
    }
    expect(most).toBeLessThanOrEqual(4)
  })

  it('of many waiters only as many go as the budget allows', async () => {
    const { limiter, sendAll, clock } = budgetKit()
    await sendAll('show')
    let given = 0
    for (let count = 0; count < 500; count++) {
      const take = (permit: Permit) => {
        given += 1
        permit.sent()
        permit.done()
      }
      limiter.acquire({ lane: 'edit' }).then(take, () => {})
    }
    clock.advance(MINUTE + 100)
    await breathe()
    expect(given).toBe(MOST_OF.edit)
    expect(clock.waiting).toBeLessThanOrEqual(1)
    limiter.close()
  })
})

describe('a deadline', () => {
  it('is refused at once, with the time left, if the wait will exceed it', async () => {
    const { limiter, sendAll, clock } = budgetKit()
    await sendAll('show')
    clock.advance(20_000)
    const state = await stateOf(limiter.acquire({ lane: 'show', deadlineMs: 3_000 }))
    expect(state).toEqual({ waitMs: 40_020 })
  })

  it('is waited for if the wait fits, to the millisecond', async () => {
    const { limiter, sendAll, clock } = budgetKit()
    await sendAll('show')
    clock.advance(MINUTE - 2_000)
    const waiting = limiter.acquire({ lane: 'show', deadlineMs: 3_000 })
    expect(await stateOf(waiting)).toBe('waiting')
    clock.advance(2_019)
    expect(await stateOf(waiting)).toBe('waiting')
    clock.advance(1)
    expect(await stateOf(waiting)).toBe('given')
  })

  it('counts those ahead in its lane', async () => {
    const { limiter, sendAll, clock } = budgetKit()
    await sendAll('show', MOST_OF.show - 1)
    clock.advance(5_000)
    await sendAll('show')
    clock.advance(MINUTE - 5_000 - 2_000)
    const states = await Promise.all(
      Array.from({ length: MOST_OF.show }, () => stateOf(limiter.acquire({ lane: 'show', deadlineMs: 3_000 }))),
    )
    // The last would have to wait for the one sent 5 s after the others.
    expect(states.slice(0, -1)).toEqual(Array(MOST_OF.show - 1).fill('waiting'))
    expect(states.at(-1)).toEqual({ waitMs: 7_020 })
  })

  it('is refused as soon as another 429 of a show command makes it hopeless', async () => {
    const { limiter, send } = budgetKit()
    const permit = await send('show')
    limiter.limited(2_000, permit)
    const waiting = limiter.acquire({ lane: 'show', deadlineMs: 3_000, patienceMs: Number.POSITIVE_INFINITY })
    expect(await stateOf(waiting)).toBe('waiting')
    limiter.limited(30_000, permit)
    expect(await stateOf(waiting)).toEqual({ waitMs: 30_000 })
  })

  it("is not refused because of another lane's 429: a show command sends its own request", async () => {
    const { limiter, send } = budgetKit()
    const permit = await send('refresh')
    limiter.limited(2_000, permit)
    const waiting = limiter.acquire({ lane: 'show', deadlineMs: 3_000 })
    expect(await stateOf(waiting)).toBe('waiting')
    limiter.limited(30_000, permit)
    expect(await stateOf(waiting)).toBe('given')
    expect(await stateOf(limiter.acquire({ lane: 'show', deadlineMs: 3_000 }))).toBe('given')
    expect(await stateOf(limiter.acquire({ lane: 'refresh' }))).toBe('waiting')
    limiter.close()
  })

  it('is not waited for without patience: a stop passes those that wait', async () => {
    const { limiter, send } = budgetKit()
    limiter.limited(2_000, await send('refresh'))
    const scene = limiter.acquire({ lane: 'show', deadlineMs: 3_000 })
    expect(await stateOf(limiter.acquire({ lane: 'show', deadlineMs: 3_000, patienceMs: 0 }))).toBe('given')
    expect(await stateOf(scene)).toBe('waiting')
    limiter.close()
  })

  it('an abort leaves no trace', async () => {
    const { limiter, sendAll, clock } = budgetKit()
    await sendAll('show')
    const aborter = new AbortController()
    const waiting = limiter.acquire({ lane: 'refresh', signal: aborter.signal })
    aborter.abort(new Error('never mind'))
    await expect(waiting).rejects.toThrow('never mind')
    clock.advance(MINUTE + 100)
    expect(limiter.budget().ours).toBe(0)
    expect(clock.waiting).toBe(0)
  })

  it('closing refuses those that wait', async () => {
    const { limiter, sendAll, clock } = budgetKit()
    await sendAll('show')
    const waiting = limiter.acquire({ lane: 'refresh' })
    limiter.close()
    await expect(waiting).rejects.toThrow('closed')
    expect(clock.waiting).toBe(0)
  })
})

describe('the rate headers', () => {
  it('a late response does not raise the budget', async () => {
    const { limiter, clock } = budgetKit()
    const early = await limiter.acquire({ lane: 'show' })
    early.sent()
    clock.advance(100)
    const late = await limiter.acquire({ lane: 'show' })
    late.sent()
    const resetsAt = clock.now() + 30_000
    late.done()
    limiter.observe({ limit: 150, remaining: 20, resetsAt }, late)
    early.done()
    limiter.observe({ limit: 150, remaining: 120, resetsAt }, early)
    expect(limiter.budget().remaining).toBeLessThanOrEqual(20)
  })

  it('what was sent since is deducted', async () => {
    const { limiter, send, sendAll, clock } = budgetKit()
    await send('show', { limit: 150, remaining: 100, resetsAt: clock.now() + 30_000 })
    await sendAll('show', 7)
    expect(limiter.budget()).toMatchObject({ remaining: 93, ours: 8, basis: 'headers' })
  })

  it('the budget view shows what is known', async () => {
    const { limiter, send, clock } = budgetKit()
    expect(limiter.budget()).toEqual({
      ...{ limit: 150, remaining: 150, reserve: RESERVE, ours: 0, basis: 'counting' },
      ...{ othersPerMinute: null, resetsAt: null, blockedUntil: null },
    })
    const resetsAt = clock.now() + 1_000
    await send('show', { limit: 150, remaining: 109, resetsAt })
    const { othersPerMinute, ...rest } = limiter.budget()
    expect(rest).toMatchObject({ limit: 150, remaining: 109, ours: 1, resetsAt, basis: 'headers' })
    // 40 in 59 s, with the time before the first window unknown.
    expect(othersPerMinute).toBeGreaterThan(25)
    expect(othersPerMinute).toBeLessThan(45)
    clock.advance(1_000)
    expect(limiter.budget().resetsAt).toBeNull()
  })

  it('a smaller limit is believed, a greater one never makes us send more than 150', async () => {
    const small = budgetKit()
    await small.send('show', { limit: 60, remaining: 59, resetsAt: small.clock.now() + MINUTE })
    for (let second = 0; second < 58; second++) {
      await small.sendAll('refresh')
      small.clock.advance(1_000)
    }
    expect(small.sent).toHaveLength(60 - 20)
    expect(await small.sendAll('edit')).toBe(10)
    const great = budgetKit()
    await great.send('show', { limit: 1_000, remaining: 999, resetsAt: great.clock.now() + MINUTE })
    expect(await great.sendAll('show')).toBe(MOST_OF.show - 1)
  })

  it('a limit smaller than the reserve still lets background reads run', async () => {
    const { send, sendAll, clock } = budgetKit()
    await send('show', { limit: 9, remaining: 8, resetsAt: clock.now() + MINUTE })
    expect(await sendAll('refresh')).toBeGreaterThan(0)
  })

  it('headers alone never delay a show command: only a refusal does', async () => {
    const { send, sendAll, clock } = budgetKit()
    await send('show', { limit: 150, remaining: 0, resetsAt: clock.now() + 30_000 })
    expect(await sendAll('edit')).toBe(0)
    expect(await sendAll('show', 5)).toBe(5)
  })

  it('after a reset one read goes first as a probe', async () => {
    const { send, sendAll, clock } = budgetKit()
    await send('show', { limit: 150, remaining: 5, resetsAt: clock.now() + 10_000 })
    clock.advance(10_400)
    expect(await sendAll('refresh')).toBe(0)
    clock.advance(200)
    expect(await sendAll('refresh')).toBe(1)
    // No response reported anything: another probe, later.
    clock.advance(2_100)
    expect(await sendAll('refresh')).toBe(1)
  })
})

describe('a 429', () => {
  it('blocks all lanes for as long as it says', async () => {
    const { limiter, send, clock } = budgetKit()
    const permit = await send('show')
    limiter.limited(2_000, permit)
    const show = limiter.acquire({ lane: 'show', deadlineMs: 3_000 })
    const refresh = limiter.acquire({ lane: 'refresh' })
    expect(limiter.budget()).toMatchObject({ remaining: 0, blockedUntil: clock.now() + 2_000 })
    clock.advance(1_999)
    expect([await stateOf(show), await stateOf(refresh)]).toEqual(['waiting', 'waiting'])
    clock.advance(1)
    expect([await stateOf(show), await stateOf(refresh)]).toEqual(['given', 'given'])
  })

  it('without a time pauses show commands for a second, and the others longer and longer', async () => {
    const { limiter, send, clock } = budgetKit()
    for (const pause of [5_000, 10_000, 20_000, 30_000]) {
      await send('edit', 'refused')
      const show = limiter.acquire({ lane: 'show', deadlineMs: 3_000 })
      const edit = limiter.acquire({ lane: 'edit' })
      clock.advance(1_000)
      expect(await stateOf(show)).toBe('given')
      clock.advance(pause - 1_001)
      expect(await stateOf(edit)).toBe('waiting')
      clock.advance(1)
      expect(await stateOf(edit)).toBe('given')
    }
  })

  it('ends for all as soon as a later request is allowed', async () => {
    const { limiter, send, clock } = budgetKit()
    limiter.limited(60_000, await send('refresh'))
    const refresh = limiter.acquire({ lane: 'refresh' })
    clock.advance(1)
    const permit = await limiter.acquire({ lane: 'show', deadlineMs: 3_000 })
    permit.sent()
    permit.done()
    expect(await stateOf(refresh)).toBe('waiting')
    limiter.observe({}, permit)
    expect(await stateOf(refresh)).toBe('given')
  })

  it('with a time longer than a window is treated as one without a time', async () => {
    const { limiter, send, clock } = budgetKit()
    limiter.limited(3_600_000, await send('refresh'))
    const refresh = limiter.acquire({ lane: 'refresh' })
    expect(limiter.budget().blockedUntil).toBeNull()
    clock.advance(5_000)
    expect(await stateOf(refresh)).toBe('given')
  })

  it('several in flight together count once', async () => {
    const { limiter, clock } = budgetKit()
    const permits = []
    for (let count = 0; count < 5; count++) permits.push(await limiter.acquire({ lane: 'edit' }))
    for (const permit of permits) permit.sent()
    clock.advance(50)
    for (const permit of permits) limiter.limited(null, permit)
    const edit = limiter.acquire({ lane: 'edit' })
    clock.advance(5_000)
    expect(await stateOf(edit)).toBe('given')
  })
})
