import type { Page } from 'playwright'
import { inAnyLocale } from '../../build/words/pseudo.ts'
import type { ScriptedCore } from './scriptedCore.ts'
import { QUITTING, type SetUpState } from './setupSheet.ts'

/** Opens one state as a person comes to it, and presses what is to be pressed. */
export async function openState(
  core: ScriptedCore,
  page: Page,
  address: string,
  name: string,
  { hash, state, press = [], reply }: SetUpState,
): Promise<void> {
  core.state = state
  core.reply = () => reply ?? QUITTING[name === 'quitEnded' ? 'ended' : 'asks']
  // Another fragment alone would not load the page anew.
  await page.goto('about:blank')
  await page.goto(address + hash)
  await page
    .locator(hash.startsWith('#') ? '.setup-title' : '.controls, .words, .narrow, .quick')
    .first()
    .waitFor()
  for (const button of press) await page.getByRole('button', { name: inAnyLocale(button) }).click()
}
