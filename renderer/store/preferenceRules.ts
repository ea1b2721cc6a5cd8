import { parseJson } from '../../shared/util/json.ts'

/** The allowed choices. Checked without a schema library, because each page reads them before its first paint. */
const CHOICES = {
  theme: ['system', 'light', 'dark'],
  contrast: ['system', 'more'],
  motion: ['system', 'reduce'],
  textSize: ['small', 'normal', 'large'],
  sceneSize: ['small', 'medium', 'large'],
  sceneOrder: ['project', 'name'],
  alarm: ['on', 'off'],
  preview: ['off', 'on'],
} as const

/**
 * How the panel looks in this browser. Intentionally stored only there: a dark narrow dock and a light second monitor
 * may show the same show.
 */
export type ViewPreferences = { [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] }

export const DEFAULTS: ViewPreferences = {
  ...{ theme: 'system', contrast: 'system', motion: 'system' },
  ...{ textSize: 'normal', sceneSize: 'medium', sceneOrder: 'project', alarm: 'on', preview: 'off' },
}

/**
 * Parses the stored preferences. Each invalid value falls back to its default alone.
 *
 * @param text null: nothing is stored yet
 */
export function readViewPreferences(text: string | null): ViewPreferences {
  const kept: unknown = parseJson(text ?? '')
  // Foreign or truncated content counts as nothing stored.
  if (typeof kept !== 'object' || kept === null) return DEFAULTS
  const known = Object.entries(kept).filter(([name, value]) => isChoice(name, value))
  return { ...DEFAULTS, ...Object.fromEntries(known) }
}

const isChoice = (name: string, value: unknown): boolean =>
  Object.hasOwn(CHOICES, name) && (CHOICES[name as keyof ViewPreferences] as readonly unknown[]).includes(value)

/** The theme that an address sets, for pages without a user to set them up, such as a dock in another program. */
export function themeIn(search: string): Partial<ViewPreferences> {
  const theme = new URLSearchParams(search).get('theme')
  return isChoice('theme', theme) ? { theme: theme as ViewPreferences['theme'] } : {}
}

/** The attributes of the root element that the stylesheets use. Null: absent, which follows the system. */
export function attributesOf({ theme, contrast, motion, textSize }: ViewPreferences): Record<string, string | null> {
  return {
    'data-theme': theme === 'system' ? null : theme,
    'data-contrast': contrast === 'system' ? null : contrast,
    'data-motion': motion === 'system' ? null : motion,
    'data-size': textSize === 'normal' ? null : textSize,
  }
}
