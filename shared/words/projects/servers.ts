/** The user's own servers, to which the local studio broadcasts, in the settings. */
import type { SentTo } from '../../broadcasting.ts'
import { asSentence, listed } from '../format.ts'
import { bitRate } from '../show/broadcasting.ts'

export const SERVER_WORDS = {
  about:
    'The local studio broadcasts to RTMP servers from this computer, without an account: YouTube, Twitch or a server of your own. Add one here, then choose it as a destination of a project.',
  heading: 'Servers',
  none: 'No server yet.',
  adding: 'Add a server',
  name: 'Name',
  nameHint: 'As it appears among the destinations.',
  url: 'Address',
  urlHint: 'rtmp:// or rtmps://, without the stream key.',
  urlWrong: 'Enter the full address, as in rtmps://live.example.com/app.',
  key: 'Stream key',
  keyHint: 'Kept in this computer’s keychain, and never shown again.',
  keyThisRun: 'This computer has no keychain: you will need to enter it again after a restart.',
  keyKept: 'Leave it empty to keep the one it has. Another address needs it again.',
  keyMoved: 'Enter the stream key as well: it is not sent to another address.',
  changeOnAir: 'It is on air: its address can be changed once the show is off.',
  keyNeeded: 'Enter the stream key, as the platform shows it.',
  keyAgain: 'Enter the stream key again: it was not kept in this form.',
  hasKey: 'set',
  noKey: 'not known: enter it again',
  used: 'Used',
  unused: 'in no project yet',
} as const

export const SERVER_NAMES = {
  add: 'Add server',
  save: 'Save',
  cancel: 'Cancel',
  verify: 'Verify',
  change: 'Change',
  setKey: 'Enter key',
  remove: 'Remove',
  keep: 'Keep',
} as const

export const removeServerAsk = (name: string): string =>
  `Remove ${name}? Its stream key is removed from the keychain too.`

export const changesOf = (name: string): string => `Change ${name}`

/** What viewers get there. The first word is a mark, the second the same in a sentence, with what to do. */
export function serverState(hasKey: boolean, sent: SentTo | null): { mark: string; says: string } {
  if (sent === null)
    return { mark: 'OFF', says: hasKey ? 'Nothing is sent to it.' : 'Nothing can be sent to it without its key.' }
  const { state, message, kbps } = sent
  if (state === 'LIVE') return { mark: 'LIVE', says: kbps === null ? 'On air.' : `On air, ${bitRate(kbps)}.` }
  const what = message === null ? 'Connecting.' : asSentence(message)
  if (state === 'FAILED') return { mark: 'FAILED', says: `${what} Stop the show, then change its address.` }
  return { mark: 'WAIT', says: message === null || !hasKey ? what : `${what} Cuelight keeps trying.` }
}

export const CHECKED = {
  reached: 'The server answers. Whether it takes the key shows on air.',
  onAir: 'It is on air, so it was not contacted again.',
} as const

/** @param most how many names there are at most */
export const usedIn = (names: readonly string[], most: number): string =>
  names.length < most ? `in ${listed(names)}` : `in ${listed(names)} and perhaps others`

export const WATCH_HERE = {
  heading: 'Watch page',
  about:
    'Browsers on this computer show a broadcast without an account or a key, once “Watch page” is a destination of its project.',
  open: 'Open the watch page',
  of: (projectName: string) => `For ${projectName}.`,
  choose: (projectName: string) => `${projectName} does not have it as a destination.`,
  projects: 'Projects',
} as const
