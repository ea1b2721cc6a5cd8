/** The first minute, as somebody has it who has just started Cuelight: by what the controls are called, and nothing else. */
import { expect, test } from 'vitest'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { everythingIn } from '../profiles/desk.ts'
import { atEnd, button, openShow, tally } from './stagehand.ts'

const KEY = 'svc_the-key-of-the-first-minute'

async function server() {
  const started = await startIndependentServer({ key: KEY, preparingMs: 1, projects: 11 })
  atEnd(() => started.close())
  return started
}

test('from a fresh start to the show of an account: a wrong key is told before anything is kept', async () => {
  const service = await server()
  const { page, app } = await openShow()
  const welcome = page.getByRole('region', { name: 'Welcome to Cuelight' })
  await welcome.waitFor()
  await button(page, 'Connect your account').click()
  await page.getByLabel('Base URL', { exact: true }).fill(service.baseUrl)
  await page.getByLabel('API key', { exact: true }).fill(`${KEY}-mistyped`)
  await button(page, 'Test and use').click()
  await page.getByRole('alert').getByText('The service does not accept this API key.').waitFor()
  expect(everythingIn(app.dataDir)).not.toContain(KEY)

  await page.getByLabel('API key', { exact: true }).fill(KEY)
  await button(page, 'Test').click()
  await page
    .getByRole('region', { name: 'Connect your account' })
    .getByText(/It works: 12 projects, \d+/)
    .waitFor()
  await button(page, 'Save and use').click()
  await page
    .getByRole('status')
    .getByText(/127\.0\.0\.1:\d+ was added\..* is in use\./)
    .waitFor()
  await button(page, 'Close the welcome').click()
  await tally(page, 'off')
  expect(await page.getByText('REHEARSAL: nothing is broadcast').count()).toBe(0)
  await page.reload()
  await tally(page, 'off')
  expect(await page.locator('.welcome-place').count()).toBe(0)
  expect(app.stderr()).not.toContain(KEY)
})

test('rehearsing is one press away, and whoever presses Go live first is not asked anything', async () => {
  const { page, app } = await openShow()
  await button(page, 'Go live').click()
  await tally(page, 'live')
  await button(page, 'Rehearse on the local studio').click()
  await page.getByText('Try this: Go live').waitFor()
  await page.reload()
  await tally(page, 'live')
  expect(await page.getByText('Welcome to Cuelight').count()).toBe(0)
  expect(app.stderr()).toBe('')
})
