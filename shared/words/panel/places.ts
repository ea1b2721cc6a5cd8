/** The panel's screens. */
export const PLACE_NAMES = {
  places: 'Places',
  skip: 'Skip to the screen',
  show: 'Show',
  projects: 'Projects',
  build: 'Build',
  schedule: 'Schedule',
  files: 'Files',
  reports: 'Reports',
  setUp: 'Settings',
  more: 'More',
} as const

/** The key sequences that open a screen: `PLACES_KEY`, then one of `PLACE_KEYS`. In display order. */
export const PLACES_KEY = 'g'
export const PLACE_KEYS = {
  ...{ show: 's', projects: 'p', build: 'b', schedule: 'c', files: 'f', reports: 'r', setUp: 'u' },
} as const
type KeyPlace = keyof typeof PLACE_KEYS

/** A screen's name with its key sequence. */
export const placeWithKeys = (place: KeyPlace): string =>
  `${PLACE_NAMES[place]}: ${PLACES_KEY.toUpperCase()}, then ${PLACE_KEYS[place].toUpperCase()}`
/** All second keys, shown after the first. */
export function placesByKeys(): string {
  const places = Object.keys(PLACE_KEYS) as KeyPlace[]
  return `Then ${places.map((place) => `${PLACE_KEYS[place].toUpperCase()} (${PLACE_NAMES[place]})`).join(', ')}.`
}

/** The mark on Build. @param changes e.g. "3 changes" */
export const PLACE_WAITS = (changes: string): string => `${changes} not on air yet`

/** Descriptions of the screens under More. */
export const PLACE_ABOUT = {
  projects: 'Find one, make one, look at its past',
  reports: 'Views, revenue, what played',
  setUp: 'Accounts, rehearsal, appearance',
} as const
