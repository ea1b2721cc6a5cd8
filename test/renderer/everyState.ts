import type { Page, ViewportSize } from 'playwright'
import { inAnyLocale } from '../../build/words/pseudo.ts'
import { type AppState, targetOf } from '../../shared/state.ts'
import { pageKeys } from '../support/keys.ts'
import { ACCESS_SHEET } from './accessSheet.ts'
import { ALSO_SHEET } from './alsoOnAirSheet.ts'
import { BROADCASTING_SHEET } from './broadcastingSheet.ts'
import { BUILD_SHEET } from './buildSheet.ts'
import { CHECK_SHEET } from './checkSheet.ts'
import { DESKTOP_SHEET } from './desktopSheet.ts'
import { FILES_SHEET } from './filesSheet.ts'
import { GUIDE_SHEET } from './guideSheet.ts'
import { MACROS_SHEET } from './macrosSheet.ts'
import { LOOKS_SHEET, PLAYING, PLAYING_SHEET } from './playingSheet.ts'
import { READS, readsOf } from './projectStates.ts'
import { PROJECTS_SHEET } from './projectsSheet.ts'
import { pictured, REPORTS } from './reports.ts'
import { SCHEDULE_SHEET } from './scheduleSheet.ts'
import type { ScriptedCore } from './scriptedCore.ts'
import { QUITTING, SETUP_SHEET, type SetUpState } from './setupSheet.ts'
import { QUICK_SHEET, SHEET, TROUBLE } from './sheet.ts'
import { SHELL_SHEET } from './shellSheet.ts'
import { STATISTICS_SHEET } from './statisticsSheet.ts'

const NONE = readsOf([])
const LIVE_READS: typeof READS = (name, input) => (name === 'whatPlays' ? PLAYING() : READS(name, input))
const isLive = (state: AppState) => targetOf(state)?.live?.status === 'LIVE'
/** The states of the show screen, in the form of the other sheets. */
export const SHOW_SHEET: Record<string, SetUpState> = Object.fromEntries(
  Object.entries(SHEET).map(([name, state]) => [
    name,
    { hash: '', state, read: name === 'noProjects' ? NONE : isLive(state) ? LIVE_READS : READS },
  ]),
)

/** Every state that is drawn, by name. */
export const EVERY_STATE: readonly [name: string, state: SetUpState][] = [
  ...Object.entries(SHOW_SHEET),
  ...Object.entries(TROUBLE),
  ...Object.entries(PLAYING_SHEET),
  ...Object.entries(LOOKS_SHEET),
  ...Object.entries(ALSO_SHEET),
  ...Object.entries(SETUP_SHEET),
  ...Object.entries(BROADCASTING_SHEET),
  ...Object.entries(ACCESS_SHEET),
  ...Object.entries(PROJECTS_SHEET),
  ...Object.entries(FILES_SHEET),
  ...Object.entries(SCHEDULE_SHEET),
  ...Object.entries(STATISTICS_SHEET),
  ...Object.entries(SHELL_SHEET),
  ...Object.entries(BUILD_SHEET),
  ...Object.entries(CHECK_SHEET),
  ...Object.entries(GUIDE_SHEET),
  ...Object.entries(MACROS_SHEET),
  ...Object.entries(DESKTOP_SHEET),
  ...Object.entries(QUICK_SHEET),
]

const WIDE: ViewportSize = { width: 1180, height: 820 }
/** The size of the window beside the tray. */
export const QUICK_SIZE: ViewportSize = { width: 380, height: 520 }

/** The page size of a state, unless another is requested. */
export const sizeOf = (name: string): ViewportSize => (name in QUICK_SHEET ? QUICK_SIZE : WIDE)

