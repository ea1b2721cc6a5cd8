import type { Translation } from '../../../../shared/words/translation.ts'

/** A module that extends the English module it translates. */
export * from '../../../../shared/words/panel/setup.ts'
export const SETUP_LOADING = 'Wird geöffnet…'
export type Held = Translation<typeof import('./setup.ts'), typeof import('../../../../shared/words/panel/setup.ts')>
