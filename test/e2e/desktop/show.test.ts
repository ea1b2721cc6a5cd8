/**
 * A whole show through each input of the built desktop app; each goes through the guard and the padlock. On the
 * stand-in.
 */
import { describe, expect, test } from 'vitest'
import { PRESS_GAP_MS } from '../../../shared/commands/arming.ts'
import { DEFAULT_HOTKEYS } from '../../../shared/hotkeys/hotkeys.ts'
import { button, holdStop, press, tally } from '../stagehand.ts'
import { clickTrayFast, holdHotkey, pressHotkey, probed } from './driver.ts'
import { apart, click, cuelight, goLive, hides, openDesktop, openShow, shows, until } from './stage.ts'

const key = (action: keyof typeof DEFAULT_HOTKEYS): string => DEFAULT_HOTKEYS[action] ?? ''

test('by the tray: each act is sent once, after a second step where that is required', async () => {
  const { app, counted } = await openShow({ autoSynch: false, airFields: true })
  await goLive(app)
  await click(app, '&2')
  await shows(app, /NOT YET/)
  await click(app, 'Sync')
  await shows(app, /viewers see everything/)
  await click(app, 'Stop')
  await apart()
  await click(app, 'Stop now')
  await shows(app, 'Nothing is on air')
  expect(counted()).toEqual([1, 1])
  expect(app.stderr()).toBe('')
})

/** A click that a busy machine delays counts as a separate press and proves nothing, so the test tries another show. */
const SLOW = { timeout: 240_000 }

test(
  'by the tray: two clicks at once count as one, because the guard takes the second step only after a moment',
  SLOW,
  async () => {
    let one = await openShow()
    while ((await clickTrayFast(one.app, 'Go live', 'Go live now')) >= PRESS_GAP_MS) one = await openShow()
    await shows(one.app, 'That counted as one press')
    expect(one.counted()).toEqual([0, 0])
  },
)

test('by the tray: a closed padlock refuses everything that viewers could see, and says so in the menu', async () => {
  const { app, counted } = await openShow()
  await click(app, 'Padlock')
  await click(app, 'Go live')
  await shows(app, 'The padlock is closed')
  expect(counted()).toEqual([0, 0])
  await click(app, 'Padlock')
  // The padlock is open once the change is saved.
  await hides(app, 'Padlock closed: live controls are off')
  await click(app, 'Go live')
  await shows(app, 'Go live now')
})

describe('by hotkeys', () => {
  test('a whole show with one key for each act, pressed twice to start and to stop', async () => {
    const { app, counted, service } = await openShow({ autoSynch: false, airFields: true })
    await pressHotkey(app, key('goLive'))
    await apart()
    expect(counted()).toEqual([0, 0])
    await pressHotkey(app, key('goLive'))
    await shows(app, /On air: /)
    await pressHotkey(app, key('scene2'))
    await shows(app, /NOT YET/)
    await pressHotkey(app, key('sync'))
    await shows(app, /viewers see everything/)
    await pressHotkey(app, key('stop'))
    await apart()
    await pressHotkey(app, key('stop'))
    await shows(app, 'Nothing is on air')
    expect(counted()).toEqual([1, 1])
    expect(service.control.truth(service.content.project).status).toBe('OFFLINE')
  })

  test('a key closes the padlock but cannot open it, and then no key reaches the air', async () => {
    const { app, counted } = await openShow()
    await pressHotkey(app, key('padlock'))
    await shows(app, /Padlock/)
    await apart()
    await pressHotkey(app, key('padlock'))
    await apart()
    await pressHotkey(app, key('goLive'))
    await apart()
    await pressHotkey(app, key('goLive'))
    const overlay = await app.page('overlay')
    await overlay.getByText('padlock', { exact: false }).first().waitFor()
    expect(counted()).toEqual([0, 0])
  })

  test('a key held down counts as one press', SLOW, async () => {
    let held = await openShow()
    while ((await holdHotkey(held.app, key('goLive'))) >= PRESS_GAP_MS) held = await openShow()
    expect(held.counted()).toEqual([0, 0])
  })
})

test('by the window: a whole show on the panel’s page, over IPC', async () => {
  const { app, counted } = await openShow()
  const page = await app.page('main')
  await tally(page, 'off')
  await press(page, 'Go live', 'live')
  await page.locator('.scene-grid').getByRole('button').nth(1).click()
  await tally(page, 'unsynced')
  await press(page, 'Sync', 'live')
  await holdStop(page)
  await tally(page, 'off')
  expect(counted()).toEqual([1, 1])
})

test('by the window: a hold released too early stops nothing, and a closed padlock refuses', async () => {
  const { app, counted } = await openShow()
  const page = await app.page('main')
  await tally(page, 'off')
  await press(page, 'Go live', 'live')
  await button(page, 'Stop').hover()
  await page.mouse.down()
  await page.getByText('Keep holding to stop', { exact: false }).waitFor()
  await page.mouse.up()
  await page.getByText('Hold to stop. Nothing was sent.').waitFor()
  await page.getByRole('switch', { name: 'Padlock' }).click()
  await page.getByRole('switch', { name: 'Padlock', checked: true }).waitFor()
  await button(page, 'Sync').click()
  await page.getByText('The padlock is closed. Open it first.').first().waitFor()
  expect(counted()).toEqual([1, 0])
  await tally(page, 'live')
})

test('by the command line: a show in six lines; stopping needs confirmation, and a closed padlock refuses', async () => {
  const { app, counted } = await openShow()
  expect(await cuelight(app, 'go-live')).toMatchObject({ code: 0 })
  expect(await cuelight(app, 'wait', 'live')).toMatchObject({ code: 0 })
  expect(await cuelight(app, 'scene', '2')).toMatchObject({ code: 0 })
  expect(await cuelight(app, 'sync')).toMatchObject({ code: 0 })
  expect(await cuelight(app, 'stop')).toMatchObject({ code: 2 })
  expect(counted()).toEqual([1, 0])
  expect(await cuelight(app, 'stop', '--confirm')).toMatchObject({ code: 0 })
  await shows(app, 'Nothing is on air')
  expect(await cuelight(app, 'padlock', 'close')).toMatchObject({ code: 0 })
  expect(await cuelight(app, 'go-live')).toMatchObject({ code: 1 })
  expect(counted()).toEqual([1, 1])
})

test('the tray redraws only when something changes', async () => {
  const { app } = await openShow()
  const page = await app.page('main')
  await tally(page, 'off')
  // Late events, such as the check of the logins, may still cause a redraw at first.
  const before = await until(async () => {
    const first = await probed(app)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect((await probed(app)).draws).toBe(first.draws)
    return first
  })
  await button(page, 'Go live').click()
  await shows(app, /On air: /)
  await until(async () => expect((await probed(app)).icon).not.toBe(before.icon))
  expect((await probed(app)).tooltip).toMatch(/On air/)
})

test('the local studio: every surface says that nothing is broadcast', async () => {
  const app = await openDesktop()
  await shows(app, 'REHEARSAL: nothing is broadcast')
  expect((await probed(app)).tooltip).toContain('REHEARSAL')
  expect((await cuelight(app, 'status', '--json')).stdout).toContain('"rehearsal":true')
})
