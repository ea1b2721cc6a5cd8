import type { Page } from 'playwright'
import { contentOf, scenes } from '../renderer/buildSheet.ts'
import { buildPanel, launch } from '../renderer/panelFiles.ts'
import { ScriptedCore } from '../renderer/scriptedCore.ts'
import { appState, offProject } from '../renderer/states.ts'
import { type Bench, judged, percentile, rowsOf } from './rows.ts'

const ITEMS = 600
const MOVES = 400
/** How many files one key press moves, and how many presses. */
const BLOCK = 10
const KEYS = 20
/** One frame of a 60 Hz display, plus the rounding of a 0.1 ms clock. */
const FRAME_MS = 16.8

/** Reordering a list of 600: with the mouse, down to the window's edge and along it, and as a block with keys. */
export const dragBench: Bench = {
  name: 'drag',
  async run() {
    const core = new ScriptedCore(await buildPanel(), appState(offProject()))
    core.read = contentOf(scenes(ITEMS))
    const address = await core.start()
    const browser = await launch()
    const page = await browser.newPage({ viewport: { width: 1180, height: 900 } })
    await page.goto(`${address}#build?scene=s2&layer=l2`)
    await page
      .locator('.build-item')
      .nth(ITEMS - 1)
      .waitFor({ state: 'attached' })
    const frames = await dragged(page)
    const keys = await moved(page)
    await browser.close()
    await core.stop()
    const row = rowsOf('drag', `${ITEMS} items`, 'cuelight', 1)
    return [
      row('frames while a row is dragged', frames.length),
      judged(row('time between frames, p95', percentile(frames, 0.95), 'ms'), { atMost: FRAME_MS }),
      judged(row('time between frames, longest', Math.max(...frames), 'ms'), { atMost: 50 }),
      judged(row(`key that moves ${BLOCK} to the frame that shows it, p95`, percentile(keys, 0.95), 'ms'), {
        atMost: 50,
      }),
    ]
  },
}

/** Ms between frames while a row is grabbed, moved down, held at the edge and released. */
async function dragged(page: Page): Promise<number[]> {
  const handle = page.locator('.build-handle').first()
  await handle.scrollIntoViewIfNeeded()
  const box = await handle.boundingBox()
  if (!box) throw new Error('the list has no handle')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.evaluate(() => {
    const times: number[] = []
    const look = (at: number) => {
      times.push(at)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    Object.assign(window, { times })
  })
  for (let nr = 1; nr <= MOVES; nr += 1) await page.mouse.move(x, y + Math.min(840 - y, nr * 4) + (nr % 2))
  const times = await page.evaluate(() => (window as unknown as { times: number[] }).times)
  await page.mouse.up()
  await page.getByText('Not saved').waitFor()
  return times.slice(1).map((at, nr) => at - (times[nr] ?? at))
}

/** Ms from a key press to the frame after the move is drawn. */
async function moved(page: Page): Promise<number[]> {
  const boxes = page.locator('.build-item input')
  for (let nr = 0; nr < BLOCK; nr += 1) await boxes.nth(nr).check()
  await boxes.first().focus()
  const taken: number[] = []
  for (let nr = 0; nr < KEYS; nr += 1) {
    await page.evaluate(() => {
      const shown = new Promise<number>((resolve) =>
        addEventListener(
          'keydown',
          ({ key, timeStamp }) =>
            key === 'ArrowDown' &&
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp))),
          { capture: true },
        ),
      )
      Object.assign(window, { shown })
    })
    await page.keyboard.press('Alt+ArrowDown')
    taken.push(await page.evaluate(() => (window as unknown as { shown: Promise<number> }).shown))
  }
  return taken
}
