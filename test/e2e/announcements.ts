import type { Page } from 'playwright'
import { expect } from 'vitest'

declare global {
  interface Window {
    announced: string[]
  }
}

/** What a screen reader would say by itself, in order: whatever changes in a live region. */
export class Announcements {
  readonly #page: Page

  private constructor(page: Page) {
    this.#page = page
  }

  /** Listens from now on. */
  static async of(page: Page): Promise<Announcements> {
    await page.evaluate(listen)
    return new Announcements(page)
  }

  all(): Promise<string[]> {
    return this.#page.evaluate(() => window.announced)
  }

  /** Waits until this has been said, and answers all that was said since the last time it was asked, this included. */
  async until(said: string | RegExp): Promise<string[]> {
    const says = async () =>
      (await this.all()).some((one) => (typeof said === 'string' ? one.includes(said) : said.test(one)))
    await expect.poll(says, { timeout: 25_000, message: `to be announced: ${said}` }).toBe(true)
    return this.#page.evaluate(() => window.announced.splice(0))
  }
}

/** In the page. */
function listen(): void {
  const LIVE = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]'
  const last = new Map<Element, string>()
  const textOf = (region: Element) => (region.textContent ?? '').replace(/\s+/g, ' ').trim()
  window.announced = []
  for (const region of document.querySelectorAll(LIVE)) last.set(region, textOf(region))
  const regionsOf = (node: Node): Element[] => {
    const element = node instanceof Element ? node : node.parentElement
    const around = element?.closest(LIVE)
    // One that comes with its text is said by those that are alerts.
    const within = element?.querySelectorAll('[role=alert]') ?? []
    return [...(around ? [around] : []), ...within]
  }
  new MutationObserver((changes) => {
    const touched = new Set(
      changes.flatMap(({ target, addedNodes }) => [...regionsOf(target), ...[...addedNodes].flatMap(regionsOf)]),
    )
    for (const region of touched) {
      const text = textOf(region)
      if (last.get(region) === text) continue
      last.set(region, text)
      if (text !== '' && region.isConnected) window.announced.push(text)
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true })
}
