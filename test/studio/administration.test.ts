import { describe, expect, it } from 'vitest'
import { administration } from '../../electron/studio/administration/table.ts'
import { expectRefusal, KEY, Rehearsal, rehearsal, rehearseEach } from './support.ts'

rehearseEach()

describe('the two interfaces', () => {
  it('a key does not open the administration, whatever is asked of it', async () => {
    for (const { method, path } of Object.values(administration)) {
      for (const secret of [KEY, '', 'wrong', rehearsal.studio.admin.secret.slice(1)]) {
        expectRefusal(await rehearsal.administer(method, path, undefined, secret), 401, 'INVALID_ADMIN_SECRET')
      }
    }
    expect((await rehearsal.administer('GET', '/summary')).body).toMatchObject({ keys: 0 })
  })

  it('the secret is no key', async () => {
    const reply = await rehearsal.fetch('/projects', { key: rehearsal.studio.admin.secret })
    expectRefusal(reply, 401, 'INVALID_API_KEY')
  })

  it('the administration is not below the base URL, and spends none of the budget', async () => {
    expectRefusal(await rehearsal.fetch('/admin/summary'), 404, 'NOT_FOUND')
    for (let asked = 0; asked < 160; asked += 1) await rehearsal.administer('GET', '/ping')
    expect((await rehearsal.fetch('/account')).headers.get('ratelimit')).toContain('r=148')
  })

  it('no secret is the same twice', async () => {
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

  it('are ten at most', async () => {
    for (let made = 0; made < 10; made += 1) expect((await createKey()).status).toBe(200)
    expectRefusal(await createKey({ label: 'One more' }), 403, 'LIMIT_REACHED', { limit: 10 })
  })

  it('of one label make room for each other, and for nobody else', async () => {
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
  it('says what runs', async () => {
    const projectId = await rehearsal.fridayNight()
    expect((await rehearsal.administer('GET', '/summary')).body).toMatchObject({ onAir: [], projects: 2 })
    const { liveId } = await rehearsal.ask('startLive', { projectId })
    expect((await rehearsal.administer('GET', '/summary')).body).toMatchObject({
      onAir: [{ projectId, projectName: 'Friday Night', liveId, status: 'PREPARING' }],
    })
  })

  it('sets how long things take, from the next broadcast on', async () => {
    const projectId = await rehearsal.fridayNight()
    expect((await rehearsal.administer('PATCH', '/timings', { preparingMs: 60_000 })).body).toEqual({
      preparingMs: 60_000,
    })
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

  it('refuses logins that are not there', async () => {
    const unknown = await rehearsal.administer('PUT', '/destinations/nobody/login', { expired: true })
    expectRefusal(unknown, 400, 'DESTINATION_NOT_FOUND')
    const rtmp = (await rehearsal.ask('listDestinations')).destinations.find(({ provider }) => provider === 'rtmp')
    const none = await rehearsal.administer('PUT', `/destinations/${rtmp?.id}/login`, { expired: true })
    expectRefusal(none, 400, 'VALIDATION_ERROR', { field: 'destinationId' })
    expectRefusal(await rehearsal.administer('GET', '/nothing'), 404, 'NOT_FOUND')
    expectRefusal(await rehearsal.administer('GET', '/quit'), 405, 'METHOD_NOT_ALLOWED')
  })

  it('ends the studio after it has answered', async () => {
    const reply = await rehearsal.administer('POST', '/quit')
    expect(reply).toMatchObject({ status: 200, body: { onAir: [] } })
    await rehearsal.studio.close()
    await expect(rehearsal.fetch('/account')).rejects.toThrow()
  })
})
