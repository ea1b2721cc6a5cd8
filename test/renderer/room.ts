import type { Page } from 'playwright'

/** What does not fit in a page as it stands: each with what it is. */
export function misfits(page: Page): Promise<string[]> {
  return page.evaluate(findMisfits)
}

/** Runs in the page. */
function findMisfits(): string[] {
  const SLACK = 1
  const what = (one: Element) => one.outerHTML.replace(/<svg.*?<\/svg>/g, '').slice(0, 110)
  const all = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.hearable, svg, noscript'),
  )
  const edge = document.documentElement.clientWidth
  const found: string[] = []
  if (document.documentElement.scrollWidth > edge || Math.abs(scrollX) > 0) found.push('the page scrolls along the line')

  const own = (one: Element) => [...one.childNodes].filter((node) => node.nodeType === 3 && node.nodeValue?.trim())
  const scrolled = (one: Element) => one.closest('[data-scrolls], .scrolls, pre')
  for (const one of all) {
    const style = getComputedStyle(one)
    const isCut = style.overflowX === 'hidden' || style.overflowX === 'clip'
    const isMeant = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
    if (isCut && !isMeant && one.scrollWidth > one.clientWidth + SLACK) found.push(`is cut at its side: ${what(one)}`)
    const isCutBelow = style.overflowY === 'hidden' || style.overflowY === 'clip'
    if (isCutBelow && !isMeant && one.scrollHeight > one.clientHeight + SLACK) found.push(`is cut below: ${what(one)}`)
    for (const node of own(one)) {
      if (isMeant || scrolled(one)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const text = range.getBoundingClientRect()
      const holder = (one.closest('button, a, kbd, th, td, .card, label, dialog') ?? document.body).getBoundingClientRect()
      if (text.left < Math.max(0, holder.left) - SLACK || text.right > Math.min(edge, holder.right) + SLACK)
        found.push(`sticks out: ${what(one)}`)
    }
  }

  const controls = all
    .filter((one) => one.matches('button, a[href], input:not(.picker), select, textarea'))
    .map((one) => ({ one, box: (one.closest('label') ?? one).getBoundingClientRect(), layer: one.closest('.over, dialog') }))
  for (const { one, box } of controls)
    if (box.height < 43.5 || box.width < 43.5) found.push(`is too small to hit, ${box.width}×${box.height}: ${what(one)}`)
  for (const [index, a] of controls.entries())
    for (const b of controls.slice(index + 1)) {
      if (a.layer !== b.layer || a.one.closest('label') === (b.one.closest('label') ?? 0)) continue
      const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
      const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top)
      if (wide > SLACK && high > SLACK && !a.one.contains(b.one)) found.push(`overlap: ${what(a.one)} and ${what(b.one)}`)
    }
  return found
}
