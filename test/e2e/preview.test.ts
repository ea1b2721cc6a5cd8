/** The preview in the show screen: Cuelight and its studio as built, a real file on air, and real Chromium. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { WAIT } from '../../build/suite/patience.ts'
import { readAddress, type StudioAddress } from '../../electron/studio/address.ts'
import { administer } from '../../electron/studio/administration/client.ts'
import { WATCH_PAGE } from '../../electron/studio/rules/account/servers.ts'
import { systemClock } from '../../electron/util/time.ts'
import { ffmpeg, HOUSE } from '../studio/engine/clips.ts'
import { ask, keyIn } from '../studio/processes.ts'
import { newDir } from '../support/folders.ts'
import { button, holdStop, openShow, tally } from './stagehand.ts'

const MOVING = ['-f', 'lavfi', '-i', 'testsrc=size=1280x720:rate=30:duration=4']
const SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=4']

/** Puts a moving picture on air in the show target of a page, for the watch page alone. */
async function broadcast(page: Page, dir: string, address: StudioAddress): Promise<void> {
  const send = async (method: string, path: string, body?: unknown) => {
    const { status, body: answer } = await ask(address, keyIn(dir), method, path, body)
    expect(status, JSON.stringify(answer)).toBeLessThan(300)
    return answer
  }
  const path = ffmpeg([...MOVING, ...SOUND, ...HOUSE], join(newDir(), 'moving.mp4'))
  const { fileId } = await administer(address, 'takeFile', { path, mode: 'copy' }, systemClock)
  const isThere = async () => (await send('GET', `/files/${fileId}/import`)).status
  await expect.poll(isThere, { ...WAIT, interval: 500 }).toBe('completed')
  const { projects } = await send('GET', '/projects')
  const shown = await page.locator('.target').textContent()
  const target = (projects as { id: string; name: string }[]).find(({ name }) => shown?.includes(name))
  const at = `/projects/${target?.id}`
  const { id: sceneId } = await send('POST', `${at}/scenes`, { name: 'Moving' })
  const settings = { files: [{ fileId }], loop: true }
  await send('POST', `${at}/scenes/${sceneId}/layers`, { type: 'videoPlaylist', settings })
  await send('POST', `${at}/scenes/${sceneId}/activate`)
  await send('PATCH', at, { destinationIds: [WATCH_PAGE] })
  const copies = () => readdirSync(join(dir, 'media', 'play')).filter((name) => name.includes(fileId)).length
  await expect.poll(copies, { ...WAIT, interval: 500 }).toBeGreaterThan(0)
  await send('POST', `${at}/live`)
  // It was started elsewhere: a reading that is under way may be older than that.
  const isSeen = async () => {
    await button(page, 'Refresh').click()
    return page.locator('[role=status][data-tally=live]').count()
  }
  await expect.poll(isSeen, { ...WAIT, interval: 1_500 }).toBe(1)
}

const setVisible = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate((to) => {
    Object.defineProperty(document, 'visibilityState', { value: to, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

/** Pictures of it until one differs from the first: it moves. */
async function expectMoving(video: Locator): Promise<void> {
  const first = await video.screenshot()
  await expect.poll(async () => (await video.screenshot()).equals(first), WAIT).toBe(false)
}

test('shows what is on air, moving, to nobody’s cost, and only as long as it is looked at', {
  timeout: 180_000,
}, async () => {
  const { page, app } = await openShow()
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  const dir = join(app.dataDir, 'studio')
  const address = readAddress(dir)
  if (!address) throw new Error('no studio has said where it is')
  await broadcast(page, dir, address)

  const card = page.getByRole('region', { name: 'Preview' })
  await card.waitFor()
  const fetched: string[] = []
  page.on('request', (request) => request.url().includes('/preview/') && fetched.push(request.url()))
  const video = card.locator('video')
  await expect.poll(() => video.count()).toBe(0)
  await card.getByRole('radio', { name: 'On', exact: true }).check()
  const playing = card.locator('[data-state=playing]')
  await playing.waitFor()
  await expectMoving(video)
  await expect
    .poll(() => video.evaluate((one: HTMLVideoElement) => [one.muted, one.videoWidth > 0]))
    .toEqual([true, true])
  // The crew is no audience.
  await expect.poll(() => page.locator('.destination-end .num').textContent(), WAIT).toBe('0')
  // It comes from the panel's own origin.
  expect(fetched.every((url) => url.startsWith(new URL(page.url()).origin))).toBe(true)

  const before = fetched.length
  await setVisible(page, 'hidden')
  await expect.poll(() => video.getAttribute('src'), WAIT).toBe(null)
  // Whatever it would have asked for by now has been answered.
  await button(page, 'Refresh').click()
  await page.getByText('Refreshed.').first().waitFor()
  await setVisible(page, 'visible')
  await playing.waitFor()
  await expectMoving(video)
  // Nothing was fetched while it was hidden.
  expect(fetched.length).toBe(before + 1)

  // A computer that leaves out pictures stops by itself and says so, and shows them again when asked to.
  await page.evaluate(() => {
    const real = HTMLVideoElement.prototype.getVideoPlaybackQuality
    let total = 0
    HTMLVideoElement.prototype.getVideoPlaybackQuality = () => {
      total += 60
      return { totalVideoFrames: total, droppedVideoFrames: total / 2, creationTime: 0, corruptedVideoFrames: 0 }
    }
    Object.assign(window, {
      putBack: () => Object.assign(HTMLVideoElement.prototype, { getVideoPlaybackQuality: real }),
    })
  })
  await card.getByText('this computer is too busy to show it').waitFor()
  await page.evaluate('putBack()')
  await button(page, 'Show again').click()
  await playing.waitFor()
  await expectMoving(video)

  // The choice is this browser's, and outlives the page.
  await page.reload()
  await tally(page, 'live')
  await playing.waitFor()
  await expectMoving(video)
  await holdStop(page)
  await expect.poll(() => card.count(), WAIT).toBe(0)
  expect(problems).toEqual([])
})
