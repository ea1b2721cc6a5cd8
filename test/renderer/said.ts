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
  [/\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/g, 'Intl: days'],
  [/\b(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g, 'Intl: months'],
  [/\b\d+p\b/g, 'resolutions, as everybody writes them'],
  [/\bUTC\b/g, 'Intl: the name of a time zone'],
  [/\band\b/g, 'Intl writes it between names'],
  [/^(Electron|Chromium|Node)$/g, 'programs, by their names'],
  [/^(GET|POST|PATCH|PUT|DELETE)$/g, 'methods, as they are sent'],
]

/** What a page says that did not come from the words, with the place of each. */
export async function leaks(page: Page, state: AppState, more: unknown = null): Promise<string[]> {
  const data = [...dataIn(state), ...dataIn(more)].sort((a, b) => b.length - a.length)
  return (await page.evaluate(collectSaid)).flatMap(({ where, text }) => {
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

/** As it stands in the state, and the host of an address, which is shown instead of it. */
const spellings = (value: string): string[] =>
  URL.canParse(value) && value.includes('//') ? [value, new URL(value).host] : [value]

/** Runs in the page. Keys and commands are typed as they stand, in every language. */
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
    // What may break anywhere is one text in several pieces.
    const text = parent.querySelector(':scope > wbr') ? parent.textContent : node.nodeValue
    said.push({ where: '', text: text ?? '', one: parent })
  }
  for (const one of document.querySelectorAll('body *')) {
    for (const name of SPOKEN) said.push({ where: `${name} of `, text: one.getAttribute(name) ?? '', one })
  }
  return said
    .filter(({ text }) => /\p{L}/u.test(text.replaceAll(/⟦[^⟦⟧]*⟧/gu, '')))
    .map(({ one, ...said }) => ({ ...said, where: `${said.where}${one?.outerHTML.slice(0, 90) ?? ''}` }))
}
