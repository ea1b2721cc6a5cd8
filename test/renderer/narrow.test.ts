/** In small windows nothing moves under the finger, and every control remains in view. */
import { describe, expect, it } from 'vitest'
import { gone } from '../support/gone.ts'
import { pageKeys, tabOn } from '../support/keys.ts'
import { BUILD_SHEET } from './buildSheet.ts'
import { openState } from './everyState.ts'
import { allHasCome, expectText, type Panel, panels, settle } from './panel.ts'
import { LOOKS_SHEET } from './playingSheet.ts'
import { NEW } from './sheet.ts'
import {
  appState,
  done,
  endedElsewhere,
  errorProject,
  liveProject,
  NOW,
  offProject,
  preparingProject,
  staleProject,
  unsyncedProject,
} from './states.ts'

const open = panels()
const SIZES = [
  { width: 320, height: 560 },
  { width: 390, height: 844 },
  { width: 560, height: 700 },
  { width: 820, height: 900 },
]

const topOf = ({ button }: Panel, name: string) => button(name).evaluate((one) => one.getBoundingClientRect().top)

describe.each([...SIZES, { width: 1180, height: 900 }])('at $width px', (viewport) => {
  it('the scenes do not move when the show goes on air and off', async () => {
    const panel = await open(appState(offProject()), { viewport })
    await panel.expectTally('off')
    await allHasCome(panel.page)
    const before = await topOf(panel, 'Opening')
    const states = { preparing: preparingProject(), live: liveProject(), unsynced: unsyncedProject() }
    for (const [word, project] of Object.entries(states)) {
      // A failed destination would add a line of news.
      for (const one of project.live?.destinations ?? []) one.error = null
      panel.core.become(appState(project))
      await panel.expectTally(word)
      await settle(panel)
      expect(Math.abs((await topOf(panel, 'Opening')) - before), word).toBeLessThan(2)
      await expect
        .poll(() => panel.page.evaluate(() => document.documentElement.scrollWidth), { message: word })
        .toBe(viewport.width)
    }
  })

  it('no news moves a control or a scene', async () => {
    const panel = await open(appState(offProject()), { viewport })
    await panel.expectTally('off')
    // The parts of the page that are separate scripts have loaded.
    await panel.page.waitForLoadState('networkidle')
    await settle(panel)
    const places = () => Promise.all(['Go live', 'Stop', 'Opening'].map((name) => topOf(panel, name)))
    const before = await places()
    panel.core.set({ notices: [{ id: 'n', kind: 'targetChosen', about: 'Friday Night' }] })
    await panel.page.locator('.banner').waitFor()
    expect(await places()).toEqual(before)
  })
})

