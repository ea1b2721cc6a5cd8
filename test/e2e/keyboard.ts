import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { expectFocus, hasFocus, keysAt, pageKeys, tabOn } from '../support/keys.ts'

/** More than the number of controls on any screen. */
const MOST_TABS = 80

/** Operates a panel by keys alone, and checks that the focus is always visible. */
export class Keyboard {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Tabs to a control; everything focused on the way must be visible too. */
  async tabTo(control: Locator): Promise<void> {
    // Tab leaves the page once, after its last control, and returns at its first.
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

  /** Tabs once through all controls, from the first to the last; each must be visible while it has the focus. */
  async tabThrough(): Promise<void> {
    let tabs = 0
    for (; tabs < MOST_TABS; tabs += 1) {
      await tabOn(this.#page)
      if (await this.#isNowhere()) break
      await this.seesFocus()
    }
    expect(tabs, 'how many controls there are').toBeGreaterThan(8)
  }

  /** Presses a key on the control that has the focus by then, without using the pointer. */
  press(control: Locator, key: string): Promise<void> {
    return keysAt(control, key)
  }

  /** Presses a key of the page, wherever the focus is. */
  pressAnywhere(key: string): Promise<void> {
    return pageKeys(this.#page, key)
  }

  /** The focused element is in view, marked, and not covered. */
  async seesFocus(): Promise<void> {
    expect(await this.#page.evaluate(unseenFocus)).toBe(null)
  }

  /** Waits until this control has the focus. */
  async stands(control: Locator): Promise<void> {
    await expectFocus(control)
    await this.seesFocus()
  }

  #isNowhere(): Promise<boolean> {
    return this.#page.evaluate(() => document.activeElement === document.body)
  }
}

/** Runs in the page: why the focused element cannot be seen; null when it can. */
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
