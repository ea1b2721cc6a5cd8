/** The end of the app, whatever happens on the way. */
import { expect, test } from 'vitest'
import { closedInTime } from '../../electron/shell/system/ending.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'

test.each([
  ['is closed', async () => {}, []],
  ['rejects', () => Promise.reject(new Error('the disk')), ['closing: Error: the disk']],
  [
    'throws',
    () => {
      throw new Error('a window')
    },
    ['closing: Error: a window'],
  ],
])('what %s ends the app at once, and is no fault of ours to restart after', async (_, close, lines) => {
  const said: string[] = []
  await closedInTime(close, new VirtualClock(), (line) => said.push(line))
  expect(said).toEqual(lines)
})

test('what never closes ends the app in time', async () => {
  const clock = new VirtualClock()
  const said: string[] = []
  const closed = closedInTime(
    () => new Promise(() => {}),
    clock,
    (line) => said.push(line),
  )
  clock.advance(10_000)
  await closed
  expect(said).toEqual([expect.stringContaining('ends all the same')])
})
