import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { LICENCES_FILE } from '../../shared/licences.ts'
import { axePath, overEdge, tooSmall, violations } from './axe.ts'
import { DESKTOP_SHEET, LICENCES, QUICK_SHEET } from './desktopSheet.ts'
import { openState } from './openState.ts'
import { panels } from './panel.ts'
import type { SetUpState } from './setupSheet.ts'
import { appState } from './states.ts'

const open = panels()
/** As large as the window beside the tray. */
const QUICK = { width: 380, height: 520 }

interface Drawn {
  sheet: Record<string, SetUpState>
  viewport: { width: number; height: number }
  theme?: 'dark' | 'light'
}

/** Opens each state of a sheet in turn. */
async function each({ sheet, viewport, theme = 'dark' }: Drawn, look: (page: Page, name: string) => Promise<void>) {
  const context = { colorScheme: theme, viewport, bypassCSP: true, timersRun: true }
  const { core, page, address } = await open(appState(), context)
  core.handouts[`/${LICENCES_FILE}`] = JSON.stringify(LICENCES)
  for (const [name, state] of Object.entries(sheet)) {
    await openState(core, page, address, name, state)
    await page.addScriptTag({ path: axePath })
    await look(page, name)
  }
}

describe('in every state of the set-up that the desktop app adds', () => {
  for (const theme of ['dark', 'light'] as const) {
    it(`axe finds nothing wrong, ${theme}`, { timeout: 120_000 }, async () => {
      await each({ sheet: DESKTOP_SHEET, viewport: { width: 1180, height: 800 }, theme }, async (page, name) => {
        expect(await violations(page), name).toEqual([])
      })
    })
  }

  for (const width of [320, 380, 720]) {
    it(`nothing runs over the edge at ${width} pixels, and all is large enough to hit`, {
      timeout: 120_000,
    }, async () => {
      await each({ sheet: DESKTOP_SHEET, viewport: { width, height: 800 } }, async (page, name) => {
        expect(await overEdge(page), name).toEqual([])
        expect(await tooSmall(page), name).toEqual([])
      })
    })
  }
})

describe('in every state of the quick panel', () => {
  for (const theme of ['dark', 'light'] as const) {
    it(`axe finds nothing wrong, nothing runs over the edge, and all is large enough to hit, ${theme}`, {
      timeout: 120_000,
    }, async () => {
      await each({ sheet: QUICK_SHEET, viewport: QUICK, theme }, async (page, name) => {
        // 300 scenes are the five of the others, sixty times.
        if (name !== 'quick-many') expect(await violations(page), name).toEqual([])
        expect(await overEdge(page), name).toEqual([])
        expect(await tooSmall(page), name).toEqual([])
      })
    })
  }
})
