/** Scenes are found and switched, by mouse and keyboard, even among hundreds. */
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { AppState } from '../../shared/state.ts'
import { gone } from '../support/gone.ts'
import { holdAt, keysAt, pageKeys, tabOn, typeAt } from '../support/keys.ts'
import { desktopState } from './desktopSheet.ts'
import { expectText, type Panel, panels, settle, WAIT } from './panel.ts'
import { project, readsOf } from './projectStates.ts'
import { appState, liveProject, unsyncedProject } from './states.ts'

interface Fiber {
  flags: number
  stateNode: unknown
  return: Fiber | null
  child: Fiber | null
  sibling: Fiber | null
}

/** React sets this flag on what it redraws, for its developer tools, whose hook is used here. */
const PERFORMED_WORK = 1

/** Records which tiles React draws. Call it before anything is loaded into the page. */
async function watchDrawing(page: Page): Promise<void> {
  await page.addInitScript((performed) => {
    const drawn: string[] = []
    const seen = new Map<string, Fiber>()
    const walk = (fiber: Fiber | null): void => {
      for (let one = fiber; one; one = one.sibling) {
        const id = one.stateNode instanceof HTMLElement ? one.stateNode.dataset.scene : undefined
        const tile = one.return
        if (id === undefined || !tile) walk(one.child)
        else {
          if (seen.get(id) !== tile && tile.flags & performed) drawn.push(id)
          seen.set(id, tile)
        }
      }
    }
    const hook = {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: (_: number, root: { current: Fiber }) => walk(root.current),
      onCommitFiberUnmount: () => {},
    }
    Object.assign(window, { drawnTiles: drawn, __REACT_DEVTOOLS_GLOBAL_HOOK__: hook })
  }, PERFORMED_WORK)
}

function drawnTiles(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { drawnTiles: string[] }).drawnTiles.splice(0))
}

const open = panels()

/** On air with the second scene; the forty-first, if it exists, is active and not on air yet. */
function crowd(count: number, more: Partial<AppState> = {}): AppState {
  const name = (nr: number) => (nr === 7 ? 'Été en ville' : `Scene ${count - nr}`)
  const scenes = Array.from({ length: count }, (_, nr) => ({ id: `s${nr + 1}`, name: name(nr), isActive: nr === 40 }))
  return appState({ ...unsyncedProject(), scenes }, more)
}

const search = ({ page }: Panel) => page.getByRole('searchbox', { name: 'Find a scene' })
const tiles = ({ page }: Panel) => page.locator('.scene')
const count = (panel: Panel, all: number) => expect.poll(() => tiles(panel).count(), WAIT).toBe(all)
const focused = ({ page }: Panel) =>
  page.evaluate(() => document.activeElement?.querySelector('.scene-name')?.textContent)
const expectFocus = (panel: Panel, name: string) => expect.poll(() => focused(panel), WAIT).toBe(name)
const choose = ({ page }: Panel, name: string) => page.getByRole('radio', { name, exact: true }).check()
const sceneIds = ({ core }: Panel) => core.commands.map((one) => one.type === 'switchScene' && one.sceneId)

