/** The checks before going live as a user sees them: Cuelight as built, a real service, real Chromium. */
import { expect, test } from 'vitest'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { closing } from '../support/atEnd.ts'
import { button, holdStop, openShow, press, tally } from './stagehand.ts'

const START = /\/live$/

test('the first broadcast of an account is confirmed on the check sheet, and starts with the scene chosen there', {
  timeout: 120_000,
}, async () => {
  const service = closing(await startIndependentServer({ preparingMs: 1 }))
  const { page, app } = await openShow({ service, isNew: true })
  const { project, scenes, destinations } = service.content
  await button(page, 'Go live').click()
  await page.getByText('This account has never gone live from here.').waitFor()
  expect(service.count('POST', START)).toBe(0)

  service.control.expireDestination(destinations.twitch)
  await button(page, 'Check again').click()
  await page.getByText('Twitch, needs renewing').waitFor()
  await button(page, 'Go live anyway').waitFor()
  service.control.renewDestination(destinations.twitch)
  await button(page, 'Check again').click()
  await page.getByText('Twitch, login valid').waitFor()

  await page.getByLabel('Shows begin with').selectOption('Talk')
  await page.getByText('Shows begin with Talk.').waitFor()
  await press(page, 'Go live', 'live')
  expect(service.control.truth(project).onAirSceneId).toBe(scenes[1])
  await page.getByText('It opens with Talk.').first().waitFor()
  await holdStop(page)
  await tally(page, 'off')
  await press(page, 'Go live', 'live')
  expect(service.count('POST', START)).toBe(2)
  expect(app.stderr()).toBe('')
})
