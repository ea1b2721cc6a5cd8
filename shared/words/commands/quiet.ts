import type { Waits } from '../../workflows.ts'
import { asSentence, counted } from '../format.ts'
import { WORKFLOW_WORDS } from './workflows.ts'

/** What viewers see of them; `some`: what was made before the last Sync. */
export type Seen = 'none' | 'some' | 'all'
const SEEN = { none: 'none of them yet', some: 'what was made before the last Sync', all: 'all of them' } as const

/** Texts for several edits that reach viewers as one change. */
export const QUIET_WORDS = {
  done: (made: number, reached: boolean) =>
    made === 0
      ? 'Auto-sync is on again.'
      : reached
        ? `Viewers see ${counted(made, 'change')} at once. Auto-sync is on again.`
        : `${counted(made, 'change')} made, and auto-sync is on again. That broadcast had ended, so nothing went on air.`,
  othersWait: 'What was changed in another way meanwhile waits for Sync.',
  passed: 'The new scene was not made active: another one was pressed since.',
  inParts: (made: number) =>
    `Viewers see ${counted(made, 'change')}, but not all at once: Sync was pressed meanwhile. Auto-sync is on again.`,
  notAllSeen: (made: number) =>
    `${counted(made, 'change')} made and synced, and auto-sync is on again. But the service shows that viewers do not see everything yet: press Sync.`,
  notOnAir: 'Nothing is on air, so viewers see no change anyway: edit as usual.',
  otherOnAir: 'The broadcast they were meant for has ended, and another one is on air. Nothing was changed.',
  autoSyncOff: 'Auto-sync is off, so changes wait for Sync anyway: edit as usual.',
  justSwitchedOff:
    'Auto-sync was switched off a moment ago, and is shown as on. Nothing was changed: look, and try again.',
  notThis: (operation: string) =>
    `${operation} cannot be part of it: only changes to this project’s scenes, layers, playlists and settings can.`,
  notActive:
    'At this service viewers see a scene as soon as it is the active one. Leave it inactive here, and switch to it afterwards.',
  invalid: (operation: string, why: string) => `${operation} cannot be sent like this: ${asSentence(why)}`,
  stillGoingOn: 'The changes before these are still on their way. Wait until they are done.',
  nothingToEnd: 'Name at least one change.',
  notKnown: 'No reply to one change, and nothing shows whether it was made.',
  notThrough: 'One change did not go through.',
  leftOn: 'The service left auto-sync on.',
  leftOff: 'The service left auto-sync off.',
  notKept: (why: string) => `The changes could not be written down first: ${asSentence(why)} Nothing was sent.`,
  nothingChanged: (why: string) => `${asSentence(why)} Nothing was changed, and auto-sync is on again.`,
  stopped: (made: number, all: number, seen: Seen, why: string) =>
    `${asSentence(why)} ${made} of ${counted(all, 'change')} made. Viewers see ${SEEN[seen]}: auto-sync stays off until you send the rest, or sync and switch it on.`,
  untouched: 'Nothing has changed yet',
  /** The progress while auto-sync is off. */
  stands: (made: number, all: number, seen: Seen) =>
    seen === 'all'
      ? `Viewers see all ${counted(all, 'change')}, but auto-sync may still be off`
      : `${made} of ${counted(all, 'change')} made, viewers see ${SEEN[seen]}, and auto-sync may be off`,
  goingOn: (made: number, all: number, seen: Seen, waits: Waits) =>
    `${seen === 'all' ? `Viewers see all ${counted(all, 'change')}` : `${made} of ${counted(all, 'change')} made, and viewers see ${SEEN[seen]}`}: auto-sync may be off until then. ${WORKFLOW_WORDS.waits(waits)}`,
  switchedOn: (made: number, all: number) =>
    made === 0
      ? 'Auto-sync is on, and none of the changes were sent.'
      : `Auto-sync was switched on meanwhile, so viewers see each change as it is made. ${made} of ${counted(all, 'change')} made; the rest were not sent.`,
  switchedByHand: (made: number, all: number) =>
    `Auto-sync was switched by hand meanwhile, and stays as it is now. ${made} of ${counted(all, 'change')} made${made < all ? '; the rest were not sent' : ''}.`,
  mayArrive: (waits: Waits | null) =>
    `An earlier request to switch auto-sync got no reply, and may still arrive and switch it. ${waits ? WORKFLOW_WORDS.waits(waits) : 'Cuelight sees to it: try again in half a minute.'}`,
  syncMayArrive: (waits: Waits | null) =>
    `An earlier Sync got no reply, and may still arrive and bring what was changed until then on air. ${waits ? WORKFLOW_WORDS.waits(waits) : 'Try again in half a minute.'}`,
  syncedLate: 'An earlier Sync got no reply and may have arrived late: viewers see what was changed until then.',
  syncMaybe:
    'An earlier Sync got no reply and may have arrived late: viewers may have seen what was changed after it. Check what they see.',
  /** Once a Sync that got no reply can no longer arrive. */
  syncSettled: (allSeen: boolean) =>
    `${allSeen ? 'Viewers see all changes' : 'Changes wait for Sync'}. An earlier Sync got no reply, and can no longer arrive.`,
  /** Once a switch that got no reply can no longer arrive. */
  settled: (on: boolean) =>
    `Auto-sync is ${on ? 'on' : 'off'}. An earlier request to switch it got no reply, and can no longer arrive.`,
  restored: (on: boolean) =>
    on
      ? 'An earlier request arrived late and switched auto-sync off. It is on again; press Sync, because what was changed in between may still wait.'
      : 'An earlier request arrived late and switched auto-sync on. It is off again, but viewers may have seen what was changed until then.',
  onMaybe:
    'Auto-sync is off. An earlier request to switch it on got no reply and may have arrived late: viewers may have seen what was changed until then. Check what they see.',
  syncUnclear:
    'Auto-sync was switched off by hand. An earlier Sync got no reply and may have arrived late: check what viewers see.',
  backOn: (why: string) =>
    `Auto-sync was switched off by hand, an earlier request that came late switched it on again, and the service refused to switch it off: ${asSentence(why)} Switch it off.`,
  /** What may still arrive. */
  standsWatched: (request: 'off' | 'on' | 'sync') =>
    request === 'sync'
      ? 'An earlier Sync got no reply'
      : `An earlier request to switch auto-sync ${request} got no reply`,
  broadcastOver: (made: number, all: number, mayBeMore: boolean) =>
    `That broadcast has ended. ${made} of ${counted(all, 'change')} made${mayBeMore ? ', and perhaps one more' : ''}; the rest were not sent. Auto-sync is on again.`,
  otherWaits: (made: number) =>
    `Viewers see ${counted(made, 'change')}. More has changed since, so auto-sync stays off: sync, then switch it on.`,
} as const