describe('finding a scene', () => {
  it('appears from thirteen scenes on, opens by its key and closes by Escape', async () => {
    const panel = await open(crowd(12))
    await panel.button('Keys').waitFor()
    expect(await search(panel).count()).toBe(0)
    panel.core.become(crowd(13))
    await search(panel).waitFor()
    await panel.button('Scene 9').focus()
    await pageKeys(panel.page, '/')
    await typeAt(search(panel), 'ETE')
    await count(panel, 1)
    await panel.page.getByText('1 of 13. Enter switches to it.').waitFor()
    await pageKeys(panel.page, 'Escape')
    await count(panel, 13)
    await expect.poll(() => search(panel).inputValue()).toBe('')
    await expectFocus(panel, 'Scene 9')
    await panel.expectCommands()
  })

  it('switches on Enter if one is left, and says why not if there are more', async () => {
    const panel = await open(crowd(41))
    await search(panel).waitFor()
    await pageKeys(panel.page, '/')
    await typeAt(search(panel), '1')
    const said = panel.page.locator('.scenes-found')
    await expectText(said, '14 of 41 scenes.')
    await expect.poll(() => said.getAttribute('aria-live')).toBe('polite')
    await keysAt(search(panel), 'Enter')
    await expectText(said, '14 match. Type more of the name')
    await typeAt(search(panel), '7')
    await expectText(said, '1 of 41. Enter switches to it.')
    await holdAt(search(panel), 'Enter')
    // The first press has its outcome, so that another press would count.
    await expect.poll(() => panel.page.locator('.scene-answer[data-shown]').count(), WAIT).toBe(1)
    await holdAt(search(panel), 'Enter')
    await panel.page.keyboard.up('Enter')
    await panel.expectOnly('switchScene')
    // The seventeenth from the end: the digits were text, not scene keys.
    expect(sceneIds(panel)).toEqual(['s25'])
  })

  it('does nothing on Enter while nothing is searched for', async () => {
    const panel = await open(crowd(13))
    await search(panel).press('Enter')
    await panel.expectOnly()
  })

  it('moves on to the tiles by the down arrow', async () => {
    const panel = await open(crowd(41))
    await search(panel).fill('scene 3')
    await keysAt(search(panel), 'ArrowDown')
    await expectFocus(panel, 'Scene 39')
  })

  it('says that no scene has this name, and shows all again', async () => {
    const panel = await open(crowd(41))
    await search(panel).fill('carousel')
    await panel.page.getByText('No scene is called “carousel”.').waitFor()
    await count(panel, 0)
    await panel.button('Show all scenes').click()
    await count(panel, 41)
  })

  it('is folded in small windows, and unfolds by its key', async () => {
    const panel = await open(crowd(41), { viewport: { width: 320, height: 560 } })
    const unfold = panel.button('Find and arrange')
    await unfold.waitFor()
    await expect.poll(() => search(panel).isVisible()).toBe(false)
    await pageKeys(panel.page, '/')
    await typeAt(search(panel), 'ete')
    await count(panel, 1)
    await pageKeys(panel.page, 'Escape')
    await expect.poll(() => search(panel).isVisible(), WAIT).toBe(false)
    await unfold.click()
    await search(panel).waitFor()
    await expect.poll(() => unfold.getAttribute('aria-expanded')).toBe('true')
  })
})

it('the order of scenes: is the project’s or by name, and the keys remain with the project’s first nine', async () => {
  const panel = await open(crowd(41))
  await search(panel).waitFor()
  await choose(panel, 'By name')
  await expectText(tiles(panel).first(), 'Été en ville')
  await expectText(tiles(panel).nth(1), /^Scene 1\s*NOT YET$/)
  await expect.poll(() => tiles(panel).first().locator('kbd').innerText()).toBe('8')
  await panel.page.locator('body').click({ position: { x: 5, y: 5 } })
  await pageKeys(panel.page, '8', '1')
  await panel.expectCommands('switchScene', 'switchScene')
  expect(sceneIds(panel)).toEqual(['s8', 's1'])
})

it('the order of scenes: survives a reload, like the size', async () => {
  const panel = await open(crowd(41))
  await choose(panel, 'By name')
  await choose(panel, 'Large tiles')
  await panel.page.reload()
  await expectText(tiles(panel).first(), 'Été en ville')
  await expect.poll(() => panel.page.locator('.scene-grid').getAttribute('data-size')).toBe('large')
})

