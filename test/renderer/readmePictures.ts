/**
 * Draws the README's pictures into `.github/images`.
 *
 * node test/renderer/readmePictures.ts
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ViewportSize } from 'playwright'
import { SIZES, shoot, startArtist, type Theme } from './draw.ts'
import { EVERY_STATE } from './everyState.ts'

const IMAGES = fileURLToPath(new URL('../../.github/images/', import.meta.url))

const picture = (name: string, viewport: ViewportSize, theme: Theme) => ({ name, viewport, theme })

/** Each is one state, as visible without scrolling. */
const PICTURES = {
  'show.png': picture('unsynced', SIZES.wide, 'dark'),
  'light.png': picture('live', SIZES.wide, 'light'),
  'rehearsal.png': picture('showPlaying', SIZES.wide, 'dark'),
  'phone.png': picture('live', SIZES.phone, 'light'),
  'build.png': picture('build', SIZES.wide, 'dark'),
  'schedule.png': picture('schedule', SIZES.wide, 'dark'),
  'files.png': picture('files', SIZES.wide, 'dark'),
  'reports.png': picture('reportsOne', SIZES.wide, 'dark'),
  'dock.png': picture('unsynced', { width: 320, height: 692 }, 'dark'),
}

const README_STYLE = `
  body { margin: 0; width: max-content; padding: 36px; display: flex; gap: 26px; background: #3a424a }
  img { height: 528px; border-radius: 9px }`

/** The panel in its three forms, side by side. */
function composed(pictures: Record<string, Buffer>): string {
  const images = ['show.png', 'phone.png', 'dock.png'].map(
    (file) => `<img src="data:image/png;base64,${pictures[file]?.toString('base64')}" alt="">`,
  )
  return `<style>${README_STYLE}</style>${images.join('')}`
}

const artist = await startArtist()
const drawn: Record<string, Buffer> = {}
for (const [file, { name, viewport, theme }] of Object.entries(PICTURES)) {
  const state = new Map(EVERY_STATE).get(name)
  if (!state) throw new Error(`there is no state ${name}`)
  drawn[file] = await artist.draw({ name, state, viewport, theme, whole: false })
}
drawn['panel.png'] = await shoot(artist.browser, composed(drawn))
await artist.end()
for (const [file, png] of Object.entries(drawn)) {
  writeFileSync(`${IMAGES}${file}`, png)
  console.log(`${file}: ${Math.round(png.length / 1000)} kB`)
}
