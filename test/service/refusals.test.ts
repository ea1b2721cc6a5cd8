/** The refusals that prove nothing was done: the contract's own, and those sent before anything is passed on. */
import { describe, expect, test } from 'vitest'
import { failureOfAnswer } from '../../electron/service/failureMapping.ts'

const START = { operation: 'startLive', method: 'POST', path: '/projects/p/live' }
const SYNC = { operation: 'syncLive', method: 'POST', path: '/projects/p/live/sync' }
const READ = { operation: 'getLive', method: 'GET', path: '/projects/p/live' }
const page = '<html>499 Client Closed Request</html>'
const own = (code: string) => JSON.stringify({ error: 'Bad Request', code, message: 'No.' })

const happened = (asked: typeof START, status: number, text: string) =>
  failureOfAnswer(asked, { status, text }).mayHaveHappened

describe('a write that is never repeated', () => {
  const FOREIGN = [400, 402, 406, 407, 408, 409, 410, 411, 412, 413, 421, 422, 425, 428, 431, 451, 460, 494, 499]
  test.each(FOREIGN)('%i from outside the contract may have been executed', (status) => {
    for (const text of ['', page, '"no"', '[]', '{"message":"no"}', '{"code":460}'])
      expect([text, happened(START, status, text)]).toEqual([text, true])
  })

  test.each([401, 403, 404, 405, 429])('%i is sent before anything is passed on', (status) => {
    for (const text of ['', page, '{"message":"no"}']) expect(happened(START, status, text)).toBe(false)
  })

  test.each([400, 403, 404, 408, 409, 429, 499])('%i with a code of the contract was not executed', (status) => {
    expect(happened(START, status, own('PROJECT_ALREADY_LIVE'))).toBe(false)
  })

  test('an unknown code of the same form is a refusal as well, except after a timeout', () => {
    expect([400, 409, 422].map((status) => happened(START, status, own('NEW_RULE')))).toEqual([false, false, false])
    expect([408, 425, 499].map((status) => happened(START, status, own('UPSTREAM_GONE')))).toEqual([true, true, true])
  })
})

test('a write that the user may repeat is in doubt only after a timeout', () => {
  expect([408, 425, 499].map((status) => happened(SYNC, status, page))).toEqual([true, true, true])
  expect([400, 409, 460].map((status) => happened(SYNC, status, page))).toEqual([false, false, false])
})

test('a read changes nothing, however it is refused', () => {
  for (const status of [400, 408, 460, 499]) expect(happened(READ, status, page)).toBe(false)
})
