/** The whole chain as its user has it: Cuelight as built, a real service, real Chromium. */
import { describe, expect, test } from 'vitest'
import type { FaultKind } from '../fakes/independent/faults.ts'
import type { IndependentOptions } from '../fakes/independent/options.ts'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { atEnd } from '../support/atEnd.ts'
import { button, holdStop, openShow, press, tally } from './stagehand.ts'

const START = /\/live$/
const STOP = /\/live\/stop$/

/** On air at once, so that the tests need not wait for the next reading, except where preparing is the point. */
async function server(options: IndependentOptions = {}) {
  const started = await startIndependentServer({ preparingMs: 1, ...options })
  atEnd(() => started.close())
  return started
}

test('a whole show on the local studio, marked as a rehearsal', async () => {
  const { page, app } = await openShow()
  await tally(page, 'off')
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

describe('a whole show on an independent service', () => {
  test.each([
    ['as it comes', { preparingMs: 700 }],
    ['slow, with fields nobody knows', { latencyMs: 300, shape: 'extra', headerStyle: 'x-epoch-ms' }],
    ['with only what must be there and no headers', { shape: 'minimal', headerStyle: 'none' }],
  ] as [string, IndependentOptions][])('%s', async (_, options) => {
    const service = await server(options)
    const { page, app } = await openShow({ service })
    await tally(page, 'off')
    await press(page, 'Go live', 'live')
    const scene = page.locator('.scene-grid').getByRole('button').nth(1)
    await scene.click()
    await tally(page, 'unsynced')
    await press(page, 'Sync', 'live')
    await holdStop(page)
    await tally(page, 'off')
    expect([service.count('POST', START), service.count('POST', STOP)]).toEqual([1, 1])
    expect(service.control.truth(service.content.project).status).toBe('OFFLINE')
    expect(app.stderr()).toBe('')
  })
})

describe('a start whose answer is lost', () => {
  test.each([
    ['cut', { kind: 'cutAfter' }],
    ['truncated', { kind: 'truncated' }],
    ['a page', { kind: 'html', execute: true }],
    ['wrongly typed', { kind: 'wrongTypes', set: { liveId: 42 } }],
  ] as [string, FaultKind][])('%s: sent once, amber at first, then what is true', async (_, fault) => {
    const service = await server()
    service.faults.add({ ...fault, match: { method: 'POST', path: START } })
    const { page } = await openShow({ service })
    await tally(page, 'off')
    await press(page, 'Go live', 'live')
    await page.getByText('It was sent once').first().waitFor()
    expect(service.count('POST', START)).toBe(1)
  })

  test('that never arrived stays amber, is not sent again, and can be unlocked by who checked', async () => {
    const service = await server()
    service.faults.add({ kind: 'cutBefore', match: { method: 'POST', path: START } })
    const { page } = await openShow({ service })
    await tally(page, 'off')
    await press(page, 'Go live', 'unknown')
    expect(await button(page, 'Go live').isEnabled()).toBe(false)
    await press(page, 'I checked, unlock', 'off')
    expect(service.count('POST', START)).toBe(1)
    await press(page, 'Go live', 'live')
    expect(service.count('POST', START)).toBe(2)
  })
})

describe('stopping', () => {
  test('needs the whole hold: a click, and a hold let go too early, stop nothing', async () => {
    const service = await server()
    const { page } = await openShow({ service })
    await tally(page, 'off')
    await press(page, 'Go live', 'live')
    await button(page, 'Stop').click()
    await page.getByText(/hold/i).first().waitFor()
    await button(page, 'Stop').click({ delay: 900 })
    await page.getByText('Cancelled').first().waitFor()
    expect(service.count('POST', STOP)).toBe(0)
    await holdStop(page)
    expect(service.count('POST', STOP)).toBe(1)
  })

  test('by keyboard can be cancelled for three seconds', async () => {
    const service = await server()
    const { page } = await openShow({ service })
    await tally(page, 'off')
    await press(page, 'Go live', 'live')
    await button(page, 'Stop').focus()
    await page.keyboard.press('Enter')
    await press(page, 'Cancel', 'live')
    await button(page, 'Stop').focus()
    await page.keyboard.press('Enter')
    await tally(page, 'off')
    expect(service.count('POST', STOP)).toBe(1)
  })

  test('works while preparing', async () => {
    const service = await server({ preparingMs: 60_000 })
    const { page } = await openShow({ service })
    await tally(page, 'off')
    await press(page, 'Go live', 'preparing')
    await holdStop(page)
    await tally(page, 'off')
    expect(service.control.truth(service.content.project).status).toBe('OFFLINE')
  })
})

test('scenes are switched by the keys 1 to 9', async () => {
  const service = await server({ autoSynch: true })
  const { page } = await openShow({ service })
  await tally(page, 'off')
  await press(page, 'Go live', 'live')
  await page.keyboard.press('3')
  await page.getByText('is on air.').first().waitFor()
  expect(service.control.truth(service.content.project).onAirSceneId).toBe(service.content.scenes[2])
})

test('a service that goes away is told, and its return', async () => {
  const service = await server()
  const { page } = await openShow({ service })
  await tally(page, 'off')
  await press(page, 'Go live', 'live')
  await service.control.goDown()
  await tally(page, 'stale')
  await service.control.comeBack()
  await tally(page, 'live')
})

test('when Cuelight itself ends, the panel says so and offers nothing to press', async () => {
  const service = await server()
  const { page, app } = await openShow({ service })
  await tally(page, 'off')
  await app.end('SIGKILL')
  await tally(page, 'stale')
  expect(await button(page, 'Go live').isEnabled()).toBe(false)
})
