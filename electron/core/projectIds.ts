/** What every object has under these names is no project, and patches to them are refused wherever they are taken in. */
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** Can a project be known under this id? Ids are the service's, and may come from a file. */
export const isPlainId = (id: string): boolean => !RESERVED.has(id)
