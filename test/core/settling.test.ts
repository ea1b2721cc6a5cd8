import { expect, test } from 'vitest'
import { settle, unwatched } from '../../electron/core/polling/lostAnswers.ts'
import type { LiveStatus } from '../../shared/contract/records.ts'

type Reading = [seconds: number, status: LiveStatus, liveId: string | null]

/** Feeds readings in turn; answers at which second it settled, and as what. */
function settled(act: 'start' | 'stop', liveId: string | null, readings: Reading[]) {
  let watch = unwatched
  for (const [seconds, status, seen] of readings) {
    const step = settle({ act, liveId }, watch, { status, liveId: seen }, seconds * 1000)
    if (step.settled) return [seconds, step.settled]
    watch = step.watch
  }
  return null
}

const off = (...at: number[]): Reading[] => at.map((seconds) => [seconds, 'OFFLINE', null])

test('a start is settled by a broadcast that was not there before', () => {
  expect(settled('start', null, [[1, 'PREPARING', 'new']])).toEqual([1, 'started'])
  expect(settled('start', null, [...off(1, 4), [7, 'LIVE', 'new']])).toEqual([7, 'started'])
  expect(settled('start', 'old', [[1, 'COMPLETED', 'old']])).toBeNull()
  expect(settled('start', 'old', [[1, 'ERROR', 'new']])).toEqual([1, 'started'])
  expect(settled('start', 'old', [[1, 'COMPLETED', 'new']])).toEqual([1, 'started'])
  expect(settled('start', 'old', [[1, 'SCHEDULED', 'next']])).toBeNull()
})

test('OFFLINE settles a start as not started only after three readings over 30 s', () => {
  expect(settled('start', null, off(1))).toBeNull()
  expect(settled('start', null, off(1, 2, 3, 4, 5, 30))).toBeNull()
  expect(settled('start', null, off(1, 40))).toBeNull()
  expect(settled('start', null, off(1, 16, 31))).toEqual([31, 'notStarted'])
})

test('SCHEDULED is as good as OFFLINE; running without an id settles nothing', () => {
  const scheduled: Reading[] = [1, 16, 31].map((at) => [at, 'SCHEDULED', null])
  expect(settled('start', null, scheduled)).toEqual([31, 'notStarted'])
  expect(settled('start', null, [...off(1, 16), [31, 'PREPARING', null]])).toBeNull()
  expect(settled('start', 'old', [[1, 'PREPARING', null]])).toBeNull()
  expect(settled('start', null, [...off(1), [16, 'PREPARING', null], ...off(31, 32)])).toEqual([32, 'notStarted'])
})

test('a stop is settled when that broadcast does not run any more', () => {
  expect(settled('stop', 'mine', off(1))).toEqual([1, 'stopped'])
  expect(settled('stop', 'mine', [[1, 'LIVE', 'another']])).toEqual([1, 'stopped'])
  expect(settled('stop', 'mine', [[1, 'COMPLETED', 'mine']])).toEqual([1, 'stopped'])
})

test('a broadcast that goes on running after a lost stop is said to run', () => {
  expect(settled('stop', 'mine', [[1, 'LIVE', 'mine']])).toBeNull()
  expect(
    settled('stop', 'mine', [
      [1, 'LIVE', 'mine'],
      [2, 'LIVE', 'mine'],
      [5, 'LIVE', 'mine'],
    ]),
  ).toEqual([5, 'stillRunning'])
})
