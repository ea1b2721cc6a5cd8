/**
 * Draws all icons into `build/icons`: the tray's by name and size, and the app's.
 *
 *   node build/icons/draw.ts
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { iconName } from '../../electron/shell/tray/icon.ts'
import { launch } from '../setup/chromium.ts'
import { APP_SIZE, appIcon } from './app.ts'
import { pngOf } from './png.ts'
import { allPictures, svgOf } from './tray.ts'

/** The folder of the drawn pictures. */
export const ICONS = import.meta.dirname
export const TRAY_ICONS = join(ICONS, 'tray')

export interface Drawing {
  svg: string
  /** Pixels per side. */
  size: number
}

/** Draws SVGs in a browser, each in its own size; resolves with their pixels. */
export async function rasterised(page: Page, svgs: readonly Drawing[]): Promise<Uint8Array[]> {
  const drawn = await page.evaluate(async (all) => {
    const canvas = document.createElement('canvas')
    const pixels: string[] = []
    for (const { svg, size } of all) {
      const image = new Image()
      image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
      await image.decode()
      canvas.width = canvas.height = size
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0, size, size)
      const { data } = context?.getImageData(0, 0, size, size) ?? { data: new Uint8ClampedArray() }
      pixels.push(Array.from(data, (byte) => String.fromCharCode(byte)).join(''))
    }
    return pixels
  }, svgs)
  return drawn.map((bytes) => Buffer.from(bytes, 'latin1'))
}

const NOTHING = new Uint8Array()

async function draw(): Promise<void> {
  const browser = await launch()
  const page = await browser.newPage()
  const pictures = allPictures()
  const drawings = pictures.map((picture): Drawing => ({ svg: svgOf(picture), size: picture.size }))
  const [app, ...drawn] = await rasterised(page, [{ svg: appIcon(), size: APP_SIZE }, ...drawings])
  await browser.close()
  rmSync(TRAY_ICONS, { recursive: true, force: true })
  mkdirSync(TRAY_ICONS)
  for (const [index, { icon, variant, size }] of pictures.entries())
    writeFileSync(join(TRAY_ICONS, iconName(icon, variant, size)), pngOf(drawn[index] ?? NOTHING, size))
  writeFileSync(join(ICONS, 'app.png'), pngOf(app ?? NOTHING, APP_SIZE))
  console.log(`${drawn.length} pictures in build/icons/tray, and build/icons/app.png`)
}

if (import.meta.main) await draw()
