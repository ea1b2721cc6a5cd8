import { counted, span, when } from '../format.ts'

/** 24/7 in five steps, for users who never heard the word "scene". */
export const GUIDE_WORDS = {
  title: '24/7 in five steps',
  later: 'Finish later',
  leave: 'Leave whenever you like: it carries on where you stopped.',
  next: 'Next',
  nextCheck: 'Next: check',
  onShow: 'The check and Go live are on the Show screen.',
  back: 'Back',
  sceneName: 'Main',
  videosHint: 'They play in this order, then start again. Go on once one is here: the others import meanwhile.',
  placed: 'Your videos are in place. What you import now is added in step 3, with Add files.',
  noVideos: 'No videos yet. Import some, or choose from those in your account.',
  needVideo: 'Choose at least one video first.',
  needImport: 'Wait until one of the videos is imported, or choose one of your account.',
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

export const FOLLOWS_NAMES = {
  title: 'Tomorrow’s scene',
  make: 'Line it up',
  name: 'Scene name',
  another: 'Start another channel',
  schedule: 'Schedule',
} as const

/** A channel that is set up, and the scene that is to follow the one on air. */
export const FOLLOWS_WORDS = {
  onAir: (channel: string) => `${channel} is on air.`,
  offAir: (channel: string) => `${channel} is set up, and off air.`,
  hint: 'Other videos for tomorrow. They take over when the list before them has ended, then loop.',
  noVideos: 'No videos yet. Import some, or choose from those in your account.',
  /** Before it is made. @param loops whether the list starts again until then */
  before: (scene: string, loops: boolean) =>
    loops
      ? `${scene} stops looping: it plays to the end of its list, then the new scene takes over.`
      : `${scene} plays to the end of its list, then the new scene takes over.`,
  syncNeeded: 'Auto-sync is off: press Sync afterwards, or viewers will not get it.',
  /** @param at when, as estimated, in wall ms; null: that is not known */
  after: (scene: string, next: string, at: number | null) =>
    `After ${scene}: ${next}${at === null ? ', when its list ends.' : `, at about ${when(at)}.`}`,
  noList: (scene: string) =>
    `${scene} has no video playlist, so it never ends. Select another scene, or add a playlist in Build.`,
  noClock:
    'A scene cannot be switched at a set time. For a set time, press its scene key then, or give a second project a date and stop this one.',
  failed: 'The channel could not be read.',
  loading: 'Reading the channel…',
} as const
