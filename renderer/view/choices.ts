import * as z from 'zod'

/**
 * How the panel looks in this browser. Kept there and nowhere else on purpose: a dark narrow dock and a light second
 * monitor show the same show. What is damaged falls back alone, and takes no other choice with it.
 */
export const Choices = z.object({
  theme: z.enum(['system', 'light', 'dark']).catch('system'),
  contrast: z.enum(['system', 'more']).catch('system'),
  motion: z.enum(['system', 'reduce']).catch('system'),
  textSize: z.enum(['small', 'normal', 'large']).catch('normal'),
  sceneSize: z.enum(['small', 'medium', 'large']).catch('medium'),
  sceneOrder: z.enum(['project', 'name']).catch('project'),
})
export type Choices = z.infer<typeof Choices>

export const DEFAULTS: Choices = Choices.parse({})

/** What was kept, as far as it makes sense. @param text null: nothing is kept yet */
export function readChoices(text: string | null): Choices {
  const read = Choices.safeParse(parsed(text))
  return read.success ? read.data : DEFAULTS
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    // Somebody else wrote there, or half of it was written: as good as nothing.
    return null
  }
}

/** The theme an address asks for, for a page nobody sets up by hand: a dock in another program. */
export function themeAsked(search: string): Partial<Choices> {
  const read = Choices.shape.theme.unwrap().safeParse(new URLSearchParams(search).get('theme'))
  return read.success ? { theme: read.data } : {}
}

/** What the styles answer to, on the page's root. Null: not there, as the system has it. */
export function attributesOf({ theme, contrast, motion, textSize }: Choices): Record<string, string | null> {
  return {
    'data-theme': theme === 'system' ? null : theme,
    'data-contrast': contrast === 'system' ? null : contrast,
    'data-motion': motion === 'system' ? null : motion,
    'data-size': textSize === 'normal' ? null : textSize,
  }
}
