/** Which icon files the tray of each system needs. Whether it is the stale one is decided in `shared/tally.ts`. */
import { join } from 'node:path'
import type { TrayIcon } from './items.ts'

/**
 * `onDark`, `onLight`: for a panel of known color. `outlined`: for a panel of unknown color. `template`: macOS colors
 * it itself, so that only its shape carries meaning.
 */
export const VARIANTS = ['onDark', 'onLight', 'outlined', 'template'] as const
export type Variant = (typeof VARIANTS)[number]

/** Each icon is drawn for these sizes, in pixels per side: scaled icons would blur. */
export const ICON_SIZES = [16, 20, 24, 32, 48] as const
export type IconSize = (typeof ICON_SIZES)[number]

/** Sizes by the scale of the screen. Linux panels are 22 to 24 pixels high, others 16. */
const SCALES: Record<'darwin' | 'else', Readonly<Record<string, IconSize>>> = {
  darwin: { 1: 16, 2: 32, 3: 48 },
  else: { 1: 24, 2: 48 },
}

/**
 * Windows takes a single image for scale 1, whatever the scale of the screen (electron 45:
 * electron_api_native_image.cc).
 */
const windowsSize = (scale: number): IconSize => ICON_SIZES.find((size) => size >= 16 * scale) ?? 48

/** @param dark is the panel dark? Null: unknown */
export function variantFor(platform: string, dark: boolean | null): Variant {
  if (platform === 'darwin') return 'template'
  return dark === null ? 'outlined' : dark ? 'onDark' : 'onLight'
}

export function iconName({ tally, rehearsal }: TrayIcon, variant: Variant, size: IconSize): string {
  return `${tally}${rehearsal ? '.rehearsal' : ''}.${variant}.${size}.png`
}

/** The files of one icon, by the scale they are for. @param dir the folder of the tray icons; `scale`: the screen's */
export function iconFiles(
  dir: string,
  icon: TrayIcon,
  { platform, variant, scale = 1 }: { platform: string; variant: Variant; scale?: number },
) {
  if (platform === 'win32') return [{ scaleFactor: 1, file: join(dir, iconName(icon, variant, windowsSize(scale))) }]
  const scales = platform === 'darwin' ? SCALES.darwin : SCALES.else
  return Object.entries(scales)
    .map(([scale, size]) => ({ scaleFactor: Number(scale), file: join(dir, iconName(icon, variant, size)) }))
    .toSorted((one, other) => one.scaleFactor - other.scaleFactor)
}