describe('what is on air', () => {
  const where = (panel: Panel) => panel.button('ON AIR: where it is')

  it('is named above the tiles while a search leaves it out, with the way back to it', async () => {
    const panel = await open(crowd(41), { timersRun: true })
    await search(panel).fill('ete')
    await expectText(where(panel), /ON AIR\s*Scene 40/)
    await expectText(panel.button('NOT YET: where it is'), /NOT YET\s*Scene 1/)
    await where(panel).click()
    await expectFocus(panel, 'Scene 40')
    await expect.poll(() => search(panel).inputValue()).toBe('')
    await expect.poll(() => where(panel).count(), WAIT).toBe(0)
    await panel.expectCommands()
  })

  it('is named while it is scrolled out of view, and not while it is visible', async () => {
    const panel = await open(crowd(300), { timersRun: true })
    const notYet = panel.button('NOT YET: where it is')
    await notYet.waitFor()
    expect(await where(panel).count()).toBe(0)
    await tiles(panel).last().scrollIntoViewIfNeeded()
    await where(panel).waitFor()
    await notYet.click()
    await expectFocus(panel, 'Scene 260')
    await expect.poll(() => notYet.count(), WAIT).toBe(0)
  })

  it('adds nothing to the names of tiles', async () => {
    const panel = await open(crowd(41), { timersRun: true })
    await search(panel).fill('ete')
    await where(panel).waitFor()
    expect(await panel.page.getByRole('button', { name: 'Scene 40' }).count()).toBe(0)
  })
})

it('the keyboard: enters the tiles once by Tab, moves by arrows, and leaves by Tab', async () => {
  const panel = await open(crowd(10))
  await panel.button('Keys').waitFor()
  await panel.page.locator('.scenes-tools input').last().focus()
  await keysAt(panel.page.locator('.scenes-tools input').last(), 'Tab')
  await expectFocus(panel, 'Scene 10')
  const columns = await panel.page
    .locator('.scene-grid')
    .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length)
  await keysAt(panel.button('Scene 10'), 'ArrowDown')
  await expectFocus(panel, `Scene ${10 - columns}`)
  await keysAt(panel.button(`Scene ${10 - columns}`), 'ArrowRight')
  await expectFocus(panel, `Scene ${9 - columns}`)
  await keysAt(panel.button(`Scene ${9 - columns}`), 'End')
  await expectFocus(panel, 'Scene 1')
  await keysAt(panel.button('Scene 1'), 'Tab')
  await expect.poll(() => panel.page.evaluate(() => document.activeElement?.closest('.scene-grid'))).toBeNull()
  await tabOn(panel.page, 'Shift+Tab')
  await keysAt(panel.button('Scene 1'), 'Home')
  await keysAt(panel.button('Scene 10'), 'Enter')
  await panel.expectCommands('switchScene')
  expect(sceneIds(panel)).toEqual(['s1'])
})

it('the keyboard: a key opens the list of keys, and nothing reaches the show from there', async () => {
  const panel = await open(crowd(13))
  await search(panel).waitFor()
  await pageKeys(panel.page, '?')
  const dialog = panel.page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.getByText('come with the desktop app').waitFor()
  await pageKeys(panel.page, '3', '/')
  await panel.expectOnly()
  await pageKeys(panel.page, 'Escape')
  await gone(panel.page.locator('dialog'))
  await search(panel).press('?')
  await expect.poll(() => search(panel).inputValue(), WAIT).toBe('?')
  expect(await dialog.count()).toBe(0)
  await panel.button('Keys').click()
  await dialog.waitFor()
})

it('the keyboard: each place in that list opens by the key shown for it', async () => {
  const { page, ...panel } = await open(crowd(13))
  await search({ page, ...panel }).waitFor()
  await pageKeys(page, '?')
  const told = page.getByRole('dialog').locator('div', { has: page.locator('kbd', { hasText: /^G$/ }) })
  const places = [...((await told.locator('dd').textContent()) ?? '').matchAll(/([A-Z]) \((\w+)\)/g)]
  expect(places).toHaveLength(7)
  await pageKeys(page, 'Escape')
  // While the dialog is open, it takes all keys.
  await gone(page.locator('dialog'))
  for (const [, key = '', name = ''] of places) {
    await pageKeys(page, 'g', key.toLowerCase())
    await page.locator('.place[aria-current]', { hasText: name }).waitFor()
  }
})

