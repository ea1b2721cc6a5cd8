import { asSentence, counted } from './format.ts'

/** What is said of several edits that are to be one change for viewers. */
export const QUIET_WORDS = {
  done: (made: number, reached: boolean) =>
    reached
      ? `Viewers see ${counted(made, 'change')} at once. Auto-sync is on again.`
      : `${counted(made, 'change')} made, and auto-sync is on again. That broadcast had ended, so nothing went on air.`,
  notOnAir: 'Nothing is on air, so viewers see no change anyway: edit as usual.',
  autoSyncOff: 'Auto-sync is off, so changes wait for Sync anyway: edit as usual.',
  notThis: (operation: string) =>
    `${operation} cannot be part of it: only changes to this project’s scenes, layers, playlists and settings can.`,
  invalid: (operation: string, why: string) => `${operation} cannot be sent like this: ${asSentence(why)}`,
  stillGoingOn: 'The changes before these are still on their way. Wait until they are done.',
  nothingToEnd: 'Name at least one change.',
  notKnown: 'Cuelight was closed while one change was on its way.',
  nothingChanged: (why: string) => `${asSentence(why)} Nothing was changed, and auto-sync is on again.`,
  stopped: (made: number, all: number, why: string) =>
    `${asSentence(why)} ${made} of ${counted(all, 'change')} made. Viewers see none of them yet: auto-sync stays off until you send the rest, or sync and switch it on.`,
  goingOn: (what: string) => `${asSentence(what)} Cuelight carries on by itself. Auto-sync may be off until then.`,
} as const
