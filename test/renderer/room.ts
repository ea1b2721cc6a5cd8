import type { Page } from 'playwright'
import { outside } from '../../build/words/pseudo.ts'
import type { AppState } from '../../shared/state.ts'
import { capitalised } from '../../shared/words/format.ts'

/** Waits until the change is drawn: elements placed by script move in the frame after a resize. */
export const aFrame = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** What does not fit in the current page, each with a description. */
export async function misfits(page: Page): Promise<string[]> {
  await aFrame(page)
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
  // Rows far below are not laid out until they come near: asked for their place, they lie in a guessed height.
  const isDrawn = (one: Element) => one.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
  const shown = [...document.querySelectorAll('body *')].filter(
    (one) => isDrawn(one) && !one.closest('svg, noscript') && !isForEars(one),
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

  /** Every element with text must contain all of it, and so must the page. */
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

  /** What covers the rest on purpose: dialogs, and elements that stay at the top. */
  const layerOf = (one: Element) =>
    one.closest('dialog, .over') ?? above(one, ({ position }) => position === 'sticky' || position === 'fixed')
  /** Scrolled out of view within its container, so it covers nothing. */
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

  /** The main content of a screen must begin in the upper half of its window, whatever is above it. */
  function lookForPushedDown(): void {
    const main = document.querySelector('main')
    const top = main ? main.getBoundingClientRect().top + scrollY : 0
    if (top > innerHeight / 2) found.push(`the screen begins ${Math.round(top)} px down`)
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
  lookForPushedDown()
  return found
}

/**
 * A text of the page, and where it is: visible text, an attribute that is read aloud, the title, or content from a
 * style.
 */
interface Said {
  where: string
  text: string
}

/** Fields of the state that contain texts of users or machines: names, addresses, the system's messages. */
const DATA = new Set([
  ...[
    'name',
    'projectName',
    'projectNames',
    'leftOnAir',
    'destinations',
    'faulty',
    'sceneName',
    'layerName',
    'fileName',
    'label',
    'account',
    'mine',
    'theirs',
  ],
  ...[
    'about',
    'message',
    'error',
    'problem',
    'detail',
    'file',
    'path',
    'baseUrl',
    'version',
    'code',
    'accelerator',
    'ended',
    'failed',
  ],
  ...['method', 'Electron', 'Chromium', 'Node', 'license', 'text', 'scenario'],
  'why',
  'projects',
  'fields',
  'by',
])

/** Texts that may appear without being in the words, and why. */
const NO_WORDS: [RegExp, string][] = [
  [/\b(AM|PM)\b/g, 'Intl writes it into times of day'],
  [/\b(January|February|March|April|May|June|July|August|September|October|November|December)\b/g, 'Intl: dates'],
  [/\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/g, 'Intl: days'],
  [/\b(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g, 'Intl: months'],
  [/\b\d+p\b/g, 'resolutions, as everybody writes them'],
  [/\bUTC\b/g, 'Intl: the name of a time zone'],
  [/\band\b/g, 'Intl writes it between names'],
  [/^(Electron|Chromium|Node)$/g, 'programs, by their names'],
  [/\b[A-Z]\b/g, 'keys, and the letters that the colours of scenes are named by'],
  [/^(GET|POST|PATCH|PUT|DELETE)$/g, 'methods, as they are sent'],
]

/** Texts of the page that did not come from the words, each with its place. */
export async function leaks(page: Page, state: AppState, more: () => unknown = () => null): Promise<string[]> {
  const said = await page.evaluate(collectSaid)
  // Everything drawn has been read by now.
  const data = [...dataIn(state), ...dataIn(more())].sort((a, b) => b.length - a.length)
  return said.flatMap(({ where, text }) => {
    let rest = outside(text)
    for (const one of [...data, ...NO_WORDS.map(([allowed]) => allowed)]) rest = rest.replaceAll(one, ' ')
    return /\p{L}/u.test(rest) ? [`${where}: ${text.trim().slice(0, 120)}`] : []
  })
}

function dataIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return DATA.has(key) && value.length > 1 ? spellings(value) : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => dataIn(one, Array.isArray(value) ? key : name))
}

/**
 * The value as in the state or capitalised at the start of a sentence, and the host of an address, which is shown
 * instead of it.
 */
const spellings = (value: string): string[] =>
  URL.canParse(value) && value.includes('//') ? [value, new URL(value).host] : [value, capitalised(value)]

/** Runs in the page. Keys and commands are the same in every language. */
function collectSaid(): Said[] {
  const SPOKEN = [
    'aria-label',
    'aria-description',
    'aria-roledescription',
    'aria-valuetext',
    'title',
    'placeholder',
    'alt',
  ]
  const said: (Said & { one?: Element })[] = [{ where: 'the title of the page', text: document.title }]
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!parent || parent.closest('script, style, noscript, kbd, code, pre')) continue
    // A text that may break anywhere, or that is cut before its end, consists of several nodes.
    const whole = parent.querySelector(':scope > wbr') ? parent : parent.closest('.cut')
    const text = whole ? whole.textContent : node.nodeValue
    said.push({ where: '', text: text ?? '', one: parent })
  }
  for (const one of document.querySelectorAll('body *')) {
    for (const name of SPOKEN) said.push({ where: `${name} of `, text: one.getAttribute(name) ?? '', one })
  }
  return said
    .filter(({ text }) => /\p{L}/u.test(text.replaceAll(/⟦[^⟦⟧]*⟧/gu, '')))
    .map(({ one, ...said }) => ({ ...said, where: `${said.where}${one?.outerHTML.slice(0, 90) ?? ''}` }))
}