it('the keyboard: that list links to the hotkeys in the desktop app', async () => {
  const panel = await open(crowd(13, { desktop: desktopState() }))
  await panel.button('Keys').click()
  await panel.page.getByRole('dialog').getByRole('link', { name: 'Hotkeys' }).click()
  await expectText(panel.page.locator('.setup-title'), 'Hotkeys')
  await gone(panel.page.locator('dialog'))
})

it('300 tiles: are not redrawn by an equal state, or by a change that concerns only one of them', async () => {
  const panel = await open(crowd(300), { prepare: watchDrawing })
  await count(panel, 300)
  await panel.button('Keys').waitFor()
  expect(new Set(await drawnTiles(panel.page)).size).toBe(300)
  panel.core.become({ ...crowd(300), version: '9' })
  await settle(panel)
  panel.core.set({ projects: { p1: { live: { viewers: 4_321 } } } })
  await panel.page.getByText('4,321 watching').waitFor()
  await panel.page.clock.runFor(3_000)
  expect(await drawnTiles(panel.page)).toEqual([])
  panel.core.set({ projects: { p1: { air: { sceneId: 's5' } } } })
  await expectText(panel.button('Scene 296'), 'ON AIR')
  expect((await drawnTiles(panel.page)).sort()).toEqual(['s2', 's5'])
})

it('300 tiles: keep their size and place while a command is in flight', async () => {
  const panel = await open(crowd(41))
  panel.core.reply = () => 'silence'
  const boxes = () => tiles(panel).evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())))
  for (const size of ['Small tiles', 'Medium tiles', 'Large tiles']) {
    await choose(panel, size)
    const before = await boxes()
    const tile = tiles(panel).nth(size.length)
    await tile.evaluate((one) => (one as HTMLElement).click())
    await expectText(tile, 'Sent…')
    expect(await boxes()).toEqual(before)
  }
})

it('1,000 projects can all be found, and are never drawn all at once', async () => {
  const items = Array.from({ length: 1_000 }, (_, nr) => project(`p${nr}`, `Project ${nr}`))
  const panel = await open(appState(null), {
    core: { read: readsOf(items) },
    prepare: (page) =>
      page.addInitScript(() => {
        const drawn: number[] = []
        Object.assign(window, { drawn })
        new MutationObserver(() => {
          const count = document.querySelectorAll('.project').length
          if (count !== (drawn.at(-1) ?? 0)) drawn.push(count)
        }).observe(document, { subtree: true, childList: true })
      }),
  })
  const listed = panel.page.locator('.project')
  await panel.button('Project 0').waitFor()
  await expect.poll(() => panel.page.clock.runFor(100).then(() => listed.count())).toBe(1_000)
  const drawn = await panel.page.evaluate(() => (window as unknown as { drawn: number[] }).drawn)
  const most = Math.max(...drawn.map((all, nr) => all - (drawn[nr - 1] ?? 0)))
  expect(most).toBeLessThanOrEqual(60)
  await panel.page.getByRole('searchbox').fill('project 99')
  await expect.poll(() => listed.count()).toBe(11)
  await panel.presses('Project 999', 'chooseTarget')
})

it('a lost link marks as was on air what it cannot know, above the tiles too', async () => {
  const panel = await open(appState({ ...liveProject(), scenes: crowd(41).projects.p1?.scenes ?? null }), {
    timersRun: true,
  })
  await search(panel).fill('ete')
  await panel.button('ON AIR: where it is').waitFor()
  panel.core.goDown()
  await panel.button('WAS ON AIR: where it is').waitFor()
  expect(await panel.button('ON AIR: where it is').count()).toBe(0)
})
