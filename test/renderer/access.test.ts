import { describe, expect, it } from 'vitest'
import { axePath, violations } from './axe.ts'
import { SHOW_SHEET } from './everyState.ts'
import { axeFindsNothing, fits } from './looks.ts'
import { type Panel, panels } from './panel.ts'
import { appState, arm, liveProject, NOW } from './states.ts'
import { TROUBLE } from './troubleSheet.ts'

const open = panels()

const WIDTHS = [320, 390, 420]

axeFindsNothing(open, 'the show', SHOW_SHEET)
fits(open, 'the show', SHOW_SHEET, WIDTHS)
axeFindsNothing(open, 'trouble', TROUBLE)
fits(open, 'trouble', TROUBLE, WIDTHS)

describe('while something is asked', () => {
  const fault = { fault: 'destination', name: 'The Page', error: null } as const
  const asks: Record<string, (panel: Panel) => Promise<void>> = {
    'which faults to go live despite': async ({ core, button }) => {
      core.reply = () => ({ result: 'refused', refusal: { reason: 'faults', faults: [fault] } })
      await button('Go live').click()
      await button('Go live anyway').waitFor()
    },
    'whether to cancel a stop': async ({ core, button }) => {
      core.become(appState(liveProject()))
      core.reply = () => ({ result: 'armed', arm: arm({ mode: 'cancelWindow', notBefore: NOW + 60_000 }) })
      await button('Stop').press('Enter')
      await button('Cancel').waitFor()
    },
    'which project to show': async ({ button }) => {
      await button('Change project').click()
      await button('Morning prayer').waitFor()
    },
    'nothing, but an answer stands at a scene': async ({ core, button, page }) => {
      core.reply = () => ({ result: 'refused', refusal: { reason: 'padlocked' } })
      await button('Break').click()
      await page.locator('.scene-answer[data-shown]').waitFor()
    },
  }
  for (const theme of ['dark', 'light'] as const) {
    for (const [name, ask] of Object.entries(asks)) {
      it(`axe finds nothing wrong: ${name}, ${theme}`, async () => {
        const panel = await open(appState(), { colorScheme: theme, bypassCSP: true, timersRun: true })
        await panel.page.addScriptTag({ path: axePath })
        await ask(panel)
        expect(await violations(panel.page)).toEqual([])
      })
    }
  }
})
