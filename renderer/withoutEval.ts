/**
 * The content policy forbids code made from strings, which zod would try as soon as a schema is created. The first
 * script does not contain zod; zod, loaded later, finds its configuration here (`globalConfig` in
 * `zod/v4/core/core.ts`).
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
