/** The places of the panel, and how to get to them by keys. */
export const PLACE_NAMES = {
  places: 'Places',
  show: 'Show',
  projects: 'Projects',
  setUp: 'Settings',
  byKeys: (name: string, key: string) => `${name} (G, then ${key.toUpperCase()})`,
} as const
