/** The first frame shows what is on air, after one small script. */
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { expectText, panels } from './panel.ts'
import { buildPanel, firstLoad, gzippedBytes, isScript } from './panelFiles.ts'
import { appState, liveProject } from './states.ts'

const open = panels()

const remembersHeading = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const heading = document.querySelector('[data-tally] h1')?.textContent
      if (heading && document.body.dataset.saidFirst === undefined) document.body.dataset.saidFirst = heading
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
}

it('the first frame: shows what is on air and is drawn once, with nothing before it, after one request to the core', async () => {
  const { core, page, tally } = await open(appState(liveProject()), { frozen: true, prepare: remembersHeading })
  await expectText(tally, 'On air: Main show')
  await expect.poll(() => page.evaluate(() => document.body.dataset.saidFirst)).toBe('On air: Main show')
  expect(core.tries).toBe(1)
})

it('the first frame: comes after a brief wait at most, and then says what is being waited for', async () => {
  const { core, page, tally } = await open(appState(liveProject()), { frozen: true, core: { mute: true } })
  await page.clock.runFor(100)
  expect(await tally.count()).toBe(0)
  // The wait begins once the page has looked up its keys.
  const goOn = async () => {
    await page.clock.runFor(100)
    return tally.allInnerTexts()
  }
  await expect.poll(goOn).toEqual([expect.stringContaining('Connecting to Cuelight')])
  core.mute = false
  core.become(core.state)
  await expectText(tally, 'On air: Main show')
})

it('the first frame: says at once that the page is not let in, or that no Cuelight is running', async () => {
  const refused = await open(appState(liveProject()), {
    frozen: true,
    core: { refuses: true },
  })
  await expectText(refused.tally, 'This browser has no access any more')
  const down = await open(appState(liveProject()), {
    frozen: true,
    core: { down: true },
  })
  await expectText(down.tally, 'Cuelight is not running')
})

/** In bytes; load times are measured in the bench. */
const MOST = 100_000

it('the first script is the only one, within its promised size, and without zod', async () => {
  const [first, ...more] = firstLoad(await buildPanel()).filter(isScript)
  expect(more).toEqual([])
  // Each zod schema keeps its definition in `_zod`.
  expect(String(first?.[1])).not.toContain('._zod')
  const bytes = first ? gzippedBytes(first) : 0
  expect(bytes).toBeGreaterThan(0)
  expect(bytes, 'what is not needed at first is imported when it is').toBeLessThan(MOST)
})
