/** A phone in the network, whole: Cuelight as built, its panel in one browser, and the phone in another, over TLS. */
import { expect, test } from 'vitest'
import { WAIT } from '../../build/suite/patience.ts'
import { PHONE_NAMES } from '../../shared/words/accounts/phones.ts'
import { REASONS } from '../../shared/words/outcomes/reasons.ts'
import { SCREEN_WORDS } from '../../shared/words/panel/states.ts'
import { sharedBrowser } from '../support/browser.ts'
import { newPhone, pair, turnOn } from './phones.ts'
import { button, holdDown, openOnService, press, tally } from './stagehand.ts'

test('a phone is paired, runs the show, sleeps in the middle of a Stop, and is signed out', async () => {
  const { app, page: panel, service } = await openOnService()
  await turnOn(panel, '127.0.0.1')
  const browser = await sharedBrowser()
  const [{ page: phone, context }, { page: lamp }] = [await newPhone(browser), await newPhone(browser)]
  await pair(panel, lamp, 'Lamp', 'look')
  await pair(panel, phone, 'My phone', 'show')
  await tally(phone, 'off')
  const devtools = await context.newCDPSession(phone)
  const manifest = async () => (await devtools.send('Page.getAppManifest')).url
  await expect.poll(manifest, WAIT).toMatch(/manifest\.webmanifest$/)
  expect((await devtools.send('Page.getAppManifest')).errors).toEqual([])

  // One that may only look has every control turned off, and says why.
  await expect.poll(() => button(lamp, 'Go live').getAttribute('aria-disabled'), WAIT).toBe('true')
  await button(lamp, 'Go live').click({ force: true })
  await lamp.locator('.answer', { hasText: REASONS.phoneLooks }).waitFor()

  await press(phone, 'Go live', 'live')
  await expect.poll(() => phone.evaluate(() => Reflect.get(window, 'felt').length), WAIT).toBeGreaterThan(0)
  const stop = await button(phone, 'Stop').boundingBox()
  expect(stop?.width).toBeGreaterThan(340)
  expect(stop?.height).toBeGreaterThan(90)
  const stops = () => service.count('POST', /\/live\/stop$/)

  // The phone sleeps while Stop is held, and wakes too late: no word came at the end of the hold, so nothing stops.
  await devtools.send('Debugger.enable')
  const sleeps = new Promise((resolve) => devtools.once('Debugger.paused', resolve))
  await holdDown(phone)
  await devtools.send('Debugger.pause')
  await sleeps
  const armed = () => panel.locator('.armed .card').count()
  await expect.poll(armed, WAIT).toBe(1)
  await expect.poll(armed, WAIT).toBe(0)
  await devtools.send('Debugger.disable')
  await phone.mouse.up()
  await tally(phone, 'live')
  expect(stops()).toBe(0)

  // Without a word from the core, what it shows is stale; with the core back, it is not.
  process.kill(app.pid, 'SIGSTOP')
  await tally(phone, 'stale')
  process.kill(app.pid, 'SIGCONT')
  await tally(phone, 'live')

  await holdDown(phone)
  await tally(phone, 'off')
  await phone.mouse.up()
  expect(stops()).toBe(1)

  await panel.getByRole('button', { name: `${PHONE_NAMES.end} My phone` }).click()
  await phone.getByText(SCREEN_WORDS.phoneEnded.todo).waitFor()
  await phone.reload()
  await phone.locator('[data-is=ended]').waitFor()
})
