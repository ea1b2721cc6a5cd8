import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { expectFocus, hasFocus, keysAt, pageKeys, tabOn } from '../support/keys.ts'

/** More than there are controls on any screen of ours. */
const MOST_TABS = 80

/** Runs a panel by keys alone, and sees to it that whoever does so always sees where they are. */
export class Keyboard {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Goes to a control by Tab: whatever has the focus on the way must be seen too. */
  async tabTo(control: Locator): Promise<void> {
    // Tab leads out of the page once, behind its last control, and comes in again at its first.
    let outside = 0
    for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
      if (await hasFocus(control)) return
      await tabOn(this.#page)
      if (await this.#isNowhere()) outside += 1
      else await this.seesFocus()
      expect(outside, 'how often the focus was on nothing').toBeLessThan(2)
    }
    throw new Error(`no Tab leads to ${control}`)
  }

  /** Goes once through all there is, from the first to the last; each is seen while it has the focus. */
  async tabThrough(): Promise<void> {
    let tabs = 0
    for (; tabs < MOST_TABS; tabs += 1) {
      await tabOn(this.#page)
      if (await this.#isNowhere()) break
      await this.seesFocus()
    }
    expect(tabs, 'how many controls there are').toBeGreaterThan(8)
  }

  /** Presses a key on what has the focus by then, without anything being taken hold of by a pointer. */
  press(control: Locator, key: string): Promise<void> {
    return keysAt(control, key)
  }

  /** Presses a key of the page, wherever the focus is. */
  pressAnywhere(key: string): Promise<void> {
    return pageKeys(this.#page, key)
  }

  /** What has the focus is in sight, marked, and not covered. */
  async seesFocus(): Promise<void> {
    expect(await this.#page.evaluate(unseenFocus)).toBe(null)
  }

  /** Waits until this has the focus: neither lost nor somewhere else. */
  async stands(control: Locator): Promise<void> {
    await expectFocus(control)
    await this.seesFocus()
  }

  #isNowhere(): Promise<boolean> {
    return this.#page.evaluate(() => document.activeElement === document.body)
  }
}

/** In the page: why what has the focus is not seen; null when it is. */
function unseenFocus(): string | null {
  const one = document.activeElement
  if (!one || one === document.body) return 'nothing has the focus'
  const named = one.outerHTML.slice(0, 120)
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one)
  const marked = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !/, 0\)$/.test(outlineColor)
  if (!marked) return `no outline: ${named}`
  const { top, bottom, left, right } = one.getBoundingClientRect()
  if (bottom - top < innerHeight && (top < 0 || bottom > innerHeight || left < 0 || right > innerWidth))
    return `out of sight, ${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight}: ${named}`
  for (const share of [0.15, 0.5, 0.85]) {
    const [x, y] = [left + (right - left) * share, top + (Math.min(bottom, innerHeight) - top) * share]
    const there = document.elementFromPoint(x, y)
    if (!there || !(one.contains(there) || there.contains(one)))
      return `covered by ${there?.outerHTML.slice(0, 120)}: ${named}`
  }
  return null
}
