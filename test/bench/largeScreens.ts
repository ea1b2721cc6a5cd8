import type { Browser, Page } from 'playwright'
import { MOST } from '../../shared/contract/limits.ts'
import { contentOf, scenes } from '../renderer/buildSheet.ts'
import { buildPanel } from '../renderer/panelFiles.ts'
import { date, plansOf } from '../renderer/scheduleSheet.ts'
import { ScriptedCore } from '../renderer/scriptedCore.ts'
import { appState, NOW, offProject } from '../renderer/states.ts'
import { pastOf, playedRows } from '../renderer/statisticsSheet.ts'
import { percentile, type Row, rowsOf } from './rows.ts'

const DATES = 1_000
const PLAYED = 20_000
const HALF_HOUR = 1_800_000

/** The hash, the reads, and the selector and number of elements that make the screen usable. */
const SCREENS = {
  [`Build, ${MOST.filesInPlaylist} files in a layer`]: {
    hash: '#build?scene=s2&layer=l2',
    read: contentOf(scenes(MOST.filesInPlaylist)),
    useful: '.build-item',
    count: MOST.filesInPlaylist,
  },
  [`Schedule, ${DATES} dates in the month`]: {
    hash: '#schedule',
    read: plansOf({
      dates: Array.from({ length: DATES }, (_, nr) => date((nr % 6) + 1, NOW + (nr + 1) * HALF_HOUR)),
    }),
    useful: '.day-more',
    // As many days as the dates span, each with more dates than fit into its cell.
    count: Math.floor((DATES * HALF_HOUR) / 86_400_000),
  },
  [`Schedule, ${DATES} dates in the list`]: {
    hash: '#schedule?view=list',
    read: plansOf({
      dates: Array.from({ length: DATES }, (_, nr) => date((nr % 6) + 1, NOW + (nr + 1) * HALF_HOUR)),
    }),
    useful: '.run-list .run',
    count: DATES,
  },
  [`Reports, a log of ${PLAYED} rows`]: {
    hash: '#reports?project=p1&live=l11',
    read: pastOf({ rows: playedRows(PLAYED) }),
    useful: '.played-table tbody tr',
    count: 1,
  },
}

/** Opening the screens at their maximum content. The core replies at once, so this measures our own share. */
export async function largeRows(browser: Browser, runs: number): Promise<Row[]> {
  const core = new ScriptedCore(await buildPanel(), appState(offProject()))
  const address = await core.start()
  const opened = Object.entries(SCREENS).map(([name, screen]) => ({
    ...{ name, screen, first: [] as number[], again: [] as number[] },
  }))
  // Alternating, so that other load on the machine affects all of them.
  for (let run = 0; run < runs; run += 1) {
    for (const { screen, first, again } of opened) {
      core.read = screen.read
      const page = await browser.newPage({ viewport: { width: 1180, height: 900 } })
      await page.clock.setFixedTime(NOW)
      await page.goto(address)
      await page.locator('.place').first().waitFor()
      first.push(await opens(page, screen))
      await opens(page, { hash: '#show', useful: '.controls', count: 1 })
      again.push(await opens(page, screen))
      await page.close()
    }
  }
  await core.stop()
  return opened.flatMap(({ name, first, again }) => {
    const row = rowsOf('screens', name, 'cuelight', 0)
    return [
      row('first useful frame, new, median', percentile(first, 0.5), 'ms'),
      row('first useful frame, again, median', percentile(again, 0.5), 'ms'),
    ]
  })
}

interface Opening {
  hash: string
  useful: string
  count: number
}

/** Ms until the frame that shows it. */
const opens = (page: Page, { hash, useful, count }: Opening): Promise<number> =>
  page.evaluate(
    ([to, what, many]) =>
      new Promise<number>((resolve) => {
        const since = performance.now()
        const look = () => {
          const isThere = document.querySelectorAll(what).length >= many
          requestAnimationFrame(isThere ? () => resolve(performance.now() - since) : look)
        }
        location.hash = to
        look()
      }),
    [hash, useful, count] as const,
  )
