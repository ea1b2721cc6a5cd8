/** The whole chain as a user sees it: Cuelight as built, a real service, real Chromium. */
import { expect, test } from 'vitest'
import type { FaultKind } from '../fakes/independent/faults.ts'
import type { IndependentOptions } from '../fakes/independent/options.ts'
import { button, holdDown, holdStop, openOnService, openShow, press, tally } from './stagehand.ts'

const START = /\/live$/
const STOP = /\/live\/stop$/

test('a whole show on the local studio, marked as a rehearsal', async () => {
  const { page, app } = await openShow()
  await page.getByText('REHEARSAL').first().waitFor()
  await press(page, 'Go live', 'preparing')
  await tally(page, 'live')
  await press(page, 'Break', 'unsynced')
  await page.getByRole('heading', { name: 'On air: Opening' }).waitFor()
  await press(page, 'Sync', 'live')
  await page.getByRole('heading', { name: 'On air: Break' }).waitFor()
  await holdStop(page)
  await tally(page, 'off')
  expect(app.stderr()).toBe('')
})

test.each([
  ['as it comes', { preparingMs: 700 }],
  ['slow, with fields nobody knows', { latencyMs: 300, shape: 'extra', headerStyle: 'x-epoch-ms' }],
  ['with only what must be there and no headers', { shape: 'minimal', headerStyle: 'none' }],
] as [string, IndependentOptions][])('a whole show on an independent service, %s', async (_, options) => {
  const { service, page, app } = await openOnService(options)
  await press(page, 'Go live', 'live')
  await page.locator('.scene-grid').getByRole('button').nth(1).click()
  await tally(page, 'unsynced')
  await press(page, 'Sync', 'live')
  await holdStop(page)
  await tally(page, 'off')
  expect([service.count('POST', START), service.count('POST', STOP)]).toEqual([1, 1])
  expect(service.control.truth(service.content.project).status).toBe('OFFLINE')
  expect(app.stderr()).toBe('')
})

test.each([
  ['cut', { kind: 'cutAfter' }],
  ['truncated', { kind: 'truncated' }],
  ['a page', { kind: 'html', execute: true }],
  ['wrongly typed', { kind: 'wrongTypes', set: { liveId: 42 } }],
] as [string, FaultKind][])(
  'a start whose response is lost: %s: sent once, amber at first, then what is true',
  async (_, fault) => {
    const { service, page } = await openOnService()
    service.faults.add({ ...fault, match: { method: 'POST', path: START } })
    await press(page, 'Go live', 'live')
    await page.getByText('It was sent once').first().waitFor()
    expect(service.count('POST', START)).toBe(1)
  },
)

test('stopping needs the whole hold: a click, or a hold released too early, stops nothing', async () => {
  const { service, page } = await openOnService()
  await press(page, 'Go live', 'live')
  await button(page, 'Stop').click()
  await page.getByText(/hold/i).first().waitFor()
  await holdDown(page)
  await page.mouse.up()
  await page.getByText('Cancelled').first().waitFor()
  expect(service.count('POST', STOP)).toBe(0)
  await holdStop(page)
  expect(service.count('POST', STOP)).toBe(1)
})
