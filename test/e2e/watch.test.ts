/** From the show screen to the picture: Cuelight and its studio as built, and real Chromium. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WAIT } from '../../build/suite/patience.ts'
import { readAddress } from '../../electron/studio/address.ts'
import { WATCH_PAGE } from '../../electron/studio/rules/account/servers.ts'
import { ask, keyIn } from '../studio/processes.ts'
import { button, openShow } from './stagehand.ts'

test('the show screen leads to the watch page, and counts who watches there', { timeout: 120_000 }, async () => {
  const { page, app } = await openShow()
  const dir = join(app.dataDir, 'studio')
  const address = readAddress(dir)
  if (!address) throw new Error('no studio has said where it is')
  const send = async (method: string, path: string, body?: unknown) => {
    const { status, body: answer } = await ask(address, keyIn(dir), method, path, body)
    expect(status, JSON.stringify(answer)).toBeLessThan(300)
    return answer
  }
  const { projects } = await send('GET', '/projects')
  const shown = await page.locator('.target').textContent()
  const target = (projects as { id: string; name: string }[]).find(({ name }) => shown?.includes(name))
  await send('PATCH', `/projects/${target?.id}`, { destinationIds: [WATCH_PAGE] })
  await send('POST', `/projects/${target?.id}/live`)
  // It was started elsewhere: a reading that is under way may be older than that.
  const isSeen = async () => {
    await button(page, 'Refresh').click()
    return page.locator('[role=status][data-tally=live]').count()
  }
  await expect.poll(isSeen, { ...WAIT, interval: 1_500 }).toBe(1)

  const card = page.getByRole('region', { name: 'Destinations' })
  const link = card.getByRole('link', { name: 'Watch', exact: true })
  await link.waitFor()
  const [watching] = await Promise.all([page.waitForEvent('popup'), link.click()])
  // Its files are only examples, so the slate is shown.
  await watching.locator('body[data-state="slate"]').waitFor()
  const time = () => watching.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
  await expect.poll(time, WAIT).toBeGreaterThan(0)
  const before = await time()
  await expect.poll(time, WAIT).toBeGreaterThan(before + 1)
  // The show screen says so.
  await page.locator('.banner').getByText('Viewers see the slate').waitFor()
  const cameFrom = () => watching.evaluate(() => [window.opener, document.referrer])
  await expect.poll(cameFrom).toEqual([null, ''])
  await expect.poll(() => card.locator('.destination-end .num').textContent(), WAIT).toBe('1')
  await watching.close()
  await expect.poll(() => card.locator('.destination-end .num').textContent(), WAIT).toBe('0')
  expect(app.stderr()).toBe('')
})
