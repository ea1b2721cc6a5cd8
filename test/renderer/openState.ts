import type { Page } from 'playwright'
import { inAnyLocale } from '../../build/words/pseudo.ts'
import { READS } from './projectStates.ts'
import { pictured, REPORTS } from './reports.ts'
import type { ScriptedCore } from './scriptedCore.ts'
import { QUITTING, type SetUpState } from './setupSheet.ts'

/** Opens one state as a person comes to it, and presses what is to be pressed. */
export async function openState(
  core: ScriptedCore,
  page: Page,
  address: string,
  name: string,
  { hash, state, press = [], link, reply, read, type, choices, sought, keys }: SetUpState,
): Promise<void> {
  core.state = state
  core.report = REPORTS[name] ?? pictured
  core.read = read ?? READS
  core.reply = () => reply ?? QUITTING[name === 'quitEnded' ? 'ended' : 'asks']
  core.refuses = link === 'refused'
  core.down = link === 'down'
  core.mute = link === 'mute'
  // Another fragment alone would not load the page anew.
  await page.goto('about:blank')
  await page.goto(address + hash)
  const changed = await page.evaluate(
    (wanted) => {
      const before = localStorage.getItem('cuelight.choices')
      if (wanted === null) localStorage.removeItem('cuelight.choices')
      else localStorage.setItem('cuelight.choices', wanted)
      return before !== wanted
    },
    choices ? JSON.stringify(choices) : null,
  )
  if (changed) await page.reload()
  await page
    .locator(hash.startsWith('#') ? '.setup-title, .projects-screen' : '.controls, [data-look=page], .narrow, .quick')
    .first()
    .waitFor()
  if (hash.startsWith('#projects') && !name.endsWith('Loading'))
    await page.locator('.projects-screen:not(:has(.stand-in))').waitFor()
  // What comes as a script of its own.
  if (await page.locator('.shell[data-places]').count()) await page.locator('.place').first().waitFor()
  // What mostly lasts a moment comes late, or is gone before it has come.
  const late = page.locator('[data-brief]')
  if (await late.count())
    await late.evaluateAll((all) =>
      Promise.allSettled(all.flatMap((one) => one.getAnimations().map(({ finished }) => finished))),
    )
  if (link === 'lost') {
    core.down = true
    core.breakLinks()
    await page.locator('[data-tally=stale]').waitFor()
  }
  // The welcome comes as a script of its own.
  if (state.welcome && link === undefined) await page.locator('.welcome').waitFor()
  // Where there is little room the news is one line, and the rest a press away.
  const fold = page.locator('.news-fold')
  if (state.welcome && press.length && (await fold.isVisible())) await fold.click()
  for (const button of press) await page.getByRole('button', { name: inAnyLocale(button) }).click()
  if (type) await page.getByRole('searchbox', { name: inAnyLocale('Find in the journal') }).fill(type)
  if (press.includes('Show report')) await page.locator('.report, .report-none').first().waitFor()
  if (sought !== undefined || keys) await page.locator('.scenes-tools').waitFor({ state: 'attached' })
  if (keys) await page.keyboard.press('?')
  if (sought === undefined) return
  await page.keyboard.press('/')
  await page.getByRole('searchbox', { name: inAnyLocale('Find a scene') }).fill(sought)
}
