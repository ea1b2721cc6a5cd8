/** The places of the panel. */
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

/** What leads to a place, after the first of these: what they write. In the order the places stand in. */
export const PLACES_KEY = 'g'
export const PLACE_KEYS = {
  ...{ show: 's', projects: 'p', build: 'b', schedule: 'c', files: 'f', reports: 'r', setUp: 'u' },
} as const
type KeyPlace = keyof typeof PLACE_KEYS

/** With the keys that lead there. */
export const placeWithKeys = (place: KeyPlace): string =>
  `${PLACE_NAMES[place]}: ${PLACES_KEY.toUpperCase()}, then ${PLACE_KEYS[place].toUpperCase()}`
/** The same of all of them, after the first key. */
export function placesByKeys(): string {
  const places = Object.keys(PLACE_KEYS) as KeyPlace[]
  return `Then ${places.map((place) => `${PLACE_KEYS[place].toUpperCase()} (${PLACE_NAMES[place]})`).join(', ')}.`
}

/** What Build is marked with. @param changes e.g. "3 changes" */
export const PLACE_WAITS = (changes: string): string => `${changes} not on air yet`

/** What is to be found behind More. */
export const PLACE_ABOUT = {
  projects: 'Find one, make one, look at its past',
  reports: 'Views, revenue, what played',
  setUp: 'Accounts, rehearsal, appearance',
} as const
