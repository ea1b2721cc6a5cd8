/** After sleep, announced or not, and after a network outage, the state is stale and read again. */
import { describe, expect, it } from 'vitest'
import { watchPower } from '../../electron/shell/system/power.ts'
import { GET_LIVE, stage, stageOnAir } from '../core/stage.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'

function watching() {
  const clock = new VirtualClock()
  const seen: string[] = []
  const log: string[] = []
  const system = { online: true }
  const power = watchPower({
    clock,
    isOnline: () => system.online,
    onAsleep: () => seen.push('asleep'),
    onAwake: () => seen.push('awake'),
    log: (line) => log.push(line),
  })
  return { clock, seen, log, system, power }
}

describe('sleep or a network change', () => {
  it('is passed on: asleep, then awake', () => {
    const { power, seen, log } = watching()
    power.suspended()
    power.resumed()
    expect(seen).toEqual(['asleep', 'awake'])
    expect(log).toEqual(['the computer woke up; everything is read anew'])
  })

  it('is noticed without an announcement, by the missing time', () => {
    const { clock, seen, log } = watching()
    clock.advance(60_000)
    expect(seen).toEqual([])
    clock.jump(3_600_000)
    expect(seen).toEqual([])
    clock.advance(5_000)
    expect(seen).toEqual(['awake'])
    expect(log).toEqual(['3600 s are missing: the computer slept or stood still; everything is read anew'])
    clock.advance(60_000)
    expect(seen).toEqual(['awake'])
  })

  it('is reported once, whether the system or the missing time comes first', () => {
    const late = watching()
    late.power.suspended()
    late.clock.jump(3_600_000)
    late.clock.advance(5_000)
    late.power.resumed()
    expect(late.seen).toEqual(['asleep', 'awake'])

    const early = watching()
    early.power.suspended()
    early.clock.jump(3_600_000)
    early.power.resumed()
    early.clock.advance(60_000)
    expect(early.seen).toEqual(['asleep', 'awake'])
  })

  it('is over if sleep was announced and no time is missing', () => {
    const { clock, power, seen } = watching()
    power.suspended()
    clock.advance(10_000)
    expect(seen).toEqual(['asleep'])
    clock.advance(20_000)
    expect(seen).toEqual(['asleep', 'awake'])
  })

  it('is reported again for a second sleep right after', () => {
    const { power, clock, seen } = watching()
    power.suspended()
    power.resumed()
    clock.advance(1_000)
    power.suspended()
    power.resumed()
    expect(seen).toEqual(['asleep', 'awake', 'asleep', 'awake'])
  })

  it('is not assumed when a clock is set back, or a little forward', () => {
    const { clock, seen } = watching()
    clock.jump(-3_600_000)
    clock.advance(5_000)
    clock.jump(15_000)
    clock.advance(60_000)
    expect(seen).toEqual([])
  })

  it('is noticed when the network returns, once', () => {
    const { clock, seen, system, log } = watching()
    system.online = false
    clock.advance(60_000)
    expect(seen).toEqual([])
    system.online = true
    clock.advance(60_000)
    expect(seen).toEqual(['awake'])
    expect(log).toEqual(['the network is back; everything is read anew'])
  })

  it('is not watched any more after the end', () => {
    const { power, clock, seen } = watching()
    power.stop()
    clock.jump(3_600_000)
    clock.advance(60_000)
    expect([seen, clock.waiting]).toEqual([[], 0])
  })
})

describe('after waking', () => {
  it('the shown state is stale at once, until the status itself was read', async () => {
    const { rig, server } = await stageOnAir()
    const before = server.count('GET', /\/live$/)
    rig.core.onResume()
    rig.clock.advance(1)
    expect(rig.tally()).toBe('stale')
    await rig.pass(500)
    // Other instances of Cuelight woke at the same moment: each waits a part of two seconds.
    expect(server.count('GET', /\/live$/)).toBe(before)
    await rig.until(() => rig.tally() === 'live', 'read anew')
    expect(server.count('GET', /\/live$/)).toBe(before + 1)
    expect(rig.show().staleAfterMs).toBeGreaterThan(0)
  })

  it('a reading that fails, or reads something else, makes nothing fresh', async () => {
    const { rig, server } = await stageOnAir()
    const before = server.count('GET', /\/live$/)
    server.faults.add({ kind: 'unavailable', times: 'always', match: GET_LIVE })
    rig.core.onResume()
    await rig.pass(3_000)
    expect(server.count('GET', /\/live$/)).toBeGreaterThan(before)
    expect(rig.tally()).toBe('stale')
  })

  it('a response that was in flight before does not count', async () => {
    const { rig } = await stage()
    const readAt = rig.show().live?.readAt
    rig.core.onResume()
    await rig.until(() => rig.show().live?.readAt !== readAt, 'read anew')
    expect(rig.tally()).toBe('off')
  })

  it('nothing happens if no project is followed yet', async () => {
    const { rig } = await stage()
    await rig.close()
    expect(() => rig.core.onResume()).not.toThrow()
  })
})
