import { createRequire } from 'node:module'
import type { Page } from 'playwright'

/** The script that finds accessibility problems. */
export const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface Violation {
  id: string
  nodes: { html: string; failureSummary: string }[]
}

/** Which of axe's rules to apply: only these, or all but these. */
export interface Rules {
  only?: readonly string[]
  without?: readonly string[]
}

/**
 * What axe finds wrong in the current page. The debugger injects the script, because the content security policy
 * forbids other ways.
 */
export async function violations(page: Page, { only, without = [] }: Rules = {}): Promise<string[]> {
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]))
  const found = await page.evaluate(
    async (options) => {
      // During a transition the colour is neither the old nor the new one.
      const changing = document.getAnimations().filter((one) => one instanceof CSSTransition)
      await Promise.allSettled(changing.map(({ finished }) => finished))
      const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }
      return (await axe.run(options)).violations
    },
    { rules, ...(only ? { runOnly: only } : {}), resultTypes: ['violations'] },
  )
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))
}

/** Elements that extend beyond the right edge of the page. */
export async function overEdge(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const edge = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= edge) return []
    return [...document.querySelectorAll('body *:not(.hearable)')]
      .filter((one) => one.getBoundingClientRect().right > edge + 0.5)
      .map((one) => one.outerHTML.slice(0, 100))
  })
}

/** Targets that are too small to hit. A radio button's label counts as part of it. */
export async function tooSmall(page: Page): Promise<string[]> {
  return page.$$eval('button, a[href], input:not(.picker), select', (all) =>
    all
      // Folded elements cannot be hit.
      .filter((one) => one.checkVisibility())
      .map((one) => ({
        box: (one.closest('label') ?? one).getBoundingClientRect(),
        what: one.outerHTML.slice(0, 80),
      }))
      .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
      .map(({ what, box }) => `${what} ${box.width}×${box.height}`),
  )
}
