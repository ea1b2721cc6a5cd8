/**
 * Draws a page of a 15-key Stream Deck for the README: during a show, and once contact is lost.
 *
 *   node test/decks/readmePicture.ts
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { coloursOf } from '../../build/icons/colours.ts'
import { launch } from '../../build/setup/chromium.ts'
import { keySvg } from '../../electron/decks/streamdeck/draw.ts'
import { faceOf, type View } from '../../shared/decks/face.ts'
import type { KeyState } from '../../shared/decks/meaning.ts'
import { shoot } from '../renderer/draw.ts'
import { keyOf, SCENES, viewOf } from './shown.ts'

const IMAGE = fileURLToPath(new URL('../../.github/images/deck.png', import.meta.url))

const scenes = ['Opening', 'Talk', 'Guest', 'Break'].map((name, at) => ({ number: at + 1, id: `s${at + 1}`, name }))
const state = {
  scenes,
  activeScene: 's4',
  nextScene: null,
  backScene: SCENES[0]?.id ?? null,
  unsynced: { some: true, count: 1 },
}

const PAGE: KeyState[] = [
  ...[keyOf('tally'), ...scenes.map(({ number }) => keyOf('scene', { scene: String(number) }))],
  ...(['goLive', 'previous', 'next', 'back', 'take'] as const).map((action) => keyOf(action)),
  ...[keyOf('stop', {}, { ring: 0.62 }), keyOf('sync'), keyOf('autoSync'), keyOf('padlock')],
  keyOf('macro', { macro: 'Show opening' }),
]

const STYLE = `
  body { margin: 0; width: max-content; padding: 30px; display: flex; align-items: start; gap: 30px; background: #3a424a }
  div { display: grid; grid-template-columns: repeat(5, 96px); grid-auto-rows: 96px; gap: 14px; padding: 24px; border-radius: 22px; background: #050607 }
  svg { width: 96px; height: 96px; border-radius: 12px }`

const deck = (view: View) =>
  `<div>${PAGE.map((key) => keySvg(key.action, faceOf(key, view), coloursOf('dark'))).join('')}</div>`

const browser = await launch()
const page = `<!doctype html><style>${STYLE}</style>${deck(viewOf({ ...state, nextScene: 's2' }, { now: 754_000 }))}${deck(viewOf(state, { isFresh: false }))}`
writeFileSync(IMAGE, await shoot(browser, page))
await browser.close()
