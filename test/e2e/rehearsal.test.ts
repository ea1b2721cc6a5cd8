/**
 * Each fault of a rehearsal as a user sets and sees it: in the panel, on the local studio, in real Chromium. Leaves a
 * picture of each in .cache/shots/rehearsal/, to be checked by eye.
 */
import type { Page } from 'playwright'
import { describe, test, vi } from 'vitest'
import type { FaultKind } from '../../shared/rehearsal/rehearsalKinds.ts'
import { FAULT_WORDS } from '../../shared/words/show/rehearsal.ts'
import { gone } from '../support/gone.ts'
import { button, openShow, press, tally } from './stagehand.ts'

// Each test mostly waits: for a page, a read, or a fault that takes its course.
vi.setConfig({ maxConcurrency: 4, testTimeout: 90_000 })

const SHOTS = '.cache/shots/rehearsal'

async function set(page: Page, kind: FaultKind, fields: Record<string, string> = {}): Promise<void> {
  const { name } = FAULT_WORDS[kind]
  await goToRehearsal(page)
  await button(page, `Set ${name}`).click()
  for (const [label, value] of Object.entries(fields)) {
    const field = page.getByLabel(label)
    if ((await field.evaluate((one) => one.tagName)) === 'SELECT') await field.selectOption({ label: value })
    else await field.fill(value)
  }
  await button(page, 'Set fault').click()
  await page.getByText('Fault active.').waitFor()
  await backToShow(page)
}

const goToRehearsal = (page: Page) =>
  page.evaluate(() => {
    location.hash = '#set-up/rehearsal'
  })
const backToShow = (page: Page) =>
  page.getByRole('link', { name: 'Back to the show' }).or(button(page, 'Back to the show')).click()

async function live(context: { onTestFinished(end: () => Promise<void>): void }): Promise<Page> {
  const { page } = await openShow({}, context.onTestFinished)
  await press(page, 'Go live', 'live')
  return page
}

async function seen(page: Page, kind: FaultKind): Promise<void> {
  await page.getByText(FAULT_WORDS[kind].name).first().waitFor()
  await page.getByText('Rehearsed: nothing real is wrong.').waitFor()
  await page.screenshot({ path: `${SHOTS}/${kind}.png`, fullPage: true })
}

const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

describe('while live', () => {
  test.concurrent.for<[FaultKind, Record<string, string>, RegExp]>([
    // Long enough for a busy machine to return to the show and send a request.
    ['rateStorm', { 'For how long (s)': '12' }, /used up its requests/],
    ['serverError', {}, /The service has a fault/],
    ['cutBefore', {}, /connection broke|cannot be reached/],
    ['cutAfter', {}, /connection broke/],
    ['malformed', {}, /an unreadable reply/],
    ['truncated', {}, /connection broke|an unreadable reply/],
  ])('%s: its notice names the fault, and clears once the fault is ended', async ([kind, fields, words], context) => {
    const page = await live(context)
    await set(page, kind, fields)
    await button(page, 'Refresh').click()
    await page.getByLabel('Notices').getByText(words).waitFor()
    await seen(page, kind)
    if (!fields['For how long (s)']) await button(page, 'End all').click()
    await gone(page.getByText('Rehearsed: nothing real is wrong.'))
    await press(page, 'Refresh', 'live')
    await gone(page.getByLabel('Notices').getByText(words))
  })

  test.concurrent('no response: what is known becomes stale, and says so', async (context) => {
    const page = await live(context)
    await set(page, 'hung', { Affects: 'reads' })
    await tally(page, 'stale')
    await seen(page, 'hung')
    await press(page, 'End all', 'live')
  })

  test.concurrent('slow responses: the panel says that a press was sent, and shows its outcome in the end', async (context) => {
    const page = await live(context)
    await set(page, 'latency', { Affects: 'switching scenes', 'Delay (s)': '6' })
    await button(page, 'Guest').click()
    await says(page, 'Sent…')
    await seen(page, 'latency')
    await tally(page, 'unsynced')
  })

  test.concurrent('a broadcast that ends unexpectedly is shown as an error', async (context) => {
    const page = await live(context)
    await set(page, 'stopsByItself')
    await tally(page, 'error')
    await says(page, /Off air with an error/)
    await page.screenshot({ path: `${SHOTS}/stopsByItself.png`, fullPage: true })
  })

  test.concurrent('a clock that jumps changes nothing of what is on air', async (context) => {
    const page = await live(context)
    await set(page, 'clockJump', { 'Jumps by (min)': '90' })
    await button(page, 'Refresh').click()
    await says(page, 'Refreshed.')
    await seen(page, 'clockJump')
    await says(page, /^ends in 1:59:\d\d/)
    await tally(page, 'live')
  })
})

describe('before it goes live', () => {
  test.concurrent('the check finds an expired login, and Go live asks about it', async ({ onTestFinished }) => {
    const { page } = await openShow({}, onTestFinished)
    await set(page, 'expiredLogin')
    await button(page, 'Check again').click()
    await says(page, /[Rr]econnect/)
    await button(page, 'Go live').click()
    await says(page, 'Fix this before going live:')
    await seen(page, 'expiredLogin')
  })

  test.concurrent('endless preparing continues once the fault is ended', async ({ onTestFinished }) => {
    const { page } = await openShow({}, onTestFinished)
    await set(page, 'endlessPreparing')
    await press(page, 'Go live', 'preparing')
    await seen(page, 'endlessPreparing')
    await press(page, 'End all', 'live')
  })

  test.concurrent('preparing that fails shows its reason', async ({ onTestFinished }) => {
    const { page } = await openShow({}, onTestFinished)
    await set(page, 'failedPreparing')
    await press(page, 'Go live', 'error')
    await seen(page, 'failedPreparing')
  })

  test.concurrent('a start whose response is lost is amber, then shows what is true; it was sent once', async ({
    onTestFinished,
  }) => {
    const { page } = await openShow({}, onTestFinished)
    await set(page, 'hung', { Affects: 'going live', 'How many times': '1' })
    await press(page, 'Go live', 'unknown')
    await page.screenshot({ path: `${SHOTS}/lostStart.png`, fullPage: true })
    await tally(page, 'live')
    await says(page, 'Checked: it was started. It was sent once.')
  })
})

test.concurrent('a scenario plays, names its faults, and can be stopped', async (context) => {
  const page = await live(context)
  await goToRehearsal(page)
  await page.getByRole('button', { name: /Play.*Platform down/ }).click()
  await page.screenshot({ path: `${SHOTS}/scenario-setup.png`, fullPage: true })
  await backToShow(page)
  await says(page, /Server errors/)
  await page.screenshot({ path: `${SHOTS}/scenario.png`, fullPage: true })
  await button(page, 'End all').click()
  await gone(page.getByText('Rehearsed: nothing real is wrong.'))
  await tally(page, 'live')
})
