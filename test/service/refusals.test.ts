import { describe, expect, it } from 'vitest'
import { statusOf } from '../../shared/contract/errors.ts'
import type { Failure } from '../../shared/failures.ts'
import { answering, failureOf, kit, startLive } from './kit.ts'

/** Sends one start, answered with that status and body, and tells how it failed. */
async function failWith(status: number, body: unknown): Promise<Failure> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const { client, server } = await kit((_, response) => response.writeHead(status).end(text))
  const failure = await failureOf(startLive(client))
  expect(server.got).toHaveLength(1)
  expect(failure).toMatchObject({ operation: 'startLive', method: 'POST', path: '/projects/p1/live', status })
  return failure
}

const refusal = (code: string, more = {}) => ({ error: 'Bad Request', code, message: 'No.', ...more })

describe('a refusal with a known code', () => {
  it.each([
    ['INVALID_API_KEY', 'unauthorised'],
    ['API_ACCESS_REQUIRES_PAID_PLAN', 'plan'],
    ['FORMAT_NOT_AVAILABLE', 'refused'],
    ['LIMIT_REACHED', 'refused'],
    ['PROJECT_NOT_FOUND', 'notFound'],
    ['SCENE_NOT_FOUND', 'notFound'],
    ['DESTINATION_NOT_FOUND', 'notFound'],
    ['NO_ACTIVE_STREAM', 'refused'],
    ['NO_ACTIVE_LIVE', 'refused'],
    ['CONFLICT', 'refused'],
    ['NO_DESTINATIONS', 'refused'],
    ['NOT_IMPLEMENTED', 'refused'],
  ] as const)('%s is %s', async (code, kind) => {
    const failure = await failWith(statusOf(code), refusal(code))
    expect(failure).toMatchObject({ kind, code, detail: 'No.', mayHaveHappened: false })
  })

  it('is told whatever the status', async () => {
    expect(await failWith(503, refusal('NO_DESTINATIONS'))).toMatchObject({ kind: 'refused', mayHaveHappened: false })
    expect(await failWith(404, refusal('CONFLICT'))).toMatchObject({ kind: 'refused', code: 'CONFLICT' })
  })

  it('may have happened when the service failed in the middle', async () => {
    expect(await failWith(500, refusal('INTERNAL_ERROR'))).toMatchObject({ kind: 'refused', mayHaveHappened: true })
    expect(await failWith(502, refusal('PLATFORM_ERROR'))).toMatchObject({ kind: 'refused', mayHaveHappened: true })
  })

  it('hands on the details beside it', async () => {
    const failure = await failWith(400, refusal('PROJECT_ALREADY_LIVE', { liveId: 'l7', status: 'LIVE' }))
    expect(failure.given).toEqual({ liveId: 'l7', status: 'LIVE' })
  })

  it('leaves out details too long for a journal', async () => {
    const failure = await failWith(400, refusal('CONFLICT', { much: 'x'.repeat(10_000) }))
    expect(failure.given).toBeUndefined()
  })
})

describe('a refusal without a known code', () => {
  it.each([
    [400, 'refused', false],
    [401, 'unauthorised', false],
    [403, 'plan', false],
    [404, 'notFound', false],
    [409, 'refused', false],
    [418, 'refused', false],
    [500, 'serverFault', true],
    [503, 'serverFault', true],
  ] as const)('%i is %s', async (status, kind, mayHaveHappened) =>
    expect(await failWith(status, { message: 'No.' })).toMatchObject({ kind, mayHaveHappened, detail: 'No.' }),
  )

  it('keeps a code we do not know', async () => {
    expect(await failWith(403, refusal('WRONG_MOON'))).toMatchObject({ kind: 'refused', code: 'WRONG_MOON' })
    expect(await failWith(500, refusal('WRONG_MOON'))).toMatchObject({ kind: 'serverFault', mayHaveHappened: true })
  })

  it.each([
    ['a string', '"just no"', 'just no'],
    ['a list', '["a", "b"]', '["a", "b"]'],
    ['a number', '7', '7'],
    ['null', 'null', 'null'],
    ['plain text', 'just no', 'just no'],
    ['HTML', '<html><h1>no</h1></html>', '<html><h1>no</h1></html>'],
    ['nothing', '', undefined],
    ['an object without a word', '{}', undefined],
    ['an error as text', '{"error":"just no"}', 'just no'],
    ['odd types', '{"error":[1],"code":{"a":1},"message":5}', undefined],
  ])('survives %s', async (_, body, detail) => {
    const failure = await failWith(400, body)
    expect(failure).toMatchObject({ kind: 'refused', mayHaveHappened: false })
    expect(failure.detail).toBe(detail)
  })

  it('reads a nested error', async () => {
    const failure = await failWith(400, { error: { code: 'CONFLICT', message: 'Busy.', liveId: 'l1' } })
    expect(failure).toMatchObject({ kind: 'refused', code: 'CONFLICT', detail: 'Busy.', given: { liveId: 'l1' } })
  })

  it('reads a code that stands where the title should', async () =>
    expect(await failWith(400, { error: 'CONFLICT' })).toMatchObject({ kind: 'refused', code: 'CONFLICT' }))

  it('follows no redirect', async () => {
    const { client, server } = await answering([307, {}, { location: '/some/prefix/v1/external/elsewhere' }])
    const unexpected = { kind: 'unreadable', status: 307, detail: 'unexpected status 307', mayHaveHappened: true }
    expect(await failureOf(startLive(client))).toMatchObject(unexpected)
    expect(server.got).toHaveLength(1)
  })
})
