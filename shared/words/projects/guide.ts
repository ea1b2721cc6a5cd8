import { counted, span } from '../format.ts'

/** 24/7 in five steps, for users who never heard the word "scene". */
export const GUIDE_WORDS = {
  title: '24/7 in five steps',
  later: 'Finish later',
  leave: 'Leave whenever you like: it carries on where you stopped.',
  next: 'Next',
  nextCheck: 'Next: check',
  back: 'Back',
  sceneName: 'Main',
  videosHint: 'They play in this order, then start again. Importing goes on while you do the rest.',
  placed: 'Your videos are in place. What you import now is added in step 3, with Add files.',
  noVideos: 'No videos yet. Import some, or choose from those in your account.',
  needVideo: 'Choose at least one video first.',
  needList: 'Put your videos in place first.',
  choose: 'Choose files',
  failed: 'Some imports failed: Files says why.',
  create: 'Create it',
  takeFound: 'Carry on with it',
  created: 'It is created. Name and channels can be changed under Projects.',
  untilStopped: 'It runs until you stop it.',
  makeList: 'Put the videos in place',
  noList: 'The videos are not in place yet.',
  loops: 'After the last video it starts again.',
  shuffle: 'Shuffle each round',
} as const

export const STEP_WORDS = {
  videos: { name: 'Bring in videos', about: 'what people will watch' },
  name: { name: 'Name and channels', about: 'where it goes' },
  order: { name: 'Order and loop', about: 'what plays, in which order' },
  check: { name: 'Check', about: 'logins, files, end' },
  live: { name: 'Go live', about: 'one press' },
} as const

export const videosText = (count: number): string => counted(count, 'video')

/** The duration of one round, and how often it plays per day. @param seconds null: unknown */
export function roundText(seconds: number | null): string | null {
  if (!seconds) return null
  const times = Math.floor(86_400 / seconds)
  return times > 1
    ? `${span(seconds * 1_000)} a round, about ${counted(times, 'time')} a day`
    : `${span(seconds * 1_000)} a round`
}

export const stillComing = (count: number): string =>
  `${counted(count, 'video')} still importing. Once there: Add files puts them in.`

/** @param count how many of the videos cannot be played without encoding */
export const needUsable = (count: number): string =>
  `${counted(count, 'video')} cannot play yet. Encode first, and go on when that is done.`

export const removeVideo = (name: string): string => `Remove ${name}`
export const importingAt = (percent: number | null): string =>
  percent === null ? 'waiting to import' : `importing, ${Math.round(percent)} %`
