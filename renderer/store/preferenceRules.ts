// The small edition of zod: each page loads this schema at first.
import * as z from 'zod/mini'
import { parseJson } from '../../shared/util/json.ts'

const Theme = z.enum(['system', 'light', 'dark'])

/**
 * How the panel looks in this browser. Kept there and nowhere else on purpose: a dark narrow dock and a light second
 * monitor show the same show. What is damaged falls back alone, and takes no other choice with it.
 */
export const ViewPreferences = z.object({
  theme: z.catch(Theme, 'system'),
  contrast: z.catch(z.enum(['system', 'more']), 'system'),
  motion: z.catch(z.enum(['system', 'reduce']), 'system'),
  textSize: z.catch(z.enum(['small', 'normal', 'large']), 'normal'),
  sceneSize: z.catch(z.enum(['small', 'medium', 'large']), 'medium'),
  sceneOrder: z.catch(z.enum(['project', 'name']), 'project'),
})
export type ViewPreferences = z.infer<typeof ViewPreferences>

export const DEFAULTS: ViewPreferences = ViewPreferences.parse({})

/** What was kept, as far as it makes sense. @param text null: nothing is kept yet */
export function readViewPreferences(text: string | null): ViewPreferences {
  // What somebody else wrote there, or half of it was written, is as good as nothing.
  const read = ViewPreferences.safeParse(parseJson(text ?? ''))
  return read.success ? read.data : DEFAULTS
}

/** The theme an address asks for, for a page nobody sets up by hand: a dock in another program. */
export function themeIn(search: string): Partial<ViewPreferences> {
  const read = Theme.safeParse(new URLSearchParams(search).get('theme'))
  return read.success ? { theme: read.data } : {}
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
