import type { Page } from 'playwright'
import { outside } from '../../build/words/pseudo.ts'
import type { AppState } from '../../shared/state.ts'

/** Something a page says, and where: a text, an attribute that is read out, the title, what a style writes. */
interface Said {
  where: string
  text: string
}

/** What of the state is somebody's own text, or a machine's: names, addresses, the words of the system. */
const DATA = new Set([
  ...['name', 'projectName', 'projectNames', 'leftOnAir', 'destinations', 'faulty', 'sceneName', 'label', 'account'],
  ...['about', 'message', 'error', 'problem', 'detail', 'file', 'path', 'baseUrl', 'version', 'code', 'accelerator'],
  ...['method', 'Electron', 'Chromium', 'Node', 'license', 'text', 'scenario'],
])

/** What stands outside the words and may, and why. */
const NO_WORDS: [RegExp, string][] = [
  [/\b(AM|PM)\b/g, 'Intl writes it into times of day'],
  [/\b(January|February|March|April|May|June|July|August|September|October|November|December)\b/g, 'Intl: dates'],
  [/\band\b/g, 'Intl writes it between names'],
]

/** What a page says that did not come from the words, with the place of each. */
export async function leaks(page: Page, state: AppState, more: unknown = null): Promise<string[]> {
  const data = [...dataIn(state), ...dataIn(more)].sort((a, b) => b.length - a.length)
  return (await page.evaluate(collectSaid)).flatMap(({ where, text }) => {
    let rest = outside(text)
    for (const one of data) rest = rest.replaceAll(one, ' ')
    for (const [allowed] of NO_WORDS) rest = rest.replaceAll(allowed, ' ')
    return /\p{L}/u.test(rest) ? [`${where}: ${text.trim().slice(0, 120)}`] : []
  })
}

function dataIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return DATA.has(key) && value !== '' ? spellings(value) : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => dataIn(one, Array.isArray(value) ? key : name))
}

/** As it stands in the state, and the host of an address, which is shown instead of it. */
const spellings = (value: string): string[] =>
  URL.canParse(value) && value.includes('//') ? [value, new URL(value).host] : [value]

/** Runs in the page. Keys and commands are typed as they stand, in every language. */
function collectSaid(): Said[] {
  const SPOKEN = ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'title', 'placeholder', 'alt']
  const where = (one: Element) => one.outerHTML.slice(0, 90)
  const said: Said[] = [{ where: 'the title of the page', text: document.title }]
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: parent } = node
    if (parent && !parent.closest('script, style, noscript, kbd, code, pre')) said.push({ where: where(parent), text: node.nodeValue ?? '' })
  }
  for (const one of document.querySelectorAll('body *')) {
    for (const name of SPOKEN) said.push({ where: `${name} of ${where(one)}`, text: one.getAttribute(name) ?? '' })
    for (const part of ['::before', '::after']) {
      const { content } = getComputedStyle(one, part)
      if (content.startsWith('"')) said.push({ where: `${part} of ${where(one)}`, text: content })
    }
  }
  return said
}
