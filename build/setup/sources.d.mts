export type Part = 'renderer' | 'main' | 'preload' | 'licences'
export function isBuilt(part: Part): boolean
