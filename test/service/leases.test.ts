import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAccounts } from '../../electron/service/accounts.ts'
import { MOST_OF } from '../../electron/service/budget/lanes.ts'
import { openLeases } from '../../electron/service/leases.ts'
import { systemClock } from '../../electron/util/time.ts'
import { REQUESTS_PER_MINUTE } from '../../shared/contract/limits.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { closing, folderForTest } from '../support/atEnd.ts'
import { budgetKit, leasesAt, mostInAny } from './kit.ts'

let path: string
let clock: VirtualClock
beforeEach(() => {
  path = join(folderForTest(), 'a.leases')
  clock = new VirtualClock()
})

/** Restarts after a kill: another limiter on the same file, later in time. */
const start = () => budgetKit(clock, leasesAt(path, clock))

describe('after a restart', () => {
  it('earlier requests of ours are not taken for others, even if the budget recovers one by one', async () => {
    const earlier = start()
    await earlier.sendAll('show', 40)
    clock.advance(2_500)
    // As the local studio reports it: all budget is back a minute after the last request, which is this one.
    const counted = (left: number) => ({ limit: 150, remaining: left, resetsAt: clock.now() + 60_000 })
    const next = start()
    await next.send('air', counted(150 - 40 - 12 - 1))
    clock.advance(600)
    expect(await next.sendAll('refresh', 1)).toBe(1)
    expect(next.limiter.budget().othersPerMinute).toBeLessThan(60)
  })

  it('requests from before are still counted', async () => {
    const first = start()
    expect(await first.sendAll('show', 100)).toBe(100)
    // Killed: nothing is closed.
    clock.advance(20_000)
    const second = start()
    expect(second.limiter.budget().ours).toBe(100)
    expect(await second.sendAll('stop', 50)).toBe(50)
    clock.advance(39_000)
    const third = start()
    expect(await third.sendAll('show')).toBe(0)
    // Up to 2 s more than a minute, because a request may have been in flight for a while.
    clock.advance(3_100)
    expect(await third.sendAll('show')).toBe(MOST_OF.show - 50)
    expect(mostInAny([...first.sent, ...second.sent, ...third.sent])).toBe(REQUESTS_PER_MINUTE)
  })

  it('a torn last line counts as one sent just now, and old lines are forgotten', async () => {
    await start().sendAll('show', 3)
    appendFileSync(path, readFileSync(path, 'utf8').slice(0, 9))
    clock.advance(61_000)
    expect(start().limiter.budget().ours).toBe(4)
    clock.advance(3_000)
    expect(start().limiter.budget().ours).toBe(1)
  })

  it('the leases of a killed process are found', async () => {
    const script = fileURLToPath(new URL('./leaseProcess.ts', import.meta.url))
    const child = spawn(process.execPath, [script, path], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(openLeases({ path, clock: systemClock }).inherited).toHaveLength(50)
  })

  it('the lease is on disk before the request goes out', async () => {
    const { limiter } = start()
    const permit = await limiter.acquire({ lane: 'show' })
    expect(readFileSync(path, 'utf8')).toBe('')
    permit.sent()
    expect(readFileSync(path, 'utf8')).toBe(`${clock.now()} -\n`)
  })
})

describe('setting the clock', () => {
  it('back: requests that seem to lie in the future count as sent just now', async () => {
    await start().sendAll('show', 100)
    clock.jump(-3_600_000)
    clock.advance(30_000)
    const again = start()
    expect(await again.sendAll('show')).toBe(MOST_OF.show - 100)
    // It recovers within a minute.
    clock.advance(62_100)
    expect(await again.sendAll('show')).toBe(MOST_OF.show)
  })

  it('forward while running: nothing sent before is forgotten', async () => {
    const first = start()
    await first.sendAll('show', 100)
    clock.jump(3_600_000)
    // The next sending notices and rewrites all of them.
    await first.sendAll('show', 1)
    clock.advance(1_000)
    expect(start().limiter.budget().ours).toBe(101)
  })

  it('forward while not running: the uptime of the machine bounds the age', async () => {
    const uptime = () => 500_000 + clock.monotonic()
    const leases = openLeases({ path, clock, uptime })
    for (let count = 0; count < 7; count++) leases.append()
    clock.jump(3_600_000)
    clock.advance(10_000)
    expect(openLeases({ path, clock, uptime }).inherited).toEqual(Array(7).fill(8_000))
  })

  it('after a reboot the uptime is ignored', () => {
    openLeases({ path, clock, uptime: () => 500_000 }).append()
    clock.advance(30_000)
    expect(openLeases({ path, clock, uptime: () => 20_000 }).inherited).toEqual([28_000])
  })

  it('does not change what the limiter counts', async () => {
    const { sendAll } = budgetKit(clock)
    await sendAll('show')
    clock.jump(7_200_000)
    expect(await sendAll('show')).toBe(0)
    clock.jump(-9_000_000)
    clock.advance(60_100)
    expect(await sendAll('show')).toBe(MOST_OF.show)
  })
})

describe('the file', () => {
  it.each(['', '\n\n\n', 'not a lease\n', '1 2 3\n{"a":1}\n', `${'9'.repeat(400)}\n`, '\u0000\u0001\n', '-5 -\n'])(
    'with invalid content (%j) counts as empty',
    (text) => {
      writeFileSync(path, text)
      expect(leasesAt(path, clock).inherited).toEqual([])
    },
  )

  it('stays small', () => {
    const leases = leasesAt(path, clock)
    let longest = 0
    for (let count = 0; count < 10_000; count++) {
      clock.advance(500)
      leases.append()
      if (count % 500 === 0) longest = Math.max(longest, readFileSync(path, 'utf8').length)
    }
    expect(longest).toBeLessThan(100_000)
    expect(leasesAt(path, clock).inherited.length).toBeGreaterThan(110)
  })

  it('that cannot be written is reported, and stops nothing', async () => {
    mkdirSync(path)
    const failures: unknown[] = []
    const leases = openLeases({ path, clock, onFailure: (error) => failures.push(error) })
    const { sendAll } = budgetKit(clock, leases)
    expect(await sendAll('show')).toBe(MOST_OF.show)
    expect(failures.length).toBeGreaterThan(0)
  })
})

describe('accounts', () => {
  it('share a limiter if origin and label are the same, and only then', () => {
    const accounts = closing(createAccounts({ dir: path, clock }))
    const limiter = accounts.limiterFor({ baseUrl: 'https://a.example/x/v1/external', label: '' })
    expect(accounts.limiterFor({ baseUrl: 'https://a.example/y/v1/external', label: '' })).toBe(limiter)
    expect(accounts.limiterFor({ baseUrl: 'https://b.example/x/v1/external', label: '' })).not.toBe(limiter)
    expect(accounts.limiterFor({ baseUrl: 'https://a.example/x/v1/external', label: 'club' })).not.toBe(limiter)
  })

  it('are kept apart on disk', async () => {
    const open = () => closing(createAccounts({ dir: path, clock }))
    const one = open().limiterFor({ baseUrl: 'https://a.example/v1/external', label: '../../odd' })
    const permit = await one.acquire({ lane: 'show' })
    permit.sent()
    const again = open()
    expect(again.limiterFor({ baseUrl: 'https://a.example/v1/external', label: '../../odd' }).budget().ours).toBe(1)
    expect(again.limiterFor({ baseUrl: 'https://a.example/v1/external', label: '' }).budget().ours).toBe(0)
  })
})
