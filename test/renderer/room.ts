import type { Page } from 'playwright'

/** What does not fit in a page as it stands: each with what it is. */
export function misfits(page: Page): Promise<string[]> {
  return page.evaluate(findMisfits)
}

/** Runs in the page. */
function findMisfits(): string[] {
  const SLACK = 1
  const CONTROLS = 'button, a[href], input:not(.picker), select, textarea'
  const found: string[] = []
  const edge = document.documentElement.clientWidth
  const what = (one: Element) => one.outerHTML.replaceAll(/<svg.*?<\/svg>/g, '').slice(0, 110)
  const styles = new Map<Element, CSSStyleDeclaration>()
  const styleOf = (one: Element) =>
    styles.get(one) ?? (styles.set(one, getComputedStyle(one)).get(one) as CSSStyleDeclaration)
  const above = (one: Element, is: (style: CSSStyleDeclaration) => boolean): Element | null =>
    is(styleOf(one)) ? one : one.parentElement && above(one.parentElement, is)
  const isForEars = (one: Element) => above(one, ({ clipPath }) => clipPath !== 'none') !== null
  const shown = [...document.querySelectorAll('body *')].filter(
    (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('svg, noscript') && !isForEars(one),
  )

  const isCutOnPurpose = ({ textOverflow, webkitLineClamp }: CSSStyleDeclaration) =>
    textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
  const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
  function lookForCut(one: Element): void {
    const style = styleOf(one)
    if (isCutOnPurpose(style) || one.matches('input')) return
    if (cuts(style.overflowX) && one.scrollWidth > one.clientWidth + SLACK)
      found.push(`is cut at its side: ${what(one)}`)
    if (cuts(style.overflowY) && one.scrollHeight > one.clientHeight + SLACK) found.push(`is cut below: ${what(one)}`)
  }

  /** Whatever holds a text must hold all of it, and so must the page. */
  function lookForOverrun(one: Element): void {
    if (isCutOnPurpose(styleOf(one)) || above(one, ({ overflowX }) => overflowX === 'auto' || overflowX === 'scroll'))
      return
    const holder = (
      one.closest('button, a, kbd, th, td, .card, .scene, label, dialog') ?? document.body
    ).getBoundingClientRect()
    const range = document.createRange()
    for (const node of one.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !node.nodeValue?.trim()) continue
      range.selectNodeContents(node)
      const { left, right } = range.getBoundingClientRect()
      const isOver = left < Math.max(0, holder.left) - SLACK || right > Math.min(edge, holder.right) + SLACK
      if (isOver) found.push(`runs over: ${what(one)}`)
    }
  }

  /** What lies over the rest on purpose: what is asked, what stays at the top. */
  const layerOf = (one: Element) =>
    one.closest('dialog, .over') ?? above(one, ({ position }) => position === 'sticky' || position === 'fixed')
  /** Scrolled out of sight within what holds it: it lies over nothing. */
  function isScrolledAway(one: Element): boolean {
    const holder = one.parentElement && above(one.parentElement, ({ overflowY }) => /auto|scroll/.test(overflowY))
    if (!holder) return false
    const [box, sight] = [one.getBoundingClientRect(), holder.getBoundingClientRect()]
    return box.bottom > sight.bottom || box.top < sight.top
  }
  function lookForOverlaps(): void {
    const boxes = shown
      .filter((one) => one.matches(CONTROLS) && !isScrolledAway(one))
      .map((one) => {
        const box = (one.closest('label') ?? one).getBoundingClientRect()
        return { one, box, layer: layerOf(one), label: one.closest('label') }
      })
    for (const { one, box } of boxes)
      if (box.height < 43.5 || box.width < 43.5)
        found.push(`is too small to hit, ${box.width}×${box.height}: ${what(one)}`)
    boxes.sort((a, b) => a.box.top - b.box.top)
    for (const [index, a] of boxes.entries())
      for (const b of boxes.slice(index + 1)) {
        if (b.box.top >= a.box.bottom - SLACK) break
        const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
        const high = Math.min(a.box.bottom, b.box.bottom) - b.box.top
        const isOne = a.label !== null && a.label === b.label
        if (wide > SLACK && high > SLACK && a.layer === b.layer && !isOne)
          found.push(`overlap: ${what(a.one)} and ${what(b.one)}`)
      }
  }

  const beyond = shown
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ box }) => box.right > edge + SLACK || box.left < -SLACK)
  if (document.documentElement.scrollWidth > edge)
    found.push(`the page scrolls along the line: ${beyond.slice(0, 2).map(({ one }) => what(one))}`)
  for (const one of shown) {
    lookForCut(one)
    lookForOverrun(one)
  }
  lookForOverlaps()
  return found
}
