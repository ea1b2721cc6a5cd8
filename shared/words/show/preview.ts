/** The preview of what is on air, in the show screen. */
export const PREVIEW_WORDS = {
  heading: 'Preview',
  picture: 'What is on air, without sound',
  again: 'Show again',
} as const

/** Whether there is a picture, and why not. */
export const PREVIEW_STATES = {
  connecting: 'Waiting for the picture.',
  playing: 'Without sound, a second or two behind.',
  none: 'No picture arrives. Trying again.',
  unplayable: 'This browser cannot play H.264 and AAC.',
  short: 'Stopped: this computer is too busy to show it. The broadcast is not affected.',
} as const
export type PreviewState = keyof typeof PREVIEW_STATES
