/** In characters: no command accepts a longer id. */
const LONGEST_ID = 200

/**
 * Ids are opaque, and they are keys of plain objects in the state: one that every object inherits (`constructor`,
 * `__proto__`) would find a value that was never stored, and writing to it would change all objects. Patches to
 * `prototype` are refused wherever patches are accepted.
 */
export const canBeKey = (id: string): boolean =>
  id.length <= LONGEST_ID && !(id in Object.prototype) && id !== 'prototype'
export const NO_KEY = 'cannot be an id'
