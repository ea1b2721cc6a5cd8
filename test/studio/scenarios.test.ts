/** Scenarios of a rehearsal bring their faults at their times, and leave nothing behind. */
import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SCENARIOS } from '../../shared/rehearsal/rehearsal.ts'
import { FAULT_KINDS, SCENARIO_NAMES } from '../../shared/rehearsal/rehearsalKinds.ts'
import { media, serve } from './files/kit.ts'
import { expectRefusal, projectId, rehearsal, rehearseEach, scenes } from './support.ts'

rehearseEach('theShow')

const state = () => rehearsal.told('rehearsal', undefined)
const kinds = async () => (await state()).faults.map(({ fault }) => fault.kind)
const play = (name: (typeof SCENARIO_NAMES)[number]) => rehearsal.told('playScenario', { name })

describe('a scenario', () => {
  it('brings each fault at its time, and ends automatically', async () => {
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

  it('stopped, clears its faults, but none that the user set', async () => {
    await rehearsal.setFault({ kind: 'latency', ms: 0, on: 'sync' })
    await play('lostAnswers')
    expect((await kinds()).sort()).toEqual(['cutAfter', 'hung', 'latency'])
    expect(await rehearsal.told('stopScenario', undefined)).toMatchObject({ scenario: null })
    expect(await kinds()).toEqual(['latency'])
    expect(await rehearsal.told('stopScenario', undefined)).toMatchObject({ scenario: null })
  })

  it('replaces the one being played', async () => {
    await play('platformDown')
    expect(await play('slowEvening')).toMatchObject({ scenario: { name: 'slowEvening' } })
    expect(await kinds()).toEqual(['latency'])
  })

  it('continues when the user clears its fault', async () => {
    await play('platformDown')
    expect(await rehearsal.told('clearFaults', undefined)).toEqual({ count: 1 })
    await rehearsal.ask('getAccount')
    rehearsal.clock.advance(20_000)
    expect(await kinds()).toEqual(['cutBefore'])
  })

  it('keeps its times when the computer’s clock is set', async () => {
    await play('budgetGone')
    rehearsal.clock.jump(-86_400_000)
    rehearsal.clock.advance(59_999)
    expect(await kinds()).toEqual(['rateStorm'])
    rehearsal.clock.advance(1)
    expect(await kinds()).toEqual([])
  })

  it('of a bad start delays what is started, and then makes it fail', async () => {
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

  it('drops a show while the service is unreachable', async () => {
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

/** Programs run in real time while the budget's clock is stopped, so it polls rarely. */
const comes = (what: () => Promise<unknown>, expected: unknown) =>
  expect.poll(what, { interval: 250 }).toEqual(expected)

it('troubled edits: imports, encodes, playlists, dates and statistics each fail in their own way', async () => {
  const liveId = await rehearsal.goLive(projectId)
  await rehearsal.ask('stopLive', { projectId })
  const files = [{ fileId: 'video-60' }, { fileId: 'video-30' }]
  const body = { type: 'videoPlaylist', settings: { files } }
  const { id: layerId } = await rehearsal.ask('addLayer', { projectId, sceneId: scenes[0], body })
  const taken = await rehearsal.told('takeFile', { path: media('tenBit.mkv'), mode: 'copy' })
  const file = () => rehearsal.ask('getFile', { fileId: taken.fileId })
  await comes(async () => (await file()).issues?.errors, ['unsupported_video_codec'])
  await comes(async () => (await file()).metadata?.isLoudnessAwaited ?? false, false)
  const before = await file()
  const server = await serve((_, response) => response.end(readFileSync(media('good.mp4'))))
  onTestFinished(server.close)
  await play('troubledEdits')

  const { fileId } = await rehearsal.ask('importFile', { body: { url: server.url, type: 'video' } })
  const arriving = () => rehearsal.ask('getImport', { fileId })
  await comes(async () => (await arriving()).status, 'error')
  expect((await arriving()).error).toMatch(/^IMPORT_FAILED: Rehearsal/)

  await rehearsal.ask('encodeFiles', { body: { fileIds: [taken.fileId] } })
  await comes(async () => (await rehearsal.ask('listEncodes')).total, 0)
  expect(await file()).toEqual(before)

  const order = async () =>
    (await rehearsal.ask('getLayer', { projectId, layerId })).settings.files?.map((one) => one.fileId)
  expect([await order(), await order()]).toEqual([
    ['video-60', 'video-30'],
    ['video-30', 'video-60'],
  ])
  const dates = [1, 2, 3].map((days) => new Date(rehearsal.clock.now() + days * 86_400_000).toISOString())
  expect(await rehearsal.ask('scheduleLive', { projectId, body: { dates } })).toMatchObject({ count: 2 })
  expectRefusal(await rehearsal.try('getStatistics', { liveId }), 502, 'PLATFORM_ERROR')
}, 60_000)

it('the scenarios together bring every kind of fault', () => {
  const brought = SCENARIO_NAMES.flatMap((name) => SCENARIOS[name].steps.map(({ fault }) => fault.kind))
  expect(new Set(brought)).toEqual(new Set(FAULT_KINDS))
})
