/** A tray that appears after Cuelight, as at login, is used as if it had been there first. */
import { expect, test } from 'vitest'
import { awaitTray } from '../../electron/shell/tray/awaitTray.ts'
import { breathe, VirtualClock } from '../fakes/virtualClock.ts'

async function waiting(appearsAfterMs: number) {
  const clock = new VirtualClock()
  const said: string[] = []
  let looks = 0
  const at = clock.monotonic() + appearsAfterMs
  const tray = {
    shown: Promise.resolve(appearsAfterMs === 0),
    async refresh() {
      looks += 1
      return clock.monotonic() >= at
    },
  }
  const stop = awaitTray(tray, clock, { missing: () => said.push('missing'), came: () => said.push('came') })
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 1_000) {
      await breathe()
      clock.advance(1_000)
    }
    await breathe()
  }
  return { said, pass, stop, looks: () => looks }
}

test('its absence is reported at once, and withdrawn as soon as it is there', async () => {
  const on = await waiting(5_000)
  await on.pass(1_000)
  expect(on.said).toEqual(['missing'])
  await on.pass(10_000)
  expect(on.said).toEqual(['missing', 'came'])
})

test('it is looked for during the first minute only', async () => {
  const on = await waiting(600_000)
  await on.pass(120_000)
  expect(on.said).toEqual(['missing'])
  expect(on.looks()).toBeLessThanOrEqual(31)
})

test('a tray that is there from the start is not looked for', async () => {
  const on = await waiting(0)
  await on.pass(10_000)
  expect([on.said, on.looks()]).toEqual([[], 0])
})
