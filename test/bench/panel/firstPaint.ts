import type { Browser, BrowserContext, Page as Watched } from 'playwright'
import { LINK_WORDS, NAMES, PROJECT_FILTER } from '../../../shared/words/labels.ts'
import { startApp, sweep } from '../../e2e/app.ts'
import { startIndependentServer } from '../../fakes/independent/server.ts'
import type { PanelFiles } from '../../renderer/panelFiles.ts'
import { project, readsOf } from '../../renderer/projectStates.ts'
import { ScriptedCore } from '../../renderer/scriptedCore.ts'
import { judged, percentile, type Row, rowsOf } from '../rows.ts'
import { offAir, onAir, openedPage, type Peers, switchTo, VIEW } from './peers.ts'

const RUNS = 15
/** Not counted: these warm disk and servers, so that only the browser's cache is cold. */
const WARM_UP = 2

interface Page {
  url: string
  /** The heading to wait for, and its text before anything is known. Left out: any frame. */
  waits?: { selector: string; not: string }
  /** The browser context that stores the session. */
  context: BrowserContext
}

/** From the start of the navigation to the first frame that shows what is on air, by Cuelight as built. */
export async function firstPaintRows(browser: Browser, peers: Peers): Promise<Row[]> {
  const service = await startIndependentServer()
  const app = await startApp({ service })
  const pages: Record<string, Page> = {
    cuelight: {
      url: new URL(app.address).origin,
      waits: { selector: '[data-tally] h1', not: LINK_WORDS.connecting },
      context: await letIn(await browser.newContext(VIEW), app.address),
    },
    'bare React page': {
      url: peers.bare,
      waits: { selector: 'h1', not: '' },
      context: await browser.newContext(VIEW),
    },
    'blank page': { url: peers.blank, context: await browser.newContext(VIEW) },
  }
  const times = await measured(pages)
  for (const { context } of Object.values(pages)) await context.close()
  await sweep(app)
  await service.close()
  const medianOf = (subject: string) => percentile(times[subject] ?? [], 0.5)
  const share = medianOf('cuelight') / medianOf('bare React page')
  const row = rowsOf('panel', PAINT, 'cuelight', 2)
  return [
    ...Object.entries(times).flatMap(([subject, ms]) => paintRows(subject, ms)),
    judged(row('median, of what a bare React page takes', share, 'times'), { atMost: 1.5 }),
  ]
}

const PAINT = 'first paint with state, cold cache, loopback'

/** Alternating, so that other load on the machine affects all alike. */
async function measured(pages: Record<string, Page>): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(pages).map((name) => [name, []]))
  for (let run = -WARM_UP; run < RUNS; run += 1) {
    for (const [name, page] of Object.entries(pages)) {
      const ms = await paintedAfter(page)
      if (run >= 0) times[name]?.push(ms)
    }
  }
  return times
}

/** Opens the panel once in a browser, which stores the keys and cannot export them. Waits for the first reads. */
async function letIn(context: BrowserContext, address: string): Promise<BrowserContext> {
  const page = await context.newPage()
  await page.goto(address)
  await page.locator('[data-tally=off]').waitFor()
  await page.close()
  return context
}

/** Time in ms on a new page with an empty cache. */
async function paintedAfter({ url, waits, context }: Page): Promise<number> {
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  await page.addInitScript(watchFirstFrame, waits ?? null)
  await page.goto(url)
  const ms = await page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted)
  await page.close()
  return ms
}

/** Runs in the page: the time from the navigation's start until the first frame that shows it was submitted. */
function watchFirstFrame(waits: { selector: string; not: string } | null): void {
  const shows = () => {
    const said = waits && document.querySelector(waits.selector)?.textContent
    return waits === null ? document.body !== null : Boolean(said) && said !== waits.not
  }
  const painted = new Promise<number>((resolve, reject) => {
    setTimeout(() => reject(new Error('nothing is shown')), 10_000)
    const look = () => {
      if (!shows()) return void requestAnimationFrame(look)
      // The message is handled after the current frame is drawn.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now())
      port2.postMessage(null)
    }
    requestAnimationFrame(look)
  })
  Object.assign(window, { painted })
}

function paintRows(subject: string, ms: readonly number[]): Row[] {
  const row = rowsOf('panel', PAINT, subject, 0)
  const [median, worst] = [row('median', percentile(ms, 0.5), 'ms'), row('worst', Math.max(...ms), 'ms')]
  return subject === 'cuelight' ? [judged(median, { atMost: 300 }), worst] : [median, worst]
}

const [SCENES, PROJECTS, ROUNDS, SWITCHES] = [300, 1_000, 3, 20]

/** The number of projects to choose from. */
const items = Array.from({ length: PROJECTS }, (_, nth) =>
  project(`p${nth + 1}`, `Evening ${nth + 1} of the gathering`),
)

/** User actions, each long enough that a task that blocks the page is noticed. */
const ACTS: Record<string, (page: Watched, core: ScriptedCore | null) => Promise<void>> = {
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

/** Dispatched by a script, so that the page is measured and not how the driver points at it. */
async function press(page: Watched, core: ScriptedCore | null, name: string): Promise<void> {
  if (core)
    await page
      .getByRole('button', { name, exact: true })
      .first()
      .evaluate((one) => (one as HTMLElement).click())
  await rest(page)
}

/** Until this many frames have passed. */
const rest = (page: Watched, frames = 12) =>
  page.evaluate(async (count) => {
    for (let nth = 0; nth < count; nth += 1) await new Promise(requestAnimationFrame)
  }, frames)

type Times = Record<string, number[]>

/** The tasks over 50 ms, next to those of a blank page that gets the same keys, alternating. */
export async function longTaskRows(browser: Browser, files: PanelFiles, peers: Peers): Promise<Row[]> {
  const [ours, blank]: [Times, Times] = [{}, {}]
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    const core = new ScriptedCore(files, onAir(SCENES))
    core.read = readsOf(items)
    await walk(browser, await core.start(), core, ours)
    await core.stop()
    await walk(browser, peers.blank, null, blank)
  }
  return Object.keys(ACTS).flatMap((act) => taskRows(act, ours[act] ?? [], blank[act] ?? []))
}

/** Performs every action once, and records the duration of each long task. */
async function walk(browser: Browser, url: string, core: ScriptedCore | null, times: Times): Promise<void> {
  const page = await openedPage(browser, url, watchLongTasks, null)
  await rest(page)
  for (const [act, perform] of Object.entries(ACTS)) {
    await page.evaluate(() => window.longTasks.splice(0))
    await perform(page, core)
    times[act] = [...(times[act] ?? []), ...(await page.evaluate(() => window.longTasks))]
  }
  await page.context().close()
}

declare global {
  interface Window {
    longTasks: number[]
  }
}

/** Runs in the page: records the duration of each task over 50 ms. */
function watchLongTasks(): void {
  window.longTasks = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
}

function taskRows(act: string, ours: readonly number[], blank: readonly number[]): Row[] {
  const [row, blankRow] = [rowsOf('panel', act, 'cuelight', 0), rowsOf('panel', act, 'blank page', 0)]
  return [
    judged(row('tasks over 50 ms', ours.length), { atMost: blank.length }),
    blankRow('tasks over 50 ms', blank.length),
    row('the longest of them', Math.max(0, ...ours), 'ms'),
    blankRow('the longest of them', Math.max(0, ...blank), 'ms'),
  ]
}
