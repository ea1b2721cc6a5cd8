import type { Page } from 'playwright'
import type { ScriptedCore } from './scriptedCore.ts'
import { QUITTING, type SetUpState } from './setupSheet.ts'

/** Opens one state as a person comes to it, and presses what is to be pressed. */
export async function openState(
  core: ScriptedCore,
  page: Page,
  address: string,
  name: string,
  { hash, state, press = [], link, reply }: SetUpState,
): Promise<void> {
  core.state = state
  core.reply = () => reply ?? QUITTING[name === 'quitEnded' ? 'ended' : 'asks']
  core.refuses = link === 'refused'
  core.down = link === 'down'
  core.mute = link === 'mute'
  // Another fragment alone would not load the page anew.
  await page.goto('about:blank')
  await page.goto(address + hash)
  await page
    .locator(hash.startsWith('#') ? '.setup-title' : '.controls, [data-look=page], .narrow, .quick')
    .first()
    .waitFor()
  // What mostly lasts a moment comes late; only here it stays.
  if (link === 'mute')
    await page.locator('[data-brief]').evaluate(async (one) => {
      await Promise.all(one.getAnimations().map(({ finished }) => finished))
    })
  if (link === 'lost') {
    core.down = true
    core.breakLinks()
    await page.locator('[data-tally=stale]').waitFor()
  }
  // The welcome comes as a script of its own.
  if (state.welcome && link === undefined) await page.locator('.welcome').waitFor()
  for (const button of press) await page.getByRole('button', { name: button, exact: true }).click()
}
