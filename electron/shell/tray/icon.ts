/** Which pictures a system's tray takes, and where they lie. */
import { join } from 'node:path'
import type { TrayIcon } from './items.ts'

/**
 * `onDark`, `onLight`: for a panel whose colour is known. `outlined`: for one whose colour is not. `template`: macOS
 * colours it itself, so that only its shape tells.
 */
export const VARIANTS = ['onDark', 'onLight', 'outlined', 'template'] as const
export type Variant = (typeof VARIANTS)[number]

/** Every picture is drawn for so many pixels a side: scaled ones would blur. */
export const ICON_SIZES = [16, 20, 24, 32, 48] as const
export type IconSize = (typeof ICON_SIZES)[number]

/** Sizes by the scale of the screen. Linux panels are 22 to 24 pixels high, the others 16. */
const SCALES: Record<'darwin' | 'else', Readonly<Record<string, IconSize>>> = {
  darwin: { 1: 16, 2: 32, 3: 48 },
  else: { 1: 24, 2: 48 },
}

/** Windows takes the one picture for a scale of 1, whatever the screen's is (electron 45: electron_api_native_image.cc). */
const windowsSize = (scale: number): IconSize => ICON_SIZES.find((size) => size >= 16 * scale) ?? 48

/** @param dark is the panel dark? Null: nobody can tell */
export function variantFor(platform: string, dark: boolean | null): Variant {
  if (platform === 'darwin') return 'template'
  return dark === null ? 'outlined' : dark ? 'onDark' : 'onLight'
}

export function iconName({ tally, rehearsal }: TrayIcon, variant: Variant, size: IconSize): string {
  return `${tally}${rehearsal ? '.rehearsal' : ''}.${variant}.${size}.png`
}

/** The files of one picture by the scale they are for. @param dir where the pictures of the tray lie; `scale`: the screen's */
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
