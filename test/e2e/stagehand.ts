import type { Page } from 'playwright'
import { PATIENCE_MS } from '../../build/suite/patience.ts'
import type { IndependentOptions } from '../fakes/independent/options.ts'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { atEnd, closing } from '../support/atEnd.ts'
import { sharedBrowser } from '../support/browser.ts'
import { type AppOptions, startApp, sweep } from './app.ts'

/**
 * A page in a browser context without a session.
 *
 * @param onEnd registers the cleanup; concurrent tests each pass their own
 */
export async function newPage(onEnd: (end: () => Promise<void>) => void = atEnd): Promise<Page> {
  const browser = await sharedBrowser()
  // Animations take a fifth of the processor, and no test checks them here.
  const context = await browser.newContext({ viewport: { width: 1180, height: 900 }, reducedMotion: 'reduce' })
  onEnd(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  return page
}

/** Cuelight as built, with its panel open in a browser, off air. */
export async function openShow(options: AppOptions = {}, onEnd: (end: () => Promise<void>) => void = atEnd) {
  const app = await startApp(options)
  onEnd(() => sweep(app))
  const page = await newPage(onEnd)
  await page.goto(app.address)
  await tally(page, 'off')
  return { app, page }
}

/** The same on an independent service: on air at once, unless the test is about preparing. */
export async function openOnService(options: IndependentOptions = {}) {
  const service = closing(await startIndependentServer({ preparingMs: 1, ...options }))
  return { ...(await openShow({ service })), service }
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Waits until the tally has this state. On failure, the error includes the panel's text, which names the cause. */
export async function tally(page: Page, word: string, withinMs = PATIENCE_MS): Promise<void> {
  const wait = page.locator(`#root:has(main) [role=status][data-tally=${word}]`).waitFor({ timeout: withinMs })
  await wait.catch(async (error) => {
    const said = await page.locator('body').innerText()
    throw new Error(`the tally never said ${word}; the panel says:\n${said}`, { cause: error })
  })
}

/** Presses a button, and waits until the tally has this state. */
export async function press(page: Page, name: string, word: string): Promise<void> {
  await button(page, name).click()
  await tally(page, word)
}

/** Holds Stop until the show has stopped. */
export async function holdStop(page: Page): Promise<void> {
  await holdDown(page)
  await page.getByText('Stopped.').first().waitFor()
  await page.mouse.up()
}

/** Starts holding Stop. Retries when a banner that appears or disappears moves the button away at that moment. */
export async function holdDown(page: Page): Promise<void> {
  const held = page.locator('button.stop:not([data-phase=idle])')
  for (let tries = 1; tries <= 3; tries += 1) {
    await button(page, 'Stop').hover()
    await page.mouse.down()
    await held.or(page.locator('button.stop:not(:hover)')).first().waitFor()
    if (await held.count()) return
    await page.mouse.up()
  }
  throw new Error('Stop could not be held')
}
