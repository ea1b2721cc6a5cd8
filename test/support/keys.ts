import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'

export const hasFocus = (control: Locator): Promise<boolean> =>
  control.evaluateAll((all) => all.some((one) => one === document.activeElement))

/** Waits until this has the focus. */
export const expectFocus = (control: Locator): Promise<void> =>
  expect.poll(() => hasFocus(control), { message: `focus on ${control}` }).toBe(true)

/**
 * Presses keys on a control that has the focus: it waits for the focus, and never sets it. A key pressed before the
 * page has moved the focus goes to the element that had it before.
 */
export async function keysAt(control: Locator, ...keys: readonly string[]): Promise<void> {
  await expectFocus(control)
  for (const key of keys) await control.page().keyboard.press(key)
}

/** Types into the field that has the focus. */
export async function typeAt(field: Locator, text: string): Promise<void> {
  await expectFocus(field)
  await field.page().keyboard.type(text)
}

/** Holds a key down on the focused control; from the second time on it counts as a repeat of the held key. */
export async function holdAt(control: Locator, ...keys: readonly string[]): Promise<void> {
  await expectFocus(control)
  for (const key of keys) await control.page().keyboard.down(key)
}

/** Holds keys of the page down, wherever the focus is. */
export async function holdKeys(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.down(key)
}

/** Moves on by Tab, from wherever the focus is. */
export const tabOn = (page: Page, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => page.keyboard.press(key)

/** Keys that act on whatever has the focus. */
const ON_FOCUS = /^(Shift\+)?(Enter|Space|Tab|Home|End|Page\w+|Arrow\w+)$/

/** Presses keys of the page itself, which work wherever the focus is. */
export async function pageKeys(page: Page, ...keys: readonly string[]): Promise<void> {
  const wrong = keys.find((key) => ON_FOCUS.test(key))
  if (wrong) throw new Error(`${wrong} acts on what has the focus: name it, with keysAt`)
  for (const key of keys) await page.keyboard.press(key)
}
