/** In characters: no command takes a longer one. */
const LONGEST_ID = 200

/**
 * Ids are opaque, and they are keys of plain objects in the state: one that every object answers to (`constructor`,
 * `__proto__`) would find what nobody put there, and writing to it would change what all objects share. Patches to
 * `prototype` are refused wherever patches are taken in.
 */
export const canBeKey = (id: string): boolean =>
  id.length <= LONGEST_ID && !(id in Object.prototype) && id !== 'prototype'
export const NO_KEY = 'cannot be an id'