/** Opens one state as a user would, and presses what it requires. */
export async function openState(
  core: ScriptedCore,
  page: Page,
  address: string,
  name: string,
  { hash, state, press = [], shows, link, reply, read, type, choices, guide, sought, keys, palette }: SetUpState,
): Promise<void> {
  core.state = state
  core.report = REPORTS[name] ?? pictured
  core.read = read ?? READS
  core.reply = () => reply ?? QUITTING[name === 'quitEnded' ? 'ended' : 'asks']
  core.refuses = link === 'refused'
  core.down = link === 'down'
  core.mute = link === 'mute'
  // A new fragment alone would not reload the page.
  await page.goto('about:blank')
  await page.goto(address + (link === 'refused' ? '?token=used' : '') + hash)
  const kept = { 'cuelight.choices': choices, [`cuelight.guide.${state.profileId}`]: guide }
  const texts = Object.entries(kept).map(([key, value]) => [key, value ? JSON.stringify(value) : null] as const)
  const changed = await page.evaluate(
    (wanted) =>
      wanted.filter(([key, text]) => {
        const before = localStorage.getItem(key)
        if (text === null) localStorage.removeItem(key)
        else localStorage.setItem(key, text)
        return before !== text
      }).length > 0,
    texts,
  )
  if (changed) await page.reload()
  const [place] = /(?<=^#)\w+(?!\w*-)/.exec(hash) ?? []
  const screen = place
    ? `.${place}-screen`
    : hash.startsWith('#')
      ? '.setup-title'
      : '.controls, [data-look=page], .narrow, .quick'
  await page.locator(screen).first().waitFor()
  if (place && !name.endsWith('Loading')) await page.locator(`${screen}:not(:has(.stand-in))`).waitFor()
  // Wait for the parts that arrive as separate scripts.
  if (await page.locator('.shell[data-places]').count()) await page.locator('.place').first().waitFor()
  // Indicators of brief events appear late, or disappear before they are seen.
  const late = page.locator('[data-brief]')
  if (await late.count())
    await late.evaluateAll((all) =>
      Promise.allSettled(all.flatMap((one) => one.getAnimations().map(({ finished }) => finished))),
    )
  if (link === 'lost') {
    core.goDown()
    await page.locator('[data-tally=stale]').waitFor()
  }
  if (link === 'accessEnded') {
    core.revoke()
    await page.locator('[data-look=page]').waitFor()
  }
  // The welcome arrives as a separate script.
  if (state.welcome && link === undefined) await page.locator('.welcome').waitFor()
  // In small windows the news is one line, and a press unfolds the rest.
  const fold = page.locator('.news-fold')
  if (state.welcome && press.length && (await fold.isVisible())) await fold.click()
  if (press.includes('Mark favourites')) {
    const tools = page.locator('.scenes-fold')
    await page.locator('.scenes-tools').waitFor({ state: 'attached' })
    if (await tools.isVisible()) await tools.click()
  }
  for (const name of press) {
    const meant = { name: inAnyLocale(name) }
    const button = page
      .getByRole('button', meant)
      .or(page.getByRole('checkbox', meant))
      .or(page.getByRole('switch', meant))
    // A click arms nothing, because it is released at once; Enter does.
    await (name === 'Stop' ? button.press('Enter') : button.click())
  }
  if (shows) await page.locator(shows).first().waitFor()
  if (type) await page.getByRole('searchbox', { name: inAnyLocale('Find in the journal') }).fill(type)
  if (press.includes('Show report')) await page.locator('.report, .report-none').first().waitFor()
  if (sought !== undefined || keys) await page.locator('.scenes-tools').waitFor({ state: 'attached' })
  if (keys) await pageKeys(page, '?')
  if (palette !== undefined) await openPalette(page, palette)
  if (sought === undefined) return
  await pageKeys(page, '/')
  await page.getByRole('searchbox', { name: inAnyLocale('Find a scene') }).fill(sought)
}

async function openPalette(page: Page, typed: string): Promise<void> {
  await page.locator('.places').waitFor()
  await pageKeys(page, 'Control+k')
  await page.getByRole('combobox').fill(typed)
  await page.locator('.palette-list').waitFor({ state: 'attached' })
}
