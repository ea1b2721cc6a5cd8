export type Part = 'renderer' | 'main' | 'preload' | 'deck' | 'licences'
export function isBuilt(part: Part): boolean
