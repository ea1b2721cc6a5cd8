/**
 * Draws every state × (wide, phone, dock) × (dark, light) on large sheets in `.cache/sheet`, a few states each, and from
 * the same drawings the README's pictures in `.github/images`.
 *
 *   node test/renderer/contactSheet.ts [state …]   only these states, and no pictures for the README
 *   node test/renderer/contactSheet.ts --readme    only the pictures for the README
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ViewportSize } from 'playwright'
import { DESKTOP_SHEET } from './desktopSheet.ts'
import { type Artist, isWhole, SIZES, shoot, startArtist, THEMES, type Theme } from './draw.ts'
import { SHOW_SHEET } from './everyState.ts'
import { SETUP_SHEET, type SetUpState } from './setupSheet.ts'
import { TROUBLE } from './sheet.ts'

const IMAGES = fileURLToPath(new URL('../../.github/images/', import.meta.url))

interface Picture {
  name: string
  viewport: ViewportSize
  theme: Theme
}
const picture = (name: string, viewport: ViewportSize, theme: Theme): Picture => ({ name, viewport, theme })

/** Each of them is one state, as it is seen without scrolling. */
const PICTURES: Record<string, Picture> = {
  'show.png': picture('unsynced', SIZES.wide, 'dark'),
  'light.png': picture('live', SIZES.wide, 'light'),
  'rehearsal.png': picture('showPlaying', SIZES.wide, 'dark'),
  'phone.png': picture('live', SIZES.phone, 'light'),
  'dock.png': picture('unsynced', { width: 320, height: 692 }, 'dark'),
}

const README_STYLE = `
  body { margin: 0; width: max-content; padding: 36px; display: flex; gap: 26px; background: #3a424a }
  img { height: 528px; border-radius: 9px }`

/** The panel in all of its forms, one beside the other. */
function composed(pictures: Record<string, Buffer>): string {
  const images = ['show.png', 'phone.png', 'dock.png'].map(
    (file) => `<img src="data:image/png;base64,${pictures[file]?.toString('base64')}" alt="">`,
  )
  return `<style>${README_STYLE}</style>${images.join('')}`
}

/** Draws the pictures that the README shows. */
async function drawReadme(artist: Artist): Promise<void> {
  const drawn: Record<string, Buffer> = {}
  for (const [file, { name, viewport, theme }] of Object.entries(PICTURES)) {
    const state = { ...SHOW_SHEET, ...SETUP_SHEET }[name]
    if (!state) throw new Error(`there is no state ${name}`)
    drawn[file] = await artist.draw({ name, state, viewport, theme, whole: false })
  }
  drawn['panel.png'] = await shoot(artist.browser, composed(drawn))
  for (const [file, png] of Object.entries(drawn)) {
    writeFileSync(`${IMAGES}${file}`, png)
    console.log(`${file}: ${Math.round(png.length / 1000)} kB`)
  }
}

const SHEETS = { show: SHOW_SHEET, trouble: TROUBLE, setup: SETUP_SHEET, desktop: DESKTOP_SHEET }
/** More would be too small to look at, or too large to open. */
const STATES_A_SHEET = 3
const SCALE = 0.62
/** What comes beneath is cut off: it is seen in `shots.ts`. */
const TALLEST = 1_500

const STYLE = `
  body { margin: 0; padding: 26px; background: #5b6269; color: #fff; font: 15px system-ui, sans-serif; width: max-content }
  h2 { font-size: 19px; margin: 24px 0 10px } h2:first-child { margin-top: 0 }
  .row { display: flex; gap: 14px; align-items: flex-start }
  figure { margin: 0 } figcaption { padding-bottom: 5px; color: #e6eaee }
  .cut { max-height: ${TALLEST}px; overflow: hidden } img { display: block }`

const size = (name: keyof typeof SIZES) => [name, SIZES[name]] as const
const folder = fileURLToPath(new URL('../../.cache/sheet/', import.meta.url))
mkdirSync(folder, { recursive: true })

/** One state, in every size and theme. */
async function rowOf(artist: Artist, name: string, state: SetUpState): Promise<string> {
  const figures: string[] = []
  for (const [label, viewport] of [size('wide'), size('phone'), size('dock')]) {
    for (const theme of THEMES) {
      const png = await artist.draw({ name, state, viewport, theme, whole: isWhole(name) })
      const image = `<img src="data:image/png;base64,${png.toString('base64')}" width="${viewport.width * SCALE}" alt="">`
      figures.push(`<figure><figcaption>${label}, ${theme}</figcaption><div class="cut">${image}</div></figure>`)
    }
  }
  return `<h2>${name}</h2><div class="row">${figures.join('')}</div>`
}

async function drawSheet(artist: Artist, file: string, states: readonly [string, SetUpState][]): Promise<void> {
  const rows: string[] = []
  for (const [name, state] of states) rows.push(await rowOf(artist, name, state))
  writeFileSync(`${folder}${file}.png`, await shoot(artist.browser, `<style>${STYLE}</style>${rows.join('')}`))
  console.log(`${file}.png: ${states.map(([name]) => name).join(', ')}`)
}

const asked = process.argv.slice(2).filter((one) => !one.startsWith('--'))
const onlyReadme = process.argv.includes('--readme')
const artist = await startArtist()
for (const [group, sheet] of Object.entries(onlyReadme ? {} : SHEETS)) {
  const states = Object.entries(sheet).filter(([name]) => asked.length === 0 || asked.includes(name))
  for (let from = 0; from < states.length; from += STATES_A_SHEET) {
    const file = `${group}-${String(from / STATES_A_SHEET + 1).padStart(2, '0')}`
    await drawSheet(artist, file, states.slice(from, from + STATES_A_SHEET))
  }
}
if (asked.length === 0) await drawReadme(artist)
await artist.end()
console.log(`Sheets in ${folder}`)
