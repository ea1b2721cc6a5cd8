/** One 429 without details is no reason to stop reading what is on air. */
import { expect, test } from 'vitest'
import { GET_LIVE, onAir, stage } from './stage.ts'

test.each([10_000, 40_000, 70_000, 100_000])(
  'after a single 429 without details, %i ms into the show, the shown state stays fresh',
  async (ms) => {
    const on = await stage({ headerStyle: 'none' })
    await onAir(on)
    await on.rig.pass(ms)
    const refusal = on.server.faults.add({ kind: 'rateLimited', style: 'absent', match: GET_LIVE })
    let oldest = 0
    for (let passed = 0; passed < 75_000; passed += 500) {
      await on.rig.pass(500)
      oldest = Math.max(oldest, on.rig.clock.now() - (on.rig.show().live?.readAt ?? 0))
    }
    expect(refusal.fired).toBe(1)
    expect(oldest).toBeLessThanOrEqual(15_000)
    expect(on.rig.show().stale).toBe(false)
  },
)
