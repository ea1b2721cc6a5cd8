/** English texts stand in it as they are; any other text may stand there in another language. */
type Said<English> = English extends string
  ? string
  : English extends (...asked: infer Asked) => infer Answer
    ? (...asked: Asked) => Said<Answer>
    : English extends object
      ? { [Name in keyof English]: Said<English[Name]> }
      : English

/** What a module of words must export in another language: all that the English one does, asked in the same way. */
export type Words<English> = { [Name in keyof English]: Said<English[Name]> }

/**
 * Holds a translated module to the English one; the compiler names what is missing or asked otherwise. It stands at the
 * module's end: `export type Held = Translation<typeof import('./show.ts'), typeof import('../show.ts')>`.
 */
export type Translation<Module extends Words<English>, English> = Module