/** Runs in the page: sums up what the browser calls layout shift, from now on. */
function addUpShifts(): void {
  const sum = { shifted: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum.shifted += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift' })
  Object.assign(window, { sum })
}

it.each([...SIZES, { width: 1180, height: 900 }])(
  'a whole show hardly shifts anything, at $width px',
  async (viewport) => {
    const panel = await open(appState(offProject()), { viewport })
    await panel.expectTally('off')
    await allHasCome(panel.page)
    await panel.page.evaluate(addUpShifts)
    const course = [
      ['preparing', preparingProject()],
      ['live', liveProject()],
      ['unsynced', unsyncedProject()],
      ['live', liveProject()],
      ['stale', staleProject()],
      ['live', liveProject()],
      ['off', endedElsewhere()],
      ['error', errorProject()],
      ['off', offProject()],
    ] as const
    for (const [word, project] of course) {
      panel.core.become(appState(project))
      await panel.expectTally(word)
      await settle(panel)
    }
    const shifted = await panel.page.evaluate(() => (window as unknown as { sum: { shifted: number } }).sum.shifted)
    expect(shifted).toBeLessThanOrEqual(0.02)
  },
)

describe.each(SIZES)('folded, at $width px', (viewport) => {
  it('news and welcome leave Stop, Sync and scenes in view, and unfold', async () => {
    const kinds = ['settingsSetAside', 'portTaken', 'keyThisRun'] as const
    const notices = kinds.map((kind) => ({ id: kind, kind, about: '4720' }))
    const panel = await open(appState(offProject(), { ...NEW, notices }), { viewport })
    await panel.expectTally('off')
    await panel.page.locator('.welcome').waitFor({ state: 'attached' })
    const middle = (name: string) =>
      panel.button(name).evaluate((one) => one.getBoundingClientRect().top + one.clientHeight / 2)
    for (const name of ['Stop', 'Sync', 'Opening'])
      await expect.poll(() => middle(name), { message: name }).toBeLessThan(viewport.height)
    await expect.poll(() => panel.button('Dismiss').first().isVisible()).toBe(false)
    await panel.button('All notices').click()
    await panel.button('Dismiss').last().waitFor()
    await panel.button('Connect your account').waitFor()
    await expect.poll(() => panel.button('Dismiss').count()).toBe(3)
  })

  it('one line of news takes one line, and no news takes none', async () => {
    const panel = await open(appState(offProject()), { viewport })
    await panel.expectTally('off')
    expect(await panel.button('All notices').count()).toBe(0)
    panel.core.set({ notices: [{ id: 'n', kind: 'targetChosen', about: 'Friday Night' }] })
    await panel.button('All notices').waitFor()
    await expectText(panel.page.locator('.banner'), 'Showing Friday Night, your newest project.')
  })
})

describe('the outcome at a scene', () => {
  /** Two tiles per line, so that the tile on air is right below the pressed one. */
  const onAirBeneath = { ...liveProject(), air: { sceneId: 's3', basis: 'service' as const, at: NOW } }

  it('never covers the tile that is on air', async () => {
    const panel = await open(appState(onAirBeneath), { viewport: SIZES[1] })
    panel.core.reply = () => done({ what: 'sceneSwitched', sceneName: 'Opening', reached: 'notConfirmed' })
    await panel.button('Opening').click()
    const bubble = panel.page.locator('.scene-answer[data-shown]')
    await bubble.waitFor()
    const [onAir, box] = [await panel.button('Break').boundingBox(), await bubble.boundingBox()]
    if (!onAir || !box) throw new Error('not drawn')
    const isOver =
      box.x < onAir.x + onAir.width &&
      box.x + box.width > onAir.x &&
      box.y < onAir.y + onAir.height &&
      box.y + box.height > onAir.y
    expect(isOver).toBe(false)
  })

  it('is whole if a search leaves one tile of many, and covers what follows', async () => {
    const scenes = Array.from({ length: 41 }, (_, nr) => ({ id: `s${nr}`, name: `Scene ${nr}`, isActive: nr === 0 }))
    const panel = await open(appState({ ...offProject(), scenes }))
    await panel.page.getByRole('searchbox', { name: 'Find a scene' }).fill('scene 40')
    await panel.page.getByRole('searchbox', { name: 'Find a scene' }).press('Enter')
    const bubble = panel.page.locator('.scene-answer[data-shown]')
    await bubble.waitFor()
    // The bubble lets presses through, so hit-testing at its corners needs pointer events turned on.
    const seen = await bubble.evaluate((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect()
      ;(one as HTMLElement).style.pointerEvents = 'auto'
      const corners = [left + 3, right - 3].flatMap((x) => [top + 6, bottom - 3].map((y) => ({ x, y })))
      return corners.every(({ x, y }) => one.contains(document.elementFromPoint(x, y)))
    })
    expect(seen).toBe(true)
  })
})

it('with a closed padlock, Back, the arrows and the tiles look disabled, too', async () => {
  const panel = await open(appState(liveProject()))
  const looks = (name: string) => panel.button(name).evaluate((one) => getComputedStyle(one).color)
  await panel.expectTally('live')
  const names = ['Stop', 'Back', 'Previous scene', 'Next scene', 'Opening']
  const before = await Promise.all(names.map(looks))
  panel.core.set({ padlock: { locked: true } })
  await panel.page.getByText('Padlock closed: live controls are off.').first().waitFor()
  const dim = await looks('Stop')
  await expect.poll(() => Promise.all(names.map(looks))).toEqual(names.map(() => dim))
  expect(before).not.toContain(dim)
})

it('the focus on a disabled control does not have the colour of an active one', async () => {
  const panel = await open(appState(liveProject()))
  await panel.expectTally('live')
  const ring = async (name: string) => {
    await panel.button('Sync').focus()
    await tabOn(panel.page, name === 'Go live' ? 'Shift+Tab' : 'Tab')
    if (name === 'Go live') await tabOn(panel.page, 'Shift+Tab')
    return panel.page.evaluate(() => {
      const style = getComputedStyle(document.activeElement as Element)
      return { color: style.outlineColor, style: style.outlineStyle }
    })
  }
  const [dead, alive] = [await ring('Go live'), await ring('Back')]
  expect(dead.style).toBe('solid')
  expect(dead.color).not.toBe(alive.color)
})

const DIALOGS: Record<string, (panel: Panel) => Promise<void>> = {
  'Keyboard shortcuts': async ({ page }) => {
    // The tools arrive shortly after the tiles.
    await page.locator('.scenes-tools').waitFor({ state: 'attached' })
    await pageKeys(page, '?')
  },
  'Choose the project to show': ({ button }) => button('Change project').click(),
  'Show report': ({ button }) => button('Show report').click(),
  'Quit Cuelight?': async ({ page, button }) => {
    const settings = page.getByRole('link', { name: 'Settings' })
    const more = page.getByRole('link', { name: 'More' })
    // The places arrive as a separate script.
    await settings.or(more).first().waitFor()
    if (await more.isVisible()) await more.click()
    await settings.click()
    await button('Quit Cuelight').click()
  },
}

describe.each([320, 390, 560, 1180])('in a window of %i px', (width) => {
  it.each(Object.entries(DIALOGS))(
    '%s fits into the window, and gives the page back when closed',
    async (name, ask) => {
      const panel = await open(appState(offProject()), { viewport: { width, height: 560 } })
      await panel.button('Go live').waitFor()
      await ask(panel)
      const dialog = panel.page.locator('dialog[open]')
      await panel.page.getByRole('dialog', { name, exact: true }).waitFor()
      const box = await dialog.boundingBox()
      expect(box && box.x >= 0 && box.x + box.width <= width && box.height > 100).toBe(true)
      // A press inside the dialog works only if nothing covers it and it is within the window.
      await dialog.getByRole('button', { name: /^(Close|Stay)$/ }).click()
      await gone(panel.page.locator('dialog'))
      await panel.page.getByRole('button').first().focus()
      await expect.poll(() => panel.page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON')
    },
  )
})

/** Runs in the page: the words that break in two within these elements. */
function brokenWords(sought: string): string[] {
  const broken: string[] = []
  for (const one of document.querySelectorAll(sought)) {
    const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
      }
    }
  }
  return broken
}

it.each(SIZES)('at $width × $height px no place and no length of a list breaks in two', async (viewport) => {
  const { buildLayerUndo } = BUILD_SHEET
  if (!buildLayerUndo) throw new Error('no such state')
  const panel = await open(appState(liveProject()), { viewport })
  await openState(panel.core, panel.page, panel.address, 'buildLayerUndo', buildLayerUndo)
  await panel.page.locator('.build-total').waitFor()
  expect(await panel.page.evaluate(brokenWords, '.place, .build-total')).toEqual([])
})

it('a long name leaves the track of its switch as it is', async () => {
  const { looksMarking } = LOOKS_SHEET
  if (!looksMarking) throw new Error('no such state')
  const panel = await open(appState(liveProject()), { viewport: SIZES[0] })
  await openState(panel.core, panel.page, panel.address, 'looksMarking', looksMarking)
  const tracks = panel.page.locator('dialog .switch-track')
  await tracks.first().waitFor()
  const widths = await tracks.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
  expect(new Set(widths).size).toBe(1)
})
