import { beforeEach, describe, expect, it } from 'vitest'
import { playedFilesCsv, wantsCsv } from '../../electron/studio/http/external.ts'
import { expectRefusal, projectId, rehearsal, rehearseEach } from './support.ts'

rehearseEach('theShow')
let liveId: string
beforeEach(async () => {
  liveId = await rehearsal.goLive(projectId)
})

const become = (account: 'paid' | 'free' | 'noPlayedFileLog' | 'noConsent') =>
  rehearsal.told('setAccount', { account })

describe('an account', () => {
  it('is a paid one that may do everything', async () => {
    expect(await rehearsal.told('rehearsal', undefined)).toMatchObject({ account: 'paid' })
    expect(await rehearsal.ask('getAccount')).toMatchObject({ apiAccess: true, playedFileLog: true })
    await rehearsal.ask('getStatistics', { liveId })
    await rehearsal.ask('getPlayedFiles', { liveId })
  })

  it('of the Free plan is refused whatever it asks, and keeps its keys', async () => {
    const { key } = await rehearsal.told('createKey', { label: 'Tool' })
    expect(await become('free')).toMatchObject({ account: 'free', keys: [{ label: 'Tool' }] })
    for (const path of ['/account', '/projects', '/files', '/nothing']) {
      const reply = await rehearsal.fetch(path, { key })
      expectRefusal(reply, 403, 'API_ACCESS_REQUIRES_PAID_PLAN')
    }
    expectRefusal(await rehearsal.fetch('/account', { key: 'svc_wrong' }), 401, 'INVALID_API_KEY')
    await become('paid')
    expect((await rehearsal.fetch('/account', { key })).status).toBe(200)
  })

  it('without the log of played files is refused that and nothing else', async () => {
    await become('noPlayedFileLog')
    expectRefusal(await rehearsal.try('getPlayedFiles', { liveId }), 403, 'FEATURE_NOT_AVAILABLE')
    expect(await rehearsal.ask('getAccount')).toMatchObject({ playedFileLog: false })
    await rehearsal.ask('getStatistics', { liveId })
  })

  it('without consent is refused statistics and nothing else', async () => {
    await become('noConsent')
    expectRefusal(await rehearsal.try('getStatistics', { liveId }), 403, 'YOUTUBE_ANALYTICS_CONSENT_REQUIRED')
    await rehearsal.ask('getPlayedFiles', { liveId })
  })
})

describe('what is told of a broadcast', () => {
  it('is that nobody watched: nothing is made up', async () => {
    expect(await rehearsal.ask('getStatistics', { liveId })).toEqual({
      overview: { views: 0, watchTimeMinutes: 0, likes: null, averageViewDurationSec: null },
      livestream: { peakConcurrentViewers: null, averageConcurrentViewers: null },
      revenue: null,
      dailyTrend: null,
    })
    expect(await rehearsal.ask('getPlayedFiles', { liveId })).toEqual({ rows: [], total: 0, offset: 0 })
    await rehearsal.ask('stopLive', { projectId })
    await rehearsal.ask('getStatistics', { liveId })
  })

  it('is refused for one that never was', async () => {
    for (const name of ['getStatistics', 'getPlayedFiles'] as const) {
      for (const unknown of ['nobody', 'constructor']) {
        const reply = await rehearsal.try(name, { liveId: unknown })
        expectRefusal(reply, 404, 'LIVE_NOT_FOUND', { liveId: unknown })
      }
    }
  })

  it('is a table for who asks for one', async () => {
    const headers = { accept: 'text/csv' }
    const response = await rehearsal.send('getPlayedFiles', { liveId }, { headers })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(await response.text()).toBe('fileId,fileName,sceneName,action,timestamp,concurrentLiveViews\r\n')
    expectRefusal(await rehearsal.try('getPlayedFiles', { liveId: 'nobody' }), 404, 'LIVE_NOT_FOUND')
  })
})

describe('a table', () => {
  it.each([
    ['text/csv', true],
    ['text/csv; q=0.9, application/json; q=0.1', true],
    ['application/json, text/csv', false],
    ['*/*', false],
    [undefined, false],
  ])('is what %j asks for: %s', (accept, wanted) => {
    expect(wantsCsv(accept)).toBe(wanted)
  })

  it('keeps cells apart, and lets no spreadsheet carry them out', () => {
    const row = { fileId: 'a,b', fileName: 'Say "hello"', sceneName: null, action: '=1+1', concurrentLiveViews: -1 }
    const [, line] = playedFilesCsv([row]).text.split('\r\n')
    expect(line).toBe(`"a,b","Say ""hello""",,'=1+1,,-1`)
  })
})
