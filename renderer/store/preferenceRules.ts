import { parseJson } from '../../shared/util/json.ts'

/** What can be chosen. Checked by hand, as each page reads it before its first picture. */
const CHOICES = {
  theme: ['system', 'light', 'dark'],
  contrast: ['system', 'more'],
  motion: ['system', 'reduce'],
  textSize: ['small', 'normal', 'large'],
  sceneSize: ['small', 'medium', 'large'],
  sceneOrder: ['project', 'name'],
} as const

/**
 * How the panel looks in this browser. Kept there and nowhere else on purpose: a dark narrow dock and a light second
 * monitor show the same show.
 */
export type ViewPreferences = { [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] }

export const DEFAULTS: ViewPreferences = {
  ...{ theme: 'system', contrast: 'system', motion: 'system' },
  ...{ textSize: 'normal', sceneSize: 'medium', sceneOrder: 'project' },
}

/**
 * What was kept, as far as it makes sense: what is damaged falls back alone, and takes no other choice with it.
 *
 * @param text null: nothing is kept yet
 */
export function readViewPreferences(text: string | null): ViewPreferences {
  const kept: unknown = parseJson(text ?? '')
  // What somebody else wrote there, or half of it was written, is as good as nothing.
  if (typeof kept !== 'object' || kept === null) return DEFAULTS
  const known = Object.entries(kept).filter(([name, value]) => isChoice(name, value))
  return { ...DEFAULTS, ...Object.fromEntries(known) }
}

const isChoice = (name: string, value: unknown): boolean =>
  Object.hasOwn(CHOICES, name) && (CHOICES[name as keyof ViewPreferences] as readonly unknown[]).includes(value)

/** The theme an address asks for, for a page nobody sets up by hand: a dock in another program. */
export function themeIn(search: string): Partial<ViewPreferences> {
  const theme = new URLSearchParams(search).get('theme')
  return isChoice('theme', theme) ? { theme: theme as ViewPreferences['theme'] } : {}
}

/** What the styles answer to, on the page's root. Null: not there, as the system has it. */
export function attributesOf({ theme, contrast, motion, textSize }: ViewPreferences): Record<string, string | null> {
  return {
    'data-theme': theme === 'system' ? null : theme,
    'data-contrast': contrast === 'system' ? null : contrast,
    'data-motion': motion === 'system' ? null : motion,
    'data-size': textSize === 'normal' ? null : textSize,
  }
}
