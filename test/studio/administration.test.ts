/** The administration of the local studio: keys, timings and accounts, apart from the service. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { administer } from '../../electron/studio/administration/client.ts'
import { administration } from '../../electron/studio/administration/table.ts'
import { playedFilesCsv, wantsCsv } from '../../electron/studio/http/external.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { expectRefusal, KEY, projectId, Rehearsal, rehearsal, rehearseEach } from './support.ts'

describe('a studio without any requests', () => {
  rehearseEach()

  describe('the two interfaces', () => {
    it('a key opens no operation of the administration', async () => {
      for (const { method, path } of Object.values(administration)) {
        for (const secret of [KEY, '', 'wrong', rehearsal.studio.admin.secret.slice(1)]) {
          expectRefusal(await rehearsal.administer(method, path, undefined, secret), 401, 'INVALID_ADMIN_SECRET')
        }
      }
      expect((await rehearsal.administer('GET', '/summary')).body).toMatchObject({ keys: 0 })
    })

    it('the secret of the administration is no key', async () => {
      const reply = await rehearsal.fetch('/projects', { key: rehearsal.studio.admin.secret })
      expectRefusal(reply, 401, 'INVALID_API_KEY')
    })

    it('the administration is not below the base URL, and uses none of the budget', async () => {
      expectRefusal(await rehearsal.fetch('/admin/summary'), 404, 'NOT_FOUND')
      for (let asked = 0; asked < 160; asked += 1) await rehearsal.administer('GET', '/ping')
      expect((await rehearsal.fetch('/account')).headers.get('ratelimit')).toContain('r=148')
    })

    it('no two secrets are the same', async () => {
      const other = await Rehearsal.start()
      expect(other.studio.admin.secret).not.toBe(rehearsal.studio.admin.secret)
      await other.studio.close()
    })
  })

  describe('keys', () => {
    const createKey = (body: unknown = {}) => rehearsal.administer('POST', '/keys', body)

    it('are created and open the service', async () => {
      const { body } = await createKey()
      expect(body.key).toMatch(/^svc_[\w-]{32}$/)
      expect((await rehearsal.fetch('/account', { key: String(body.key) })).status).toBe(200)
    })

    it('of one label replace each other, but not those of another label', async () => {
      const keys: string[] = []
      const own = String((await createKey({ label: 'Own' })).body.key)
      for (let made = 0; made < 12; made += 1) {
        rehearsal.clock.advance(1)
        keys.push(String((await createKey({ label: 'App' })).body.key))
      }
      const status = async (key = '') => (await rehearsal.fetch('/account', { key })).status
      expect(await status(own)).toBe(200)
      expect(await Promise.all([0, 2, 3, 11].map((place) => status(keys[place])))).toEqual([401, 401, 200, 200])
    })
  })

  describe('the administration', () => {
    it('reports what runs', async () => {
      const projectId = await rehearsal.fridayNight()
      expect((await rehearsal.administer('GET', '/summary')).body).toMatchObject({ onAir: [], projects: 2 })
      const { liveId } = await rehearsal.ask('startLive', { projectId })
      const onAir = [{ projectId, projectName: 'Friday Night', liveId, status: 'PREPARING' }]
      expect((await rehearsal.administer('GET', '/summary')).body).toMatchObject({ onAir })
    })

    it('sets how long things take, from the next broadcast on', async () => {
      const projectId = await rehearsal.fridayNight()
      const timings = { preparingMs: 60_000 }
      expect((await rehearsal.administer('PATCH', '/timings', timings)).body).toEqual(timings)
      await rehearsal.ask('startLive', { projectId })
      rehearsal.clock.advance(59_999)
      expect((await rehearsal.ask('getLive', { projectId })).status).toBe('PREPARING')
      rehearsal.clock.advance(1)
      expect((await rehearsal.ask('getLive', { projectId })).status).toBe('LIVE')
    })

    it.each([
      ['PATCH', '/timings', { preparingMs: -1 }, 'preparingMs'],
      ['PATCH', '/timings', { preparingMs: 'soon' }, 'preparingMs'],
      ['PATCH', '/timings', { other: 1 }, 'body'],
      ['POST', '/keys', { label: '' }, 'label'],
      ['POST', '/keys', [], 'body'],
      ['POST', '/keys', '{', 'body'],
      ['PUT', '/destinations/any/login', {}, 'expired'],
      ['PUT', '/destinations/any/login', { expired: 1 }, 'expired'],
    ])('%s %s %j is refused, naming %s', async (method, path, body, field) => {
      const reply = await rehearsal.administer(method, path, body)
      expectRefusal(reply, 400, 'VALIDATION_ERROR', { field })
    })

    it('refuses logins that do not exist', async () => {
      const unknown = await rehearsal.administer('PUT', '/destinations/nobody/login', { expired: true })
      expectRefusal(unknown, 400, 'DESTINATION_NOT_FOUND')
      const rtmp = (await rehearsal.ask('listDestinations')).destinations.find(({ provider }) => provider === 'rtmp')
      const none = await rehearsal.administer('PUT', `/destinations/${rtmp?.id}/login`, { expired: true })
      expectRefusal(none, 400, 'VALIDATION_ERROR', { field: 'destinationId' })
      expectRefusal(await rehearsal.administer('GET', '/nothing'), 404, 'NOT_FOUND')
      expectRefusal(await rehearsal.administer('GET', '/quit'), 405, 'METHOD_NOT_ALLOWED')
    })

    it('ends the studio after it has responded', async () => {
      const reply = await rehearsal.administer('POST', '/quit')
      expect(reply).toMatchObject({ status: 200, body: { onAir: [] } })
      await rehearsal.studio.close()
      await expect(rehearsal.fetch('/account')).rejects.toThrow()
    })
  })
})

describe('an account of a show', () => {
  rehearseEach('theShow')
  let liveId: string
  beforeEach(async () => {
    liveId = await rehearsal.goLive(projectId)
  })

  const become = (account: 'paid' | 'free' | 'noPlayedFileLog' | 'noConsent') =>
    rehearsal.told('setAccount', { account })

  describe('an account', () => {
    it('is a paid one with every right', async () => {
      expect(await rehearsal.told('rehearsal', undefined)).toMatchObject({ account: 'paid' })
      expect(await rehearsal.ask('getAccount')).toMatchObject({ apiAccess: true, playedFileLog: true })
      await rehearsal.ask('stopLive', { projectId })
      await rehearsal.ask('getStatistics', { liveId })
      await rehearsal.ask('getPlayedFiles', { liveId })
    })

    it('of the Free plan is refused everything, and keeps its keys', async () => {
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

    it('without the log of played files is refused only that', async () => {
      await become('noPlayedFileLog')
      expectRefusal(await rehearsal.try('getPlayedFiles', { liveId }), 403, 'FEATURE_NOT_AVAILABLE')
      expect(await rehearsal.ask('getAccount')).toMatchObject({ playedFileLog: false })
      await rehearsal.ask('stopLive', { projectId })
      await rehearsal.ask('getStatistics', { liveId })
    })

    it('without consent is refused only statistics', async () => {
      await become('noConsent')
      expectRefusal(await rehearsal.try('getStatistics', { liveId }), 403, 'YOUTUBE_ANALYTICS_CONSENT_REQUIRED')
      await rehearsal.ask('getPlayedFiles', { liveId })
    })
  })

  describe('the data of a broadcast', () => {
    it('shows no viewers, because nothing is invented', async () => {
      expect(await rehearsal.ask('getPlayedFiles', { liveId })).toEqual({ rows: [], total: 0, offset: 0 })
      await rehearsal.ask('stopLive', { projectId })
      expect(await rehearsal.ask('getStatistics', { liveId })).toEqual({
        overview: { views: 0, watchTimeMinutes: 0, likes: null, averageViewDurationSec: null },
        livestream: { peakConcurrentViewers: 0, averageConcurrentViewers: 0 },
        revenue: null,
        sections: null,
      })
    })

    it('is refused for a broadcast that never existed', async () => {
      for (const name of ['getStatistics', 'getPlayedFiles'] as const) {
        for (const unknown of ['nobody', 'constructor']) {
          const reply = await rehearsal.try(name, { liveId: unknown })
          expectRefusal(reply, 404, 'LIVE_NOT_FOUND', { liveId: unknown })
        }
      }
    })

    it('is a CSV table on request', async () => {
      const headers = { accept: 'text/csv' }
      const response = await rehearsal.send('getPlayedFiles', { liveId }, { headers })
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(await response.text()).toBe('fileId,fileName,sceneName,action,timestamp,concurrentLiveViews\r\n')
      expectRefusal(await rehearsal.try('getPlayedFiles', { liveId: 'nobody' }), 404, 'LIVE_NOT_FOUND')
    })
  })
})

describe('a table', () => {
  it.each([
    ['text/csv', true],
    ['text/csv; q=0.9, application/json; q=0.1', true],
    ['application/json, text/csv', false],
    ['application/json; q=0.5, text/csv', true],
    ['text/csv; q=0.1, application/json', false],
    ['text/csv;Q=0, application/json', false],
    ['text/csv;q=0', false],
    ['text/csv;charset=utf-8;q=1', true],
    ['*/*', false],
    [undefined, false],
  ])('is requested by %j: %s', (accept, wanted) => expect(wantsCsv(accept)).toBe(wanted))

  it('separates cells, and escapes formulas for spreadsheets', () => {
    const row = { fileId: 'a,b', fileName: 'Say "hello"', sceneName: null, action: '=1+1', concurrentLiveViews: -1 }
    const [, line] = playedFilesCsv([row]).text.split('\r\n')
    expect(line).toBe(`"a,b","Say ""hello""",,'=1+1,,-1`)
  })
})

it('the app stops listening to a server that only looks like a studio', async () => {
  const plain = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000)))
  })
  await once(plain.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void plain.close())
  const adminUrl = `http://127.0.0.1:${(plain.address() as AddressInfo).port}/admin`
  const asking = administer({ adminUrl, adminSecret: 'none' }, 'ping', undefined, new VirtualClock())
  await expect(asking).rejects.toThrow('What answers there is no studio.')
})
