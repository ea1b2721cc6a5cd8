import type { Browser, Page } from 'playwright'
import { launch } from '../../build/setup/chromium.ts'
import { startApp, sweep } from '../e2e/app.ts'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { largeRows } from './largeScreens.ts'
import { type Bench, judged, type Row, rowsOf } from './rows.ts'

/** The key after G, and the selector of what makes the screen usable. */
const SCREENS = {
  Projects: { key: 'p', useful: '.project-name' },
  Build: { key: 'b', useful: '.build-scene' },
  Schedule: { key: 'c', useful: '.month, .schedule-view > .state' },
  Files: { key: 'f', useful: '.file' },
  Reports: { key: 'r', useful: '.reports-row' },
} as const

const RUNS = 5
/** Latency of a remote service, in ms. */
const LATENCY_MS = 50
/** Large enough that the rate limit does not affect the measurement. */
const AMPLE = 100_000

/**
 * Opening each screen on a large account: from the key to the first useful frame, first and second time, and its
 * requests.
 */
export const screensBench: Bench = {
  name: 'screens',
  async run() {
    const service = await startIndependentServer({
      ...{ projects: 999, scenes: 300, files: 7_000, latencyMs: LATENCY_MS, limit: AMPLE },
    })
    const browser = await launch()
    const rows: Row[] = []
    for (const [name, screen] of Object.entries(SCREENS)) {
      const opened: Opened[] = []
      for (let run = 0; run < RUNS; run += 1) opened.push(await openedIn(browser, service, screen))
      rows.push(...told(name, opened))
    }
    rows.push(...(await largeRows(browser, RUNS)))
    await browser.close()
    await service.close()
    return rows
  },
}

interface Opened {
  first: number
  requests: number
  again: number
}

/** In a fresh Cuelight that has not read the screen's data before. */
async function openedIn(
  browser: Browser,
  service: Awaited<ReturnType<typeof startIndependentServer>>,
  { key, useful }: (typeof SCREENS)[keyof typeof SCREENS],
): Promise<Opened> {
  const app = await startApp({ service })
  const context = await browser.newContext({ viewport: { width: 1180, height: 900 } })
  const page = await context.newPage()
  await page.goto(app.address)
  await page.locator('#root:has(main) [data-tally=off]').waitFor()
  await page.locator('.place').first().waitFor()
  // Wait for the first reads and the palette's script, which do not belong to the screen.
  await page.waitForLoadState('networkidle')
  const before = service.requests.length
  const first = await opens(page, key, useful)
  const requests = service.requests.length - before
  await opens(page, 's', '.controls')
  const again = await opens(page, key, useful)
  await context.close()
  await sweep(app)
  return { first, requests, again }
}

/** Ms from the key to the frame that shows the screen, by the page's own clock. */
async function opens(page: Page, key: string, useful: string): Promise<number> {
  await page.evaluate(watch, { key, useful })
  await page.keyboard.press('g')
  await page.keyboard.press(key)
  return page.evaluate(() => (window as unknown as { opened: Promise<number> }).opened)
}

/** Runs in the page. */
function watch({ key, useful }: { key: string; useful: string }): void {
  const opened = new Promise<number>((resolve) => {
    window.addEventListener(
      'keydown',
      function pressed(event) {
        if (event.key !== key) return
        window.removeEventListener('keydown', pressed, true)
        const look = () => {
          if (document.querySelector(useful))
            requestAnimationFrame(() => resolve(performance.now() - event.timeStamp))
          else requestAnimationFrame(look)
        }
        look()
      },
      true,
    )
  })
  Object.assign(window, { opened })
}

function told(name: string, opened: readonly Opened[]): Row[] {
  const row = rowsOf('screens', name, 'cuelight', 0)
  const middle = (of: (one: Opened) => number) => opened.map(of).toSorted((a, b) => a - b)[opened.length >> 1] ?? 0
  return [
    judged(
      row(
        'first useful frame, new, median',
        middle(({ first }) => first),
        'ms',
      ),
      { atMost: 300 },
    ),
    judged(row('requests until then, at most', Math.max(...opened.map(({ requests }) => requests))), { atMost: 12 }),
    judged(
      row(
        'first useful frame, again, median',
        middle(({ again }) => again),
        'ms',
      ),
      { atMost: 50 },
    ),
  ]
}
