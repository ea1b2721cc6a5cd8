import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { targetOf } from '../../shared/state.ts'
import { tallyOf } from '../../shared/tally.ts'
import { tallySentence } from '../../shared/words/tally.ts'
import { axePath, overEdge, tooSmall, violations } from './axe.ts'
import { openState } from './openState.ts'
import { type Panel, panels } from './panel.ts'
import { SETUP_SHEET } from './setupSheet.ts'
import { SHEET } from './sheet.ts'
import { appState, arm, liveProject, NOW } from './states.ts'
import { TROUBLE } from './troubleSheet.ts'

const open = panels()
/** Draws each state in turn, without a reload. */
async function eachState(theme: 'dark' | 'light', width: number, look: (page: Page, name: string) => Promise<void>) {
  const { core, page } = await open(appState(), {
    colorScheme: theme,
    viewport: { width, height: 800 },
    bypassCSP: true,
    timersRun: true,
  })
  await page.addScriptTag({ path: axePath })
  for (const [name, state] of Object.entries(SHEET)) {
    core.become(state)
    await page.waitForFunction(
      (said) => said.every((one) => document.querySelector('[data-tally]')?.textContent?.includes(one)),
      [
        tallySentence(tallyOf(state, targetOf(state), NOW), state, targetOf(state), null),
        targetOf(state)?.name ?? '',
      ],
      { polling: 20 },
    )
    await look(page, name)
  }
}

const SHEETS = { 'the set-up': SETUP_SHEET, trouble: TROUBLE }

/** Opens each state of the set-up in turn, with what is unfolded in it. */
async function eachSetUp(
  theme: 'dark' | 'light',
  width: number,
  look: (page: Page, name: string) => Promise<void>,
  states: typeof SETUP_SHEET = { ...SETUP_SHEET, ...TROUBLE },
) {
  const context = { colorScheme: theme, viewport: { width, height: 800 }, bypassCSP: true, timersRun: true }
  const { core, page, address } = await open(appState(), context)
  for (const [name, state] of Object.entries(states)) {
    await openState(core, page, address, name, state)
    await page.addScriptTag({ path: axePath })
    await look(page, name)
  }
}

describe('in every state of the set-up', () => {
  for (const theme of ['dark', 'light'] as const) {
    it(`axe finds nothing wrong, ${theme}`, { timeout: 120_000 }, async () => {
      await eachSetUp(theme, 1180, async (page, name) => {
        if (name !== 'accountsMany') expect(await violations(page), name).toEqual([])
      })
    })
  }

  it('axe finds nothing wrong with the cards of a phone', { timeout: 120_000 }, async () => {
    await eachSetUp('dark', 390, async (page, name) => {
      if (name.startsWith('interface')) expect(await violations(page), name).toEqual([])
    })
  })

  const widths = [320, 420].flatMap((width) => Object.entries(SHEETS).map(([of, states]) => ({ width, of, states })))
  for (const { width, of, states } of widths) {
    it(`nothing runs over the edge at ${width} pixels, and all is large enough to hit: ${of}`, {
      timeout: 60_000,
    }, async () => {
      const look = async (page: Page, name: string) => {
        expect(await overEdge(page), name).toEqual([])
        expect(await tooSmall(page), name).toEqual([])
      }
      await eachSetUp('dark', width, look, states)
    })
  }
})

describe('in every state', () => {
  for (const theme of ['dark', 'light'] as const) {
    it(`axe finds nothing wrong, ${theme}`, { timeout: 120_000 }, async () => {
      await eachState(theme, 1180, async (page, name) => {
        // 300 scenes are the five of the others, sixty times.
        if (name !== 'many') expect(await violations(page), name).toEqual([])
      })
    })
  }

  it('nothing runs over the edge at 320 pixels', { timeout: 60_000 }, async () => {
    await eachState('dark', 320, async (page, name) => {
      const over = await page.evaluate(() => {
        const edge = document.documentElement.clientWidth
        const beyond = [...document.querySelectorAll('body *:not(.hearable)')].filter((one) => {
          return one.getBoundingClientRect().right > edge + 0.5 && getComputedStyle(one).visibility !== 'hidden'
        })
        return { scrolls: document.documentElement.scrollWidth > edge, beyond: beyond.map((one) => one.className) }
      })
      expect(over.scrolls, `${name}: ${over.beyond}`).toBe(false)
    })
  })

  it('every control is large enough to hit', { timeout: 60_000 }, async () => {
    await eachState('dark', 390, async (page, name) => {
      const small = await page.$$eval('button, a[href], input', (all) =>
        all
          // What is folded away is not there to be hit.
          .filter((one) => one.checkVisibility())
          .map((one) => ({ box: one.getBoundingClientRect(), what: one.outerHTML.slice(0, 80) }))
          .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
          .map(({ what, box }) => `${what} ${box.width}×${box.height}`),
      )
      expect(small, name).toEqual([])
    })
  })
})

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
