import type { Page } from 'playwright'
import { ACCENTS, CLOSE, GROWTH, OPEN } from '../../build/words/pseudo.ts'

/** Replaces every pseudo-locale text of a page with English: the same page with its shorter words. */
export async function putIntoEnglish(page: Page): Promise<void> {
  const letters = [...ACCENTS].map(([plain, accented]) => [accented, plain] as const)
  await page.evaluate(replaceTexts, { letters, grown: GROWTH, between: `${OPEN}([^${OPEN}${CLOSE}]*)${CLOSE}` })
}

interface Pseudo {
  letters: (readonly [accented: string, plain: string])[]
  grown: string
  /** A regular expression that matches pseudo-locale text. */
  between: string
}

/** Runs in the page. */
function replaceTexts({ letters, grown, between }: Pseudo): void {
  const plain = new Map(letters)
  const english = (text: string) =>
    text.replaceAll(new RegExp(between, 'gu'), (_, pseudo: string) =>
      [...pseudo].map((letter) => (grown.includes(letter) ? '' : (plain.get(letter) ?? letter))).join(''),
    )
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) node.nodeValue = english(node.nodeValue ?? '')
  for (const one of document.querySelectorAll('body *'))
    for (const attribute of one.attributes) attribute.value = english(attribute.value)
}
