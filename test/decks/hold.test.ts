/** A Stop key that came up while the plugin was held up. */
import { expect, test } from 'vitest'
import { holdStop } from '../../electron/decks/streamdeck/hold.ts'

/** A clock whose timers fire when the test says so, as in a process that was held up. */
function lateClock() {
  let now = 0
  let timers: { due: number; callback: () => void }[] = []
  return {
    now: () => now,
    monotonic: () => now,
    after(ms: number, callback: () => void) {
      const timer = { due: now + ms, callback }
      timers.push(timer)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
    /** All that is due by then fires then, and nothing is read between. */
    heldUpFor(ms: number): void {
      now += ms
      const due = timers.filter((timer) => timer.due <= now)
      timers = timers.filter((timer) => timer.due > now)
      for (const { callback } of due) callback()
    },
  }
}

async function held() {
  const clock = lateClock()
  const sent: string[] = []
  const notes: string[] = []
  const hold = holdStop(
    { type: 'armStop', projectId: 'p', liveId: 'l', mode: 'hold' },
    {
      clock,
      async send({ type }) {
        sent.push(type)
        const arm = { id: 'a', waitMs: 1_500, lastsMs: 3_000 }
        return { type: 'outcome', id: 'i', result: 'armed', reason: 'stop', sentence: '', arm }
      },
      cancel: (armId) => sent.push(`cancel ${armId}`),
      onRing: () => {},
      onNote: (note) => notes.push(note),
    },
  )
  await Promise.resolve()
  await Promise.resolve()
  return { clock, sent, notes, hold }
}

test.each([
  ['long', 300, 1_700],
  ['short, right before the end', 1_350, 300],
])('a key that came up while the plugin was held up is no Stop: %s', async (_, before, heldUpMs) => {
  const { clock, sent, notes, hold } = await held()
  clock.heldUpFor(before)
  clock.heldUpFor(heldUpMs)
  hold.release()
  clock.heldUpFor(3_000)
  expect([sent, notes.length]).toEqual([['armStop', 'cancel a'], 1])
})

test('a key that is still down after a hold-up is one, and once', async () => {
  const { clock, sent } = await held()
  clock.heldUpFor(1_900)
  expect(sent).toEqual(['armStop'])
  clock.heldUpFor(50)
  clock.heldUpFor(50)
  expect(sent).toEqual(['armStop', 'commitStop'])
})
