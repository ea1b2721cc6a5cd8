import { describe, expect, it } from 'vitest'
import { SCENARIOS } from '../../shared/rehearsal/rehearsal.ts'
import { FAULT_KINDS, SCENARIO_NAMES } from '../../shared/rehearsal/rehearsalKinds.ts'
import { projectId, rehearsal, rehearseEach } from './support.ts'

rehearseEach('theShow')

const state = () => rehearsal.told('rehearsal', undefined)
const kinds = async () => (await state()).faults.map(({ fault }) => fault.kind)
const play = (name: (typeof SCENARIO_NAMES)[number]) => rehearsal.told('playScenario', { name })

describe('a scenario', () => {
  it('brings each fault at its time, and is over by itself', async () => {
    const startedAt = rehearsal.clock.now()
    const played = await play('platformDown')
    expect(played.scenario).toEqual({ name: 'platformDown', startedAt, endsAt: startedAt + 120_000 })
    expect(played.faults).toMatchObject([
      { fault: { kind: 'serverError' }, since: startedAt, until: startedAt + 20_000, scenario: 'platformDown' },
    ])
    rehearsal.clock.advance(19_999)
    expect(await kinds()).toEqual(['serverError'])
    rehearsal.clock.advance(1)
    expect(await kinds()).toEqual(['cutBefore'])
    rehearsal.clock.advance(80_000)
    expect(await kinds()).toEqual(['serverError'])
    rehearsal.clock.advance(20_000)
    expect(await state()).toMatchObject({ scenario: null, faults: [] })
  })

  it.each(SCENARIO_NAMES)('%s plays to its end, and leaves nothing behind', async (name) => {
    await rehearsal.goLive(projectId)
    await play(name)
    for (const { at } of SCENARIOS[name].steps) expect(at).toBeLessThan(SCENARIOS[name].lengthMs)
    rehearsal.clock.advance(SCENARIOS[name].lengthMs - 1)
    expect((await state()).scenario).toMatchObject({ name })
    rehearsal.clock.advance(1)
    expect(await state()).toMatchObject({ scenario: null, faults: [] })
    await rehearsal.ask('getAccount')
  })

  it('stopped, takes its faults away, and nothing a person set', async () => {
    await rehearsal.setFault({ kind: 'latency', ms: 0, on: 'sync' })
    await play('lostAnswers')
    expect((await kinds()).sort()).toEqual(['cutAfter', 'hung', 'latency'])
    expect(await rehearsal.told('stopScenario', undefined)).toMatchObject({ scenario: null })
    expect(await kinds()).toEqual(['latency'])
    expect(await rehearsal.told('stopScenario', undefined)).toMatchObject({ scenario: null })
  })

  it('takes the place of the one being played', async () => {
    await play('platformDown')
    expect(await play('slowEvening')).toMatchObject({ scenario: { name: 'slowEvening' } })
    expect(await kinds()).toEqual(['latency'])
  })

  it('goes on when its fault was taken away by hand', async () => {
    await play('platformDown')
    expect(await rehearsal.told('clearFaults', undefined)).toEqual({ count: 1 })
    await rehearsal.ask('getAccount')
    rehearsal.clock.advance(20_000)
    expect(await kinds()).toEqual(['cutBefore'])
  })

  it("keeps its times when the computer's clock is set", async () => {
    await play('budgetGone')
    rehearsal.clock.jump(-86_400_000)
    rehearsal.clock.advance(59_999)
    expect(await kinds()).toEqual(['rateStorm'])
    rehearsal.clock.advance(1)
    expect(await kinds()).toEqual([])
  })

  it('of a bad start holds what is started, and then lets it fail', async () => {
    await play('badStart')
    rehearsal.clock.advance(60_000)
    const { liveId } = await rehearsal.ask('startLive', { projectId })
    rehearsal.clock.advance(59_999)
    expect(await rehearsal.ask('getLive', { projectId })).toMatchObject({ liveId, status: 'PREPARING' })
    rehearsal.clock.advance(1)
    expect(await rehearsal.ask('getLive', { projectId })).toMatchObject({ status: 'OFFLINE', liveId: null })
    const { broadcasts } = await rehearsal.ask('listBroadcasts', { projectId })
    expect(broadcasts).toMatchObject([{ liveId, status: 'ERROR', duration: null }])
  })

  it('drops a show while nobody can reach the service', async () => {
    const liveId = await rehearsal.goLive(projectId)
    await play('droppedMidShow')
    rehearsal.clock.advance(5_000)
    await expect(rehearsal.ask('getLive', { projectId })).rejects.toThrow()
    rehearsal.clock.advance(10_000)
    expect(await rehearsal.ask('getLive', { projectId })).toMatchObject({ status: 'OFFLINE' })
    const { broadcasts } = await rehearsal.ask('listBroadcasts', { projectId })
    expect(broadcasts).toMatchObject([{ liveId, status: 'ERROR', duration: 5 }])
  })
})

it('the scenarios together bring every kind of fault there is', () => {
  const brought = SCENARIO_NAMES.flatMap((name) => SCENARIOS[name].steps.map(({ fault }) => fault.kind))
  expect(new Set(brought)).toEqual(new Set(FAULT_KINDS))
})
