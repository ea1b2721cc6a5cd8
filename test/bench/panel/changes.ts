import type { Browser, Page } from 'playwright'
import type { AppState } from '../../../shared/state.ts'
import type { PanelFiles } from '../../renderer/panelFiles.ts'
import { ScriptedCore } from '../../renderer/scriptedCore.ts'
import { judged, percentile, type Row, round, rowsOf } from '../rows.ts'
import { offAir, onAir, openedPage, type Peers, switchTo } from './peers.ts'

const CHANGES = 120
const WARM_UP = 10
/** 60 Hz. */
const FRAME_MS = 1000 / 60

interface Seen {
  /** Frames begun between its message and the frame that showed it: 1 is the very next frame. */
  frames: number
  /** Script, style and layout, from the arrival of the message. */
  workMs: number
  /** From the arrival until the frame was submitted. */
  paintedMs: number
}

/** `text`: the element's expected text; null: the element only has to exist. */
type Shown = { selector: string; text: string | null }

/** The nth change selects another of the first five scenes. */
const placeOf = (nth: number) => nth % 5

const saysIt = (nth: number): Shown => ({ selector: '[data-tally] h1', text: `On air: Scene ${placeOf(nth) + 1}` })
const marksIt = (nth: number): Shown => ({
  selector: `[data-scene="s${placeOf(nth) + 1}"] button[data-mark]`,
  text: null,
})

const CASES: Record<string, { stage(): AppState; shown(nth: number): Shown }> = {
  'off air': { stage: () => offAir(), shown: marksIt },
  'on air': { stage: () => onAir(), shown: saysIt },
  'on air, 300 scenes': { stage: () => onAir(300), shown: saysIt },
}
type Case = (typeof CASES)[string]

/** From a state's arrival in the page to the frame that shows it. */
export async function changeRows(browser: Browser, files: PanelFiles, peers: Peers): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, one] of Object.entries(CASES))
    rows.push(...told(name, 'cuelight', await ours(browser, files, one)))
  rows.push(...told('on air', 'bare React page', await bare(browser, peers)))
  return rows
}

async function ours(browser: Browser, files: PanelFiles, { stage, shown }: Case): Promise<Seen[]> {
  const core = new ScriptedCore(files, stage())
  const page = await openedPage(browser, await core.start(), watchMessages, null)
  await page.locator('[data-scene]').first().waitFor()
  const seen = await changed(page, shown, (nth) => core.change((draft) => switchTo(draft, placeOf(nth))))
  await page.context().close()
  await core.stop()
  return seen
}

async function bare(browser: Browser, peers: Peers): Promise<Seen[]> {
  const page = await openedPage(browser, peers.bare, watchMessages, null)
  await page.locator('h1').waitFor()
  const seen = await changed(
    page,
    (nth) => ({ selector: 'h1', text: `On air: ${nth}` }),
    (nth) => peers.say(`On air: ${nth}`),
  )
  await page.context().close()
  return seen
}

/** One change after another, each sent once the previous one is visible. */
async function changed(page: Page, shown: (nth: number) => Shown, send: (nth: number) => void): Promise<Seen[]> {
  const all: Seen[] = []
  for (let nth = 1; nth <= WARM_UP + CHANGES; nth += 1) {
    await page.evaluate((next) => window.nextChange(next), shown(nth))
    send(nth)
    const seen = await page.evaluate(() => window.changeSeen)
    if (nth > WARM_UP) all.push(seen)
  }
  return all
}

declare global {
  interface Window {
    nextChange(shown: Shown): void
    changeSeen: Promise<Seen>
  }
}

/** Runs in the page: timestamps each message before any other listener, and checks each frame from then on. */
function watchMessages(): void {
  let shown: Shown | null = null
  let done: (seen: Seen) => void = () => {}
  window.nextChange = (next) => {
    shown = next
    window.changeSeen = new Promise((resolve, reject) => {
      done = resolve
      setTimeout(() => reject(new Error(`never shown: ${JSON.stringify(next)}`)), 10_000)
    })
  }
  const isShown = (one: Shown) => {
    const found = document.querySelector(one.selector)
    return found !== null && (one.text === null || found.textContent === one.text)
  }
  const follow = (one: Shown, came: number) => {
    let [frames, workMs] = [0, 0]
    // Runs after the page's own rendering, in the same task: forces any remaining layout so that it is counted here.
    queueMicrotask(() =>
      queueMicrotask(() => {
        document.body.getBoundingClientRect()
        workMs = performance.now() - came
      }),
    )
    const look = () => {
      frames += 1
      if (!isShown(one)) return void requestAnimationFrame(look)
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => done({ frames, workMs, paintedMs: performance.now() - came })
      port2.postMessage(null)
    }
    requestAnimationFrame(look)
  }
  window.WebSocket = class extends WebSocket {
    override set onmessage(heard: ((event: MessageEvent) => void) | null) {
      super.onmessage =
        heard &&
        ((event) => {
          const came = performance.now()
          const one = shown
          shown = null
          heard(event)
          if (one) follow(one, came)
        })
    }
  }
}

function told(name: string, subject: string, seen: readonly Seen[]): Row[] {
  const row = rowsOf('panel', `a change, ${name}`, subject, 1)
  const work = seen.map(({ workMs }) => workMs)
  const painted = seen.map(({ paintedMs }) => paintedMs)
  const next = seen.filter(({ frames }) => frames === 1).length / seen.length
  const share = row('shown by the next frame', next * 100, '%')
  const p99 = row('arrival to laid out, p99', percentile(work, 0.99), 'ms')
  const figures = [
    row('arrival to laid out, median', percentile(work, 0.5), 'ms'),
    row('arrival to painted, worst', Math.max(...painted), 'ms'),
  ]
  if (subject !== 'cuelight') return [share, p99, ...figures]
  return [judged(share, { atLeast: 100 }), judged(p99, { atMost: round(FRAME_MS, 1) }), ...figures]
}
