/** The tray's icons: equal to what the sources draw, and distinguishable by shape alone. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APP_SIZE, appIcon } from '../../build/icons/app.ts'
import { ICONS, rasterised, TRAY_ICONS } from '../../build/icons/draw.ts'
import { pixelsOf } from '../../build/icons/png.ts'
import { allPictures, type Picture, svgOf } from '../../build/icons/tray.ts'
import { launch } from '../../build/setup/chromium.ts'
import {
  ICON_SIZES,
  iconFiles,
  iconName,
  VARIANTS,
  type Variant,
  variantFor,
} from '../../electron/shell/tray/icon.ts'
import type { TrayIcon } from '../../electron/shell/tray/items.ts'
import { TALLIES } from '../../shared/tally.ts'

const fileOf = ({ icon, variant, size }: Picture) => join(TRAY_ICONS, iconName(icon, variant, size))
const kept = (picture: Picture) => pixelsOf(readFileSync(fileOf(picture))).pixels

/** How far a pixel may differ from that of another Chromium, which smooths edges a little differently. */
const TOLERANCE = 48

describe('the files', () => {
  let browser: Awaited<ReturnType<typeof launch>>
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  test('are what the sources draw', async () => {
    const page = await browser.newPage()
    const pictures = allPictures()
    const svgs = pictures.map((picture) => ({ svg: svgOf(picture), size: picture.size as number }))
    const drawn = await rasterised(page, [...svgs, { svg: appIcon(), size: APP_SIZE }])
    const app = pixelsOf(readFileSync(join(ICONS, 'app.png'))).pixels
    const old = pictures.filter((picture, index) => !isAlike(kept(picture), drawn[index]))
    expect(old.map(fileOf), 'run node build/icons/draw.ts').toEqual([])
    expect(isAlike(app, drawn.at(-1)), 'run node build/icons/draw.ts').toBe(true)
  })

  test('are these, and no others', () => {
    const names = allPictures().map(({ icon, variant, size }) => iconName(icon, variant, size))
    expect(readdirSync(TRAY_ICONS).toSorted()).toEqual(names.toSorted())
  })
})

function isAlike(one: Uint8Array, other: Uint8Array | undefined): boolean {
  return one.length === other?.length && one.every((byte, index) => isNear(one, other, byte, index))
}

/** The colour of an almost transparent pixel does not count. */
function isNear(one: Uint8Array, other: Uint8Array, byte: number, index: number): boolean {
  const alpha = Math.max(one[index | 3] ?? 0, other[index | 3] ?? 0)
  return alpha < TOLERANCE || Math.abs(byte - (other[index] ?? 0)) <= TOLERANCE
}

/** The lightest and the darkest panels. */
const PANELS = { light: 245, dark: 28 } as const
const PANELS_OF: Record<Variant, readonly (keyof typeof PANELS)[]> = {
  onDark: ['dark'],
  onLight: ['light'],
  outlined: ['light', 'dark'],
  template: ['light'],
}

/** The brightness of every pixel on a panel: all that is left of an icon without colour. */
function greys(pixels: Uint8Array, panel: number): number[] {
  return Array.from({ length: pixels.length / 4 }, (_, at) => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(4 * at, 4 * at + 4)
    const luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return panel + ((luma - panel) * alpha) / 255
  })
}

/** A difference in brightness that is visible next to its neighbour. */
const SEEN = 50

const isSeen = (one: number, other: number): boolean => Math.abs(one - other) > SEEN
const differing = (one: readonly number[], other: readonly number[]) =>
  one.filter((grey, at) => isSeen(grey, other[at] ?? 0)).length

/**
 * What is drawn and what is not, whatever its brightness: only the shape. An outlined icon brings its own background.
 */
function shapeOf(pixels: Uint8Array, panel: number, variant: Variant): number[] {
  const ground = variant === 'outlined' ? PANELS.dark : panel
  return greys(pixels, panel).map((grey) => (isSeen(grey, ground) ? 255 : 0))
}

/** At least this many of the 256 pixels must differ, or two icons look the same. */
const LEAST = 10

describe.each(VARIANTS)('drawn %s at 16 pixels', (variant) => {
  const icons = [false, true].flatMap((rehearsal) => TALLIES.map((tally): TrayIcon => ({ tally, rehearsal })))
  const pixels = (icon: TrayIcon) => kept({ icon, variant, size: 16 })

  test.each(PANELS_OF[variant])('every icon is visible on a %s panel', (panel) => {
    const bare = Array.from({ length: 256 }, () => PANELS[panel])
    for (const icon of icons)
      expect(differing(greys(pixels(icon), PANELS[panel]), bare), JSON.stringify(icon)).toBeGreaterThan(30)
  })

  test.each(PANELS_OF[variant])('any two differ on a %s panel by shape alone', (panel) => {
    const shapes = icons.map((icon) => [JSON.stringify(icon), shapeOf(pixels(icon), PANELS[panel], variant)] as const)
    const alike = shapes.flatMap(([name, shape], index) =>
      shapes
        .slice(index + 1)
        .map(([other, otherShape]) => ({ name, other, by: differing(shape, otherShape) }))
        .filter(({ by }) => by < LEAST),
    )
    expect(alike).toEqual([])
  })
})

test('every file for a system exists, in the size of its scale', () => {
  for (const platform of ['linux', 'win32', 'darwin', 'freebsd'])
    for (const dark of [true, false, null])
      for (const { icon } of allPictures()) {
        const files = iconFiles(TRAY_ICONS, icon, { platform, variant: variantFor(platform, dark) })
        const sides = files.map(({ file }) => (existsSync(file) ? pixelsOf(readFileSync(file)).size : 0))
        const base = sides[0] ?? 0
        expect(files[0]?.scaleFactor).toBe(1)
        expect(sides).toEqual(files.map(({ scaleFactor }) => base * scaleFactor))
        expect(ICON_SIZES).toContain(base)
      }
})

test.each([
  [1, 16],
  [1.25, 20],
  [1.5, 24],
  [1.75, 32],
  [2, 32],
  [3, 48],
  [4, 48],
])('Windows gets one picture, as sharp as a screen of scale %s needs it: %s pixels', (scale, size) => {
  const icon = { tally: 'live', rehearsal: false } as const
  const [file, ...others] = iconFiles(TRAY_ICONS, icon, { platform: 'win32', variant: 'onDark', scale })
  expect([file?.scaleFactor, others]).toEqual([1, []])
  expect(pixelsOf(readFileSync(file?.file ?? '')).size).toBe(size)
})

test('macOS gets plain black, to colour it itself', () => {
  for (const picture of allPictures().filter((one) => one.variant === variantFor('darwin', null)))
    expect(kept(picture).every((byte, index) => index % 4 === 3 || byte === 0)).toBe(true)
})
