/** The tally can be recognized by shape and word, at any scroll position. */
import { describe, expect, it } from 'vitest'
import type { Tally } from '../../shared/tally.ts'
import { tabOn } from '../support/keys.ts'
import { contentOf, scenes } from './buildSheet.ts'
import { allHasCome, expectText, type Panel, panels, WAIT } from './panel.ts'
import { SHEET } from './sheet.ts'
import { appState, liveProject, NOW, offProject, unsyncedProject } from './states.ts'

const open = panels()

/** A state of the sheet for each tally, and the word in its lamp; null: a sign instead of a word. */
const STATES: Record<Tally, [state: string, word: string | null]> = {
  off: ['off', 'OFF'],
  preparing: ['preparing', 'WAIT'],
  live: ['live', 'LIVE'],
  unsynced: ['unsynced', 'LIVE'],
  unknown: ['unknown', null],
  error: ['error', null],
  stale: ['stale', null],
}

const strip = ({ page }: Panel) => page.locator('.strip')
const percent = ({ page }: Panel) =>
  page.locator('.run-line > span').evaluate((line) => Number.parseFloat((line as HTMLElement).style.inlineSize))

it('the lamp: has its own shape for each tally, and a word if there is space', async () => {
  const panel = await open(appState())
  const shapes = new Map<string, string>()
  for (const [tally, [name, word]] of Object.entries(STATES)) {
    panel.core.become(SHEET[name] ?? appState())
    await expect.poll(() => panel.tally.getAttribute('data-tally'), { ...WAIT, message: name }).toBe(tally)
    const lamp = panel.page.locator('.tally > .lamp')
    const shape = await lamp.evaluate((drawn) => [...drawn.children].map((part) => part.outerHTML).join(''))
    expect(shapes.get(shape), `${tally} looks like another one`).toBeUndefined()
    shapes.set(shape, tally)
    await expect.poll(() => lamp.locator('.lamp-word').allTextContents()).toEqual(word === null ? [] : [word])
  }
})

it.each([390, 720, 1_440])(
  'the lamp, the sentence and the clock remain visible on a scrolled screen, %d px wide',
  async (width) => {
    const core = { read: contentOf(scenes(60)) }
    const { page } = await open(appState(liveProject()), { at: '#build', core, viewport: { width, height: 700 } })
    await page.locator('.build-item').first().waitFor()
    await page.mouse.wheel(0, 2_000)
    await expect.poll(() => page.evaluate(() => scrollY), WAIT).toBeGreaterThan(500)
    await page.locator('.strip').waitFor()
    const strips = await page.locator('.strip :is(.lamp, .strip-sentence, .clock-running)').evaluateAll((parts) =>
      parts.map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect()
        const points = [0.1, 0.5, 0.9].map((share) => document.elementFromPoint(x + width * share, y + height / 2))
        return points.every((drawn) => drawn?.closest('.strip'))
      }),
    )
    expect(strips.length).toBeGreaterThan(1)
    expect(strips).not.toContain(false)
  },
)

it('the lamp: counts the edits that viewers do not see yet, as far as there is space', async () => {
  const panel = await open(appState(unsyncedProject()))
  const count = panel.page.locator('.tally > .lamp .lamp-count')
  await expect.poll(() => count.allTextContents(), WAIT).toEqual(['2'])
  panel.core.become(appState({ ...unsyncedProject(), unsynced: { some: true, edits: 23, basis: 'service' } }))
  await expect.poll(() => count.allTextContents(), WAIT).toEqual(['9+'])
  panel.core.become(appState({ ...unsyncedProject(), unsynced: { some: true, edits: null, basis: 'own' } }))
  await expect.poll(() => count.count(), WAIT).toBe(0)
})

it('the line under the tally shows how much of the time up to the forced end has passed, and nothing if no end is known', async () => {
  const live = liveProject()
  const at = (startedAt: number, endsAt: number | null) =>
    appState({ ...live, live: live.live && { ...live.live, startedAt, endsAt } })
  const panel = await open(at(NOW - 30 * 60_000, NOW + 90 * 60_000))
  await expect.poll(() => percent(panel), WAIT).toBe(25)
  await panel.page.clock.runFor(12 * 60_000)
  panel.core.set({ projects: { p1: { live: { readAt: NOW + 12 * 60_000 } } } })
  await expect.poll(() => percent(panel), WAIT).toBe(35)
  panel.core.become(at(NOW, null))
  await expect.poll(() => panel.page.locator('.run-line').count(), WAIT).toBe(0)
})

describe('the strip', () => {
  const viewport = { width: 390, height: 500 }

  it('says what is on air at any scroll position, and is absent before scrolling', async () => {
    const panel = await open(appState(unsyncedProject()), { viewport })
    await expectText(panel.tally, 'On air: Main show')
    expect(await strip(panel).count()).toBe(0)
    await panel.page.evaluate(() => scrollTo(0, 700))
    await expectText(strip(panel), 'On air: Main show')
    await expectText(strip(panel), '1:42:07')
    panel.core.become(appState(offProject()))
    await expectText(strip(panel), 'Nothing is on air')
    await panel.page.evaluate(() => scrollTo(0, 0))
    await expect.poll(() => strip(panel).count(), WAIT).toBe(0)
  })

  it('says REHEARSAL too, and a screen reader hears nothing twice', async () => {
    const panel = await open(SHEET.rehearsal ?? appState(), { viewport })
    await expectText(panel.tally, 'On air')
    await panel.page.evaluate(() => scrollTo(0, 700))
    await expectText(strip(panel), 'REHEARSAL')
    await expect.poll(() => panel.page.getByRole('status').count()).toBe(1)
    await expect.poll(() => strip(panel).getAttribute('aria-hidden')).toBe('true')
  })

  it('never covers what has the focus', async () => {
    const panel = await open(appState(liveProject()), { viewport })
    await expectText(panel.tally, 'On air: Main show')
    await allHasCome(panel.page)
    await panel.page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await strip(panel).waitFor()
    await panel.button('Refresh').focus()
    for (let step = 0; step < 12; step++) {
      await tabOn(panel.page, 'Shift+Tab')
      const clear = await panel.page.evaluate(() => {
        const top = document.querySelector('.strip')?.getBoundingClientRect().bottom ?? 0
        return (document.activeElement?.getBoundingClientRect().top ?? 0) >= top
      })
      expect(clear, `step ${step}`).toBe(true)
    }
  })
})

it('the typeface: is there with the first frame, so that nothing moves while the user aims at it', async () => {
  const panel = await open(appState(liveProject()), {
    prepare: async (page) => {
      await page.route('**/*.woff2', async (route) => {
        // Slower than anything else, and soon enough.
        await new Promise((resolve) => setTimeout(resolve, 40))
        await route.continue()
      })
      await page.addInitScript(() => {
        new MutationObserver(() => {
          if (!document.querySelector('.tally') || document.body.dataset.firstDrawn !== undefined) return
          document.body.dataset.firstDrawn = String(document.fonts.check('1em "Inter Variable"'))
        }).observe(document, { childList: true, subtree: true })
      })
    },
  })
  await expectText(panel.tally, 'On air: Main show')
  await expect.poll(() => panel.page.evaluate(() => document.body.dataset.firstDrawn)).toBe('true')
})

it('the typeface: delays nothing if it does not arrive', async () => {
  const panel = await open(appState(liveProject()), {
    timersRun: true,
    forgives: 'Failed to load resource',
    prepare: (page) => page.route('**/*.woff2', (route) => route.abort()),
  })
  await expectText(panel.tally, 'On air: Main show')
})
