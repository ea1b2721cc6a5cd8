import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chosenFrom } from '../../build/suite/sample.ts'
import { LICENCES_FILE } from '../../shared/util/licences.ts'
import { LICENCES } from '../renderer/desktopSheet.ts'
import { EVERY_STATE } from '../renderer/everyState.ts'
import { listen } from '../renderer/panel.ts'
import { buildPanel } from '../renderer/panelFiles.ts'
import { ScriptedCore } from '../renderer/scriptedCore.ts'
import { appState, NOW } from '../renderer/states.ts'
import { sharedBrowser } from '../support/browser.ts'
import { type Visitor, wrongIn } from './visit.ts'

/** Two pages per browser: while one waits for a frame, the other is checked. */
const PAGES = 2

/**
 * Checks every chosen state of the panel in every way: one share of them per file, so that two workers finish together.
 */
export function lookAtStates(share: number, shares: number): void {
  vi.setConfig({ maxConcurrency: PAGES, testTimeout: 90_000 })
  const free: Visitor[] = []
  const ends: (() => Promise<void>)[] = []

  beforeAll(async () => {
    const [browser, files] = await Promise.all([sharedBrowser(), buildPanel('en-XA')])
    for (let nr = 0; nr < PAGES; nr += 1) {
      const core = new ScriptedCore(files, appState())
      core.downloads[`/${LICENCES_FILE}`] = JSON.stringify(LICENCES)
      const address = await core.start()
      const page = await browser.newPage()
      ends.push(async () => {
        await page.close()
        await core.stop()
      })
      page.setDefaultTimeout(30_000)
      await page.clock.setFixedTime(NOW)
      const problems: string[] = []
      listen(page, problems)
      free.push({ core, page, address, problems })
    }
  })
  afterAll(async () => {
    for (const end of ends) await end()
  })

  const ours = chosenFrom(EVERY_STATE).filter((_, index) => index % shares === share)
  test.concurrent.for(ours)('%s', async ([name, state]) => {
    const visitor = free.pop()
    if (!visitor) throw new Error('there are fewer pages than tests at once')
    try {
      expect(await wrongIn(visitor, name, state)).toEqual([])
    } finally {
      free.push(visitor)
    }
  })
}
