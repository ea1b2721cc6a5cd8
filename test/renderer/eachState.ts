import type { Page } from 'playwright'
import { LICENCES_FILE } from '../../shared/util/licences.ts'
import { LICENCES } from './desktopSheet.ts'
import { openState } from './openState.ts'
import type { panels } from './panel.ts'
import type { SetUpState } from './setupSheet.ts'
import { appState } from './states.ts'

export type Sheet = Record<string, SetUpState>

/** One test looks at a whole sheet: as long as a busy machine may need for each state of it. */
export const timeFor = (sheet: Sheet) => ({ timeout: Object.keys(sheet).length * 15_000 })

/** Opens each state of a sheet in turn, in one page. */
export async function eachState(
  open: ReturnType<typeof panels>,
  sheet: Sheet,
  viewport: { width: number; height: number },
  look: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  const { core, page, address } = await open(appState(), { viewport, bypassCSP: true, timersRun: true })
  core.downloads[`/${LICENCES_FILE}`] = JSON.stringify(LICENCES)
  for (const [name, state] of Object.entries(sheet)) {
    await page.setViewportSize(viewport)
    await openState(core, page, address, name, state)
    await look(page, name)
  }
}
