import type { Browser, Page } from 'playwright'
import { NAMES, PROJECT_FILTER } from '../../../shared/words/labels.ts'
import type { PanelFiles } from '../../renderer/panelFiles.ts'
import { project, readsOf } from '../../renderer/projectStates.ts'
import { ScriptedCore } from '../../renderer/scriptedCore.ts'
import { judged, type Row, round } from '../rows.ts'
import type { Peers } from './peers.ts'
import { offAir, onAir, switchTo } from './stages.ts'

const [SCENES, PROJECTS, ROUNDS, SWITCHES] = [300, 1_000, 3, 20]

/** As many projects to choose from. */
const items = Array.from({ length: PROJECTS }, (_, nth) =>
  project(`p${nth + 1}`, `Evening ${nth + 1} of the gathering`),
)

/** What somebody does, for so long that a task that holds the page up is seen. */
const ACTS: Record<string, (page: Page, core: ScriptedCore | null) => Promise<void>> = {
  'opening 300 scenes': async (page) => {
    await page.reload()
    await rest(page)
  },
  'opening the list of 1,000 projects': async (page, core) => {
    core?.become(offAir(SCENES))
    await rest(page)
    await press(page, core, NAMES.chooseProject)
  },
  'searching 1,000 projects': async (page, core) => {
    if (core) await page.getByRole('searchbox', { name: PROJECT_FILTER }).focus()
    for (const key of 'evening 77') await page.keyboard.press(key)
    for (let nth = 0; nth < 10; nth += 1) await page.keyboard.press('Backspace')
    await rest(page)
    await press(page, core, NAMES.close)
  },
  'switching among 300 scenes': async (page, core) => {
    core?.become(onAir(SCENES))
    await rest(page)
    for (let nth = 0; nth < SWITCHES; nth += 1) {
      await page.keyboard.press(String((nth % 9) + 1))
      core?.change((draft) => switchTo(draft, nth % 9))
      await rest(page, 2)
    }
  },
}

/** By a script: what is measured is the page, not the way a driver points at it. */
async function press(page: Page, core: ScriptedCore | null, name: string): Promise<void> {
  if (core)
    await page
      .getByRole('button', { name, exact: true })
      .first()
      .evaluate((one) => (one as HTMLElement).click())
  await rest(page)
}

/** Until so many frames have passed. */
const rest = (page: Page, frames = 12) =>
  page.evaluate(async (count) => {
    for (let nth = 0; nth < count; nth += 1) await new Promise(requestAnimationFrame)
  }, frames)

type Times = Record<string, number[]>

/** The tasks over 50 ms, beside those of a blank page where the same keys are pressed, in turns. */
export async function longTaskRows(browser: Browser, files: PanelFiles, peers: Peers): Promise<Row[]> {
  const [ours, blank]: [Times, Times] = [{}, {}]
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    const core = new ScriptedCore(files, onAir(SCENES))
    core.read = readsOf(items)
    await walk(browser, await core.start(), core, ours)
    await core.stop()
    await walk(browser, peers.blank, null, blank)
  }
  return Object.keys(ACTS).flatMap((act) => rowsOf(act, ours[act] ?? [], blank[act] ?? []))
}

/** Does everything once, and keeps how long each long task lasted. */
async function walk(browser: Browser, url: string, core: ScriptedCore | null, times: Times): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1180, height: 820 } })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await page.addInitScript(watchLongTasks)
  await page.goto(url)
  await rest(page)
  for (const [act, perform] of Object.entries(ACTS)) {
    await page.evaluate(() => window.longTasks.splice(0))
    await perform(page, core)
    times[act] = [...(times[act] ?? []), ...(await page.evaluate(() => window.longTasks))]
  }
  await context.close()
}

declare global {
  interface Window {
    longTasks: number[]
  }
}

/** In the page: how long each task lasted that lasted over 50 ms. */
function watchLongTasks(): void {
  window.longTasks = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
}

function rowsOf(act: string, ours: readonly number[], blank: readonly number[]): Row[] {
  const row = { bench: 'panel', case: act }
  const count = { ...row, metric: 'tasks over 50 ms', unit: '' }
  const worst = { ...row, metric: 'the longest of them', unit: 'ms' }
  const longest = (times: readonly number[]) => round(Math.max(0, ...times), 0)
  return [
    judged({ ...count, subject: 'cuelight', value: ours.length }, { atMost: blank.length }),
    { ...count, subject: 'blank page', value: blank.length },
    { ...worst, subject: 'cuelight', value: longest(ours) },
    { ...worst, subject: 'blank page', value: longest(blank) },
  ]
}
