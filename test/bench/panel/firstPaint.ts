import type { Browser, BrowserContextOptions } from 'playwright'
import { LINK_WORDS } from '../../../shared/words/labels.ts'
import { startApp, sweep } from '../../e2e/app.ts'
import { startIndependentServer } from '../../fakes/independent/server.ts'
import { judged, percentile, type Row, round } from '../rows.ts'
import type { Peers } from './peers.ts'

const RUNS = 15
/** Before any counts, so that disk and servers are warm: what is cold is the browser's cache. */
const WARM_UP = 2

type Stored = Exclude<BrowserContextOptions['storageState'], string | undefined>

interface Page {
  url: string
  /** The heading that is waited for, and what it says before anything is known. Left out: any frame. */
  waits?: { selector: string; not: string }
  stored?: Stored
}

/** From the start of the navigation to the first frame with what is on air, by Cuelight as built. */
export async function firstPaintRows(browser: Browser, peers: Peers): Promise<Row[]> {
  const service = await startIndependentServer()
  const app = await startApp({ service })
  const pages: Record<string, Page> = {
    cuelight: {
      url: new URL(app.address).origin,
      waits: { selector: '[data-tally] h1', not: LINK_WORDS.connecting },
      stored: await sessionOf(browser, app.address),
    },
    'bare React page': { url: peers.bare, waits: { selector: 'h1', not: '' } },
    'blank page': { url: peers.blank },
  }
  const times = await measured(browser, pages)
  await sweep(app)
  await service.close()
  return Object.entries(times).flatMap(([subject, ms]) => rowsOf(subject, ms))
}

/** In turns, so that whatever else the machine does befalls all alike. */
async function measured(browser: Browser, pages: Record<string, Page>): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(pages).map((name) => [name, []]))
  for (let run = -WARM_UP; run < RUNS; run += 1) {
    for (const [name, page] of Object.entries(pages)) {
      const ms = await paintedAfter(browser, page)
      if (run >= 0) times[name]?.push(ms)
    }
  }
  return times
}

/** A session as a browser has one that opened the panel before, when the first readings are done. */
async function sessionOf(browser: Browser, address: string): Promise<Stored> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(address)
  await page.locator('[data-tally=off]').waitFor()
  const stored = await context.storageState()
  await context.close()
  return stored
}

/** Ms in a browser context of its own, whose cache is empty. */
async function paintedAfter(browser: Browser, { url, waits, stored }: Page): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 1180, height: 820 },
    ...(stored && { storageState: stored }),
  })
  const page = await context.newPage()
  await page.addInitScript(watchFirstFrame, waits ?? null)
  await page.goto(url)
  const ms = await page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted)
  await context.close()
  return ms
}

/** In the page: the time when the first frame that shows it was handed on, counted from the navigation's start. */
function watchFirstFrame(waits: { selector: string; not: string } | null): void {
  const shows = () => {
    const said = waits && document.querySelector(waits.selector)?.textContent
    return waits === null ? document.body !== null : Boolean(said) && said !== waits.not
  }
  const painted = new Promise<number>((resolve, reject) => {
    setTimeout(() => reject(new Error('nothing is shown')), 10_000)
    const look = () => {
      if (!shows()) return void requestAnimationFrame(look)
      // A message is taken after the frame that is drawn now.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now())
      port2.postMessage(null)
    }
    requestAnimationFrame(look)
  })
  Object.assign(window, { painted })
}

function rowsOf(subject: string, ms: readonly number[]): Row[] {
  const row = { bench: 'panel', case: 'first paint with state, cold cache, loopback', subject, unit: 'ms' }
  const median = { ...row, metric: 'median', value: round(percentile(ms, 0.5), 0) }
  const worst = { ...row, metric: 'worst', value: round(Math.max(...ms), 0) }
  return subject === 'cuelight' ? [judged(median, { atMost: 300 }), worst] : [median, worst]
}
