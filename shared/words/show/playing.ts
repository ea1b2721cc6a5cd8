/** What plays now on the show screen, for how long, and how loud it is. */
import { clockTime, span } from '../format.ts'

export const PLAYING_WORDS = {
  now: 'Now playing',
  first: 'Plays first',
  loading: 'Reading what plays…',
  failed: 'What plays could not be read.',
  nothing: 'No file is playing.',
  nothingFirst: 'The active scene plays no file.',
  readAgo: (ms: number) => `read ${span(ms)} ago`,
  shuffled: 'Any file of a shuffled list',
  estimated: 'Estimated',
  left: (ms: number, isKnown: boolean) => `${isKnown ? '' : '≈ '}${clockTime(Math.ceil(ms / 1000))} left`,
  length: (ms: number) => `≈ ${clockTime(Math.round(ms / 1000))}`,
  notKnown: 'time left not known',
  next: (name: string) => `Next: ${name}`,
  noNext: 'What follows is not known.',
  volume: (layer: string) => `Volume: ${layer}`,
  ofTen: (volume: number) => `${volume} of 10`,
  afterSync: 'Sync puts a new volume on air.',
  atOnce: 'A new volume is on air at once.',
} as const
