/** Literal English texts become `string`, so that a translation may have any text in their place. */
type Said<English> = English extends string
  ? string
  : English extends (...asked: infer Asked) => infer Answer
    ? (...asked: Asked) => Said<Answer>
    : English extends object
      ? { [Name in keyof English]: Said<English[Name]> }
      : English

/** What a translated module must export: everything that the English one does, with the same parameters. */
export type Words<English> = { [Name in keyof English]: Said<English[Name]> }

/**
 * Checks a translated module against the English one; the compiler names missing exports and different parameters. Put
 * it at the module's end: `export type Held = Translation<typeof import('./show/show.ts'), typeof import('../show.ts')>`.
 */
export type Translation<Module extends Words<English>, English> = Module
