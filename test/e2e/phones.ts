/** What a person does with a phone and with the computer it is paired at. */
import type { Browser, BrowserContext, Page } from 'playwright'
import { expect } from 'vitest'
import { PATIENCE_MS, WAIT } from '../../build/suite/patience.ts'
import { PHONE_NAMES, PHONE_WORDS } from '../../shared/words/accounts/phones.ts'
import { atEnd } from '../support/atEnd.ts'
import { button } from './stagehand.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 16; Pixel 11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36'

/** Another device: its browser knows nothing, and its user accepts the certificate. */
export async function newPhone(browser: Browser): Promise<{ page: Page; context: BrowserContext }> {
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
export async function pair(panel: Page, phone: Page, name: string, scope: string): Promise<void> {
  await phone.goto(await showCode(panel, name, scope))
  const [here, there] = [panel.locator('.phone-digits'), phone.locator('#digits')]
  await Promise.all([here.waitFor(), there.waitFor()])
  await expect.poll(async () => (await here.innerText()) === (await there.innerText()), WAIT).toBe(true)
  await panel.getByText(PHONE_WORDS.asks(name, { browser: 'Chrome', system: 'Android' })).waitFor()
  await button(panel, PHONE_NAMES.allow).click()
}

/** Serves phones at this address of the computer. */
export async function turnOn(panel: Page, address: string): Promise<void> {
  await panel.goto(`${new URL(panel.url()).origin}/#set-up/access`)
  await button(panel, PHONE_NAMES.turnOn).click()
  await panel.getByLabel(PHONE_WORDS.network).selectOption(address)
  await button(panel, PHONE_NAMES.pair).waitFor()
}
