/** A phone in the network, whole: Cuelight as built, its panel in one browser, and the phone in another, over TLS. */
import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'vitest'
import { PATIENCE_MS, WAIT } from '../../build/suite/patience.ts'
import { PHONE_NAMES, PHONE_WORDS } from '../../shared/words/accounts/phones.ts'
import { REASONS } from '../../shared/words/outcomes/reasons.ts'
import { SCREEN_WORDS } from '../../shared/words/panel/states.ts'
import { atEnd } from '../support/atEnd.ts'
import { sharedBrowser } from '../support/browser.ts'
import { button, holdDown, openOnService, press, tally } from './stagehand.ts'

const SERVED = '127.0.0.1'
const PHONE =
  'Mozilla/5.0 (Linux; Android 16; Pixel 11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36'

/** Another device: its browser knows nothing, and its user accepts the certificate. */
async function newPhone(): Promise<{ page: Page; context: BrowserContext }> {
  const browser = await sharedBrowser()
  const context = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
    ...{ userAgent: PHONE, ignoreHTTPSErrors: true, reducedMotion: 'reduce' },
  })
  atEnd(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  await page.addInitScript(() => {
    const felt: unknown[] = []
    Object.assign(window, { felt })
    Object.defineProperty(navigator, 'vibrate', { value: (pattern: unknown) => felt.push(pattern) })
  })
  return { page, context }
}

/** Shows a code in the settings. @returns what the phone's camera would read */
async function showCode(panel: Page, name: string, scope: string): Promise<string> {
  await panel.getByLabel(PHONE_WORDS.name, { exact: true }).fill(name)
  await panel.getByLabel(PHONE_WORDS.scope).selectOption(scope)
  await button(panel, PHONE_NAMES.pair).click()
  await panel.getByRole('img', { name: PHONE_WORDS.qr }).waitFor()
  const url = (await panel.locator('.phone-served').innerText()).split('\n')[0]?.trim() ?? ''
  return `${url}#${await panel.locator('.phone-code b').innerText()}`
}

/** Pairs it as two people do: the digits are read from both screens. */
async function pair(panel: Page, phone: Page, name: string, scope: string): Promise<void> {
  await phone.goto(await showCode(panel, name, scope))
  const [here, there] = [panel.locator('.phone-digits'), phone.locator('#digits')]
  await Promise.all([here.waitFor(), there.waitFor()])
  expect(await here.innerText()).toBe(await there.innerText())
  expect(await panel.getByText(PHONE_WORDS.asks(name, { browser: 'Chrome', system: 'Android' })).count()).toBe(1)
  await button(panel, PHONE_NAMES.allow).click()
}

async function turnOn(panel: Page): Promise<void> {
  await panel.goto(`${new URL(panel.url()).origin}/#set-up/access`)
  await button(panel, PHONE_NAMES.turnOn).click()
  await panel.getByLabel(PHONE_WORDS.network).selectOption(SERVED)
  await button(panel, PHONE_NAMES.pair).waitFor()
}

test('a phone is paired, runs the show, sleeps in the middle of a Stop, and is signed out', async () => {
  const { app, page: panel, service } = await openOnService()
  await turnOn(panel)
  const [{ page: phone, context }, { page: lamp }] = [await newPhone(), await newPhone()]
  await pair(panel, lamp, 'Lamp', 'look')
  await pair(panel, phone, 'My phone', 'show')
  await tally(phone, 'off')
  const devtools = await context.newCDPSession(phone)
  const manifest = async () => (await devtools.send('Page.getAppManifest')).url
  await expect.poll(manifest, WAIT).toMatch(/manifest\.webmanifest$/)
  expect((await devtools.send('Page.getAppManifest')).errors).toEqual([])

  // One that may only look has every control turned off, and says why.
  expect(await button(lamp, 'Go live').getAttribute('aria-disabled')).toBe('true')
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
  await phone.getByText(SCREEN_WORDS.accessEnded.headline).waitFor()
  await phone.reload()
  await phone.locator('[data-is=ended]').waitFor()
})
