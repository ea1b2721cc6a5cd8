/**
 * The content policy forbids code made from strings, which zod would try as soon as a schema is made. The first script has
 * no zod: this is where zod, coming later, finds its configuration (`globalConfig` in `zod/v4/core/core.ts`).
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
