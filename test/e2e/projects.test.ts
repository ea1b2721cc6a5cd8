/** The projects as a user sees them: Cuelight as built, a real service, real Chromium. */
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { NAMES } from '../../shared/words/labels.ts'
import type { FaultKind, FaultMatch } from '../fakes/independent/faults.ts'
import type { HeaderStyle } from '../fakes/independent/headers.ts'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { gone } from '../support/gone.ts'
import { keysAt, pageKeys, typeAt } from '../support/keys.ts'
import { button, openOnService, openShow, tally } from './stagehand.ts'

const POST = /\/projects$/
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const name = (page: Page) => page.getByLabel('Name', { exact: true })

async function create(page: Page, called: string): Promise<void> {
  await link(page, 'Projects').click()
  await link(page, 'New project').click()
  await name(page).fill(called)
  await button(page, 'Create project').click()
}

test('on the local studio a project is created, found, changed and made the show target', {
  timeout: 120_000,
}, async () => {
  const { page, app } = await openShow()
  await create(page, 'Fireplace 24/7')
  await page.getByRole('heading', { name: 'Fireplace 24/7' }).waitFor()
  await page.getByRole('radio', { name: 'Until stopped' }).and(page.locator(':checked')).waitFor()
  await button(page, 'Close').click()
  await gone(page.locator('.project-view'))
  await keysAt(button(page, 'Fireplace 24/7'), 'Enter')
  await name(page).fill('Fireplace, with cats')
  await page.getByRole('radio', { name: '1080p' }).check()
  await button(page, 'Save').click()
  await page.getByText('Project saved').first().waitFor()
  await page.getByRole('heading', { name: 'Fireplace, with cats' }).waitFor()
  await button(page, 'Make show target').click()
  await page.locator('[data-tally]').getByText('Fireplace, with cats').waitFor()
  await link(page, 'Back to the show').click()
  await page.getByText('This project has no scene').first().waitFor()
  expect(app.stderr()).toBe('')
})

test('one is added to 1,000 projects, and one whose response is lost is found and not created twice', {
  timeout: 120_000,
}, async () => {
  const { service, page } = await openOnService({ projects: 1_000 })
  const chosenForThem = page.getByText(/^Showing .*, your newest project\.$/).first()
  await chosenForThem.waitFor()
  service.faults.add({ kind: 'cutAfter', match: { method: 'POST', path: POST } })
  await create(page, 'Night loop')
  await page.getByText('No reply: Create project: Night loop').first().waitFor()
  await button(page, 'Night loop').waitFor()
  await page.getByText('1,002 projects, read').waitFor()
  expect(service.count('POST', POST)).toBe(1)
  await pageKeys(page, '/')
  await typeAt(page.getByRole('searchbox'), 'project 0777')
  await keysAt(page.getByRole('searchbox'), 'Enter')
  await page.getByRole('heading', { name: 'Project 0777' }).waitFor()
  await button(page, 'Make show target').click()
  await page.locator('[data-tally]').getByText('Project 0777').waitFor()
  await link(page, 'Back to the show').click()
  await gone(chosenForThem)
})

/** With any style of budget headers and any fault on a page of the list, all projects are shown in the end. */
test.concurrent.for<[HeaderStyle, FaultKind, 'always'?]>([
  ['ietf', { kind: 'slow', ms: 3_000 }],
  ['ietf-old', { kind: 'cutAfter' }],
  ['ratelimit', { kind: 'cutBefore', reset: true }],
  ['x-delta', { kind: 'truncated' }, 'always'],
  ['x-epoch-seconds', { kind: 'slowBody', ms: 2_000 }],
  ['x-epoch-ms', { kind: 'rateLimited', retryAfterMs: 1_000 }],
  ['x-http-date', { kind: 'badGateway' }],
  ['none', { kind: 'cutBody' }],
  ['none', { kind: 'cutBefore' }, 'always'],
])(
  '1,000 projects with headers "%s" and a page that meets %o',
  { timeout: 120_000 },
  async ([headerStyle, fault, times], { onTestFinished }) => {
    const service = await startIndependentServer({ projects: 1_000, headerStyle })
    onTestFinished(() => service.close())
    const { page } = await openShow({ service }, onTestFinished)
    await tally(page, 'off')
    // The show requests the projects of one status; the list requests all.
    const match: FaultMatch = { method: 'GET', path: POST, when: ({ query }) => query.status === undefined, nth: 3 }
    service.faults.add({ ...fault, times: times ?? 1, match })
    await link(page, 'Projects').click()
    if (times) {
      // The service's fault is shown in one place; the list keeps its entries.
      await page.getByText(/^Failing for/).waitFor()
      await page.getByText('200 of 1,001 read').waitFor()
      service.faults.clear()
      await button(page, NAMES.refresh).click()
    }
    await page.getByText('1,001 projects, read').waitFor()
  },
)
