/** The panel in a browser sounds what must not wait until someone looks. */
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { desktopState } from './desktopSheet.ts'
import { type Panel, panels, settle, WAIT } from './panel.ts'
import { appState, endedElsewhere, liveProject } from './states.ts'

const open = panels()

/** Counts the tones that the page plays, in place of a loudspeaker. */
const counted = (page: Page) =>
  page.addInitScript(() => {
    const heard = { beeps: 0 }
    Object.assign(window, {
      heard,
      OscillatorNode: class extends OscillatorNode {
        readonly nr = ++heard.beeps
      },
    })
  })
const beeps = ({ page }: Panel) =>
  page.evaluate(() => (window as unknown as { heard: { beeps: number } }).heard.beeps)
/** The alarm's tone, four beeps. */
const ONE = 4

it('sounds once when another client ended the show, once the user has pressed something on the page', async () => {
  const panel = await open(appState(liveProject()), { prepare: counted })
  panel.core.set({ projects: { p1: endedElsewhere() } })
  await panel.expectTally('off')
  expect(await beeps(panel)).toBe(0)
  panel.core.set({ projects: { p1: { ...liveProject(), lastEnd: null } } })
  await panel.expectTally('live')
  await panel.page.locator('body').click({ position: { x: 2, y: 400 } })
  panel.core.set({ projects: { p1: endedElsewhere() } })
  await expect.poll(() => beeps(panel), WAIT).toBe(ONE)
  panel.core.set({ padlock: { locked: true } })
  await settle(panel)
  expect(await beeps(panel)).toBe(ONE)
})

it('sounds when a destination fails and when the end comes near by time alone, and is silent if switched off', async () => {
  const panel = await open(appState(liveProject()), { prepare: counted, at: '#set-up/appearance' })
  await panel.page.getByRole('group', { name: 'Alarm' }).getByRole('radio', { name: 'On', exact: true }).press('Space')
  const failing = (nr: number) =>
    panel.core.change(({ projects }) => {
      const one = projects.p1?.live?.destinations[nr]
      if (one) one.error = 'CONNECTION_ERROR'
    })
  failing(0)
  await expect.poll(() => beeps(panel), WAIT).toBe(ONE)
  await panel.page.clock.runFor(3 * 60_000)
  await expect.poll(() => beeps(panel), WAIT).toBe(2 * ONE)
  await panel.page.getByRole('group', { name: 'Alarm' }).getByRole('radio', { name: 'Off', exact: true }).press('Space')
  failing(1)
  await settle(panel)
  expect(await beeps(panel)).toBe(2 * ONE)
})

it('leaves the sound to the desktop app where there is one', async () => {
  const panel = await open(appState(liveProject(), { desktop: desktopState() }), { prepare: counted })
  await panel.page.locator('body').click({ position: { x: 2, y: 400 } })
  panel.core.set({ projects: { p1: endedElsewhere() } })
  await panel.expectTally('off')
  expect(await beeps(panel)).toBe(0)
})
