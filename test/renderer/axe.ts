import { createRequire } from 'node:module'
import type { Page } from 'playwright'

/** The script that finds what keeps people out. */
export const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface Violation {
  id: string
  nodes: { html: string; failureSummary: string }[]
}

/** Which of axe's rules are asked: these alone, or all but these that do not hold here. */
export interface Rules {
  only?: readonly string[]
  without?: readonly string[]
}

/** What axe finds wrong in the page as it stands. The script comes by the debugger: the content policy forbids it. */
export async function violations(page: Page, { only, without = [] }: Rules = {}): Promise<string[]> {
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]))
  const found = await page.evaluate(
    async (options) => {
      // On the way from one colour to the other it is neither.
      const changing = document.getAnimations().filter((one) => one instanceof CSSTransition)
      await Promise.allSettled(changing.map(({ finished }) => finished))
      const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }
      return (await axe.run(options)).violations
    },
    { rules, ...(only ? { runOnly: only } : {}), resultTypes: ['violations'] },
  )
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))
}

/** What runs over the right edge of the page. */
export async function overEdge(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const edge = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= edge) return []
    return [...document.querySelectorAll('body *:not(.hearable)')]
      .filter((one) => one.getBoundingClientRect().right > edge + 0.5)
      .map((one) => one.outerHTML.slice(0, 100))
  })
}

/** What is too small to hit. A radio button's label belongs to it. */
export async function tooSmall(page: Page): Promise<string[]> {
  return page.$$eval('button, a[href], input:not(.picker), select', (all) =>
    all
      // What is folded away is not there to be hit.
      .filter((one) => one.checkVisibility())
      .map((one) => ({
        box: (one.closest('label') ?? one).getBoundingClientRect(),
        what: one.outerHTML.slice(0, 80),
      }))
      .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
      .map(({ what, box }) => `${what} ${box.width}×${box.height}`),
  )
}
