/** The panel in a browser sounds what must not wait until someone looks. */
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import type { AppState } from '../../shared/state.ts'
import { desktopState } from './desktopSheet.ts'
import { type Panel, panels, settle, WAIT } from './panel.ts'
import { appState, endedElsewhere, liveProject, NOW } from './states.ts'

const open = panels()

/** Counts the tones that the page plays, and says whether the user has pressed something: a test counts as a user. */
const counted = (page: Page) =>
  page.addInitScript(() => {
    const heard = { beeps: 0, pressed: true }
    Object.assign(window, {
      heard,
      OscillatorNode: class extends OscillatorNode {
        readonly nr = ++heard.beeps
      },
    })
    Object.defineProperty(navigator, 'userActivation', { get: () => ({ hasBeenActive: heard.pressed }) })
  })
const beeps = ({ page }: Panel) =>
  page.evaluate(() => (window as unknown as { heard: { beeps: number } }).heard.beeps)
/** The beeps once everything that was sent has arrived. */
const afterAll = (panel: Panel) => settle(panel).then(() => beeps(panel))
/** The alarm's tone. */
const ONE = 4

let ends = 0
/** A show runs without faults, and another client ends it. */
function endElsewhere({ core }: Panel): void {
  const live = liveProject()
  const running = live.live && { ...live.live, destinations: [] }
  core.set({ projects: { p1: { ...live, live: running, lastEnd: null } } })
  core.set({
    projects: { p1: { ...endedElsewhere(), lastEnd: { liveId: 'live1', by: 'elsewhere', at: NOW - ++ends } } },
  })
}

async function listening(state: AppState, at = '') {
  const panel = await open(state, { prepare: counted, at })
  // Its script comes late.
  await expect
    .poll(() => {
      endElsewhere(panel)
      return beeps(panel)
    }, WAIT)
    .toBeGreaterThan(0)
  return { panel, before: await afterAll(panel) }
}

it('sounds once when another client ended the show, but not before the user has pressed something', async () => {
  const { panel, before } = await listening(appState(liveProject()))
  endElsewhere(panel)
  await expect.poll(() => beeps(panel), WAIT).toBe(before + ONE)
  panel.core.set({ padlock: { locked: true } })
  await panel.page.evaluate(() => Object.assign((window as unknown as { heard: object }).heard, { pressed: false }))
  endElsewhere(panel)
  await expect.poll(() => afterAll(panel)).toBe(before + ONE)
})

it('sounds when a destination fails and when the end comes near by time alone, and is silent if switched off', async () => {
  const { panel, before } = await listening(appState(liveProject()), '#set-up/appearance')
  panel.core.set({ projects: { p1: { ...liveProject(), lastEnd: null } } })
  await expect.poll(() => beeps(panel), WAIT).toBe(before + ONE)
  await panel.page.clock.runFor(3 * 60_000)
  await expect.poll(() => beeps(panel), WAIT).toBe(before + 2 * ONE)
  await panel.page
    .getByRole('group', { name: 'Alarm' })
    .getByRole('radio', { name: 'Off', exact: true })
    .press('Space')
  endElsewhere(panel)
  await expect.poll(() => afterAll(panel)).toBe(before + 2 * ONE)
})

it('leaves the sound to the desktop app where there is one', async () => {
  const { panel, before } = await listening(appState(liveProject()))
  panel.core.set({ desktop: desktopState() })
  endElsewhere(panel)
  await expect.poll(() => afterAll(panel)).toBe(before)
})
