/** The local studio's interface: its paths, its key, and its request budget. */
import { describe, expect, it } from 'vitest'
import { expectRefusal, KEY, Rehearsal, rehearsal, rehearseEach, remaining } from './support.ts'

rehearseEach()

describe('the table', () => {
  it.each([
    ['GET', '/nothing'],
    ['GET', '/'],
    ['GET', '/projects/a/b/c'],
    ['GET', '//projects'],
    ['GET', '/projects/'],
  ])('%s %s does not exist', async (method, path) =>
    expectRefusal(await rehearsal.fetch(path, { method }), 404, 'NOT_FOUND'),
  )

  it.each([
    ['DELETE', '/projects', ['GET', 'POST']],
    ['PUT', '/projects/a/live', ['POST', 'GET']],
    ['OPTIONS', '/account', ['GET']],
  ])('%s %s is not allowed there', async (method, path, allowed) =>
    expectRefusal(await rehearsal.fetch(path, { method }), 405, 'METHOD_NOT_ALLOWED', { allowed }),
  )

  it('is served under the base path only, with decoded paths', async () => {
    const reply = await rehearsal.fetch('/../projects')
    expect(reply.status).toBe(404)
    expectRefusal(await rehearsal.fetch('/projects/%E0%A4%A'), 400, 'VALIDATION_ERROR', { field: 'path' })
    expectRefusal(await rehearsal.fetch('/projects/a%2Fb'), 404, 'PROJECT_NOT_FOUND', { projectId: 'a/b' })
  })
})

describe('the key', () => {
  it.each([
    ['none', null],
    ['a wrong one', 'svc_wrong'],
    ['one too long', `${KEY}x`],
    ['one too short', KEY.slice(0, -1)],
    ['an empty one', ''],
    ['the name of something else', 'constructor'],
  ])('%s is refused, on every operation alike', async (_, key) => {
    for (const path of ['/projects', '/files', '/nothing']) {
      expectRefusal(await rehearsal.fetch(path, { key }), 401, 'INVALID_API_KEY')
    }
  })

  it('of a studio begins with svc_', () => expect(Rehearsal.start({ keys: ['wrong'] })).rejects.toThrow('svc_'))
})

describe('the budget', () => {
  it('is 150 requests in any 60 seconds: the 151st is refused and does nothing', async () => {
    for (let made = 1; made <= 149; made += 1) {
      const reply = await rehearsal.fetch(made % 2 ? '/account' : '/nothing')
      expect(remaining(reply)).toBe(150 - made)
      rehearsal.clock.advance(200)
    }
    await rehearsal.ask('createProject', { body: { name: 'The 150th' } })
    const refused = await rehearsal.try('createProject', { body: { name: 'The 151st' } })
    expectRefusal(refused, 429, 'RATE_LIMITED')
    expect(remaining(refused)).toBe(0)

    const retryAfter = Number(refused.headers.get('retry-after'))
    expect(retryAfter).toBe(Math.ceil((60_000 - 149 * 200) / 1_000))
    rehearsal.clock.advance(60_000 - 149 * 200 - 1)
    expectRefusal(await rehearsal.fetch('/account'), 429, 'RATE_LIMITED', { retryAfter: 1 })
    rehearsal.clock.advance(1)
    const { projects } = await rehearsal.ask('listProjects')
    expect(projects.map(({ name }) => name)).toEqual(['The 150th', 'Friday Night', 'Morning loop'])
    expectRefusal(await rehearsal.fetch('/account'), 429, 'RATE_LIMITED')
  })

  it('reports when all of it is free again', async () => {
    await rehearsal.fetch('/account')
    rehearsal.clock.advance(10_000)
    const reply = await rehearsal.fetch('/account')
    expect(reply.headers.get('ratelimit')).toBe('"account";r=148;t=60')
    rehearsal.clock.advance(60_000)
    expect((await rehearsal.fetch('/account')).headers.get('ratelimit')).toBe('"account";r=149;t=60')
  })

  it('belongs to the account: all its keys share it', async () => {
    const { body } = await rehearsal.administer('POST', '/keys', {})
    await rehearsal.fetch('/account')
    expect(remaining(await rehearsal.fetch('/account', { key: String(body.key) }))).toBe(148)
  })

  it('is not used by unauthorized clients, who have their own', async () => {
    for (let made = 0; made < 150; made += 1) await rehearsal.fetch('/account', { key: null })
    expectRefusal(await rehearsal.fetch('/account', { key: 'svc_guess' }), 429, 'RATE_LIMITED')
    expect(remaining(await rehearsal.fetch('/account'))).toBe(149)
  })
})
