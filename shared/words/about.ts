/** What Cuelight is made of, and under which licences. */
import { counted } from './format.ts'

export const ABOUT_HEADINGS = {
  cuelight: 'Cuelight',
  licences: 'Third-party licences',
} as const

export const ABOUT_WORDS = {
  what: 'A cue light for live streams: says what is on air, and acts by one key.',
  version: 'Version',
  licence: 'Licence',
  own: 'MIT',
  licencesAbout: 'Thank you to everybody who made these.',
  filter: 'Find a part',
  loading: 'Reading the licences…',
  missing:
    'The list of licences is not beside this page: it is made when Cuelight is built. In a checkout, each part has its licence in its own folder in node_modules.',
  noMatch: 'No part and no licence is called that.',
  noText: 'It brings no text of its own: the licence named above is meant.',
} as const

export const partsCounted = (count: number): string => counted(count, 'part')
