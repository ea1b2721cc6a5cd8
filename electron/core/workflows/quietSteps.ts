/** The progress of a quiet edit, and its table of steps. */
import * as z from 'zod'
import { LEFT_OUT } from '../../../shared/words/commands/operations.ts'
import { QUIET_WORDS } from '../../../shared/words/commands/quiet.ts'
import { WORKFLOW_WORDS } from '../../../shared/words/commands/workflows.ts'
import type { Air } from './air.ts'
import { type End, firstOf, type Next, type Row } from './workflow.ts'

export const PlannedEdit = z.object({ operation: z.string(), input: z.record(z.string(), z.unknown()) })
export type PlannedEdit = z.output<typeof PlannedEdit>

export const Quiet = z.object({
  projectId: z.string(),
  /** The broadcast for which it began. */
  liveId: z.string(),
  /** The edits that are left, and the number of those made. */
  edits: z.array(PlannedEdit),
  made: z.number(),
  /** We switched auto-sync off, or may have. */
  isOff: z.boolean(),
  isSynced: z.boolean(),
  /** Viewers have not seen the edits made so far. */
  isUnseen: z.boolean().default(false),
  /**
   * How many edits wait for a sync, by the answers of the service, unless another client synced; while a late sync is
   * awaited, by the last reading.
   */
  hidden: z.number().default(0),
  /** A new scene was to be the active one, and another was taken since. */
  isPassed: z.boolean().default(false),
  /** An edit, or a part of one, was left out, because a newer command has set the same since. */
  isLeftOut: z.boolean().default(false),
  /** Viewers saw one part before the rest, because someone else synced. */
  isInParts: z.boolean().default(false),
  /** How often we had synced the project at the last reading; the count restarts with each process. */
  syncs: z.number().default(0),
  /** How many changes we had made when it synced, or at the last reading; the count restarts with each process. */
  changes: z.number().default(0),
  /** Auto-sync was being switched on again. */
  isBack: z.boolean(),
  /** Our last switch that the service confirmed. */
  confirmed: z.enum(['off', 'on']).nullable().default(null),
  /** Why no further edit is made; null if edits go on. */
  why: z.string().nullable(),
  /** It is unknown whether the first of the remaining edits was made. */
  mayBeMade: z.boolean(),
  /** How the user switched auto-sync while a switch of ours may still arrive; null if the user did not. */
  byHand: z.boolean().nullable().default(null),
  /** Which of our requests may still arrive then. */
  mayArrive: z.enum(['off', 'on', 'sync']).nullable().default(null),
  /**
   * While a late Sync is awaited, something was changed: what waits at the end may be less than was kept back. While a
   * late "on" is awaited, auto-sync was switched off twice: the second time may have hidden that it arrived.
   */
  isChanged: z.boolean().default(false),
  /** A request of ours that arrived late had switched auto-sync, and it was switched back. */
  isRestored: z.boolean().default(false),
})
export type Quiet = z.output<typeof Quiet>

export type QuietStep = 'off' | 'edit' | 'sync' | 'on'
type Facts = Quiet &
  Omit<Air, 'liveId' | 'syncs' | 'changes'> & {
    isOver: boolean
    isOnAir: boolean
    syncsNow: number
    changesNow: number
  }
type Steps = readonly Row<Facts, Quiet, QuietStep>[]

const isLeft = ({ edits }: Facts) => edits.length > 0
/** Viewers could see an incomplete change: the user decides how it goes on. */
const isHalf = ({ why, made, mayBeMade }: Facts) => why !== null && (made > 0 || mayBeMade)
const unchanged = (about: string): End => ({ end: 'unchanged', about })
const between = (about: string): End => ({ end: 'between', about, detail: { left: [] } })
export const all = ({ made, edits }: Quiet) => made + edits.length
const finish = { plan: { isBack: true } } as const

function ended(at: Facts): End {
  const { projectId, made, why, isSynced, isOver, allSeen, isInParts } = at
  if (why !== null && made === 0 && !at.mayBeMade) {
    const waits = allSeen || at.isUnclear || isOver ? [] : [QUIET_WORDS.othersWait]
    return unchanged([QUIET_WORDS.nothingChanged(why), ...waits].join(' '))
  }
  if (isLeft(at)) return between(QUIET_WORDS.broadcastOver(made, all(at), at.mayBeMade))
  const reached = isSynced && !isOver
  // The service reported a sync and shows that not everything is synced; or someone has changed more since.
  const isLeftOver = reached && !allSeen
  const tell = isLeftOver
    ? QUIET_WORDS.notAllSeen
    : reached && isInParts && made > 1
      ? QUIET_WORDS.inParts
      : QUIET_WORDS.done
  return {
    end: 'done',
    done: {
      ...{ id: projectId, synced: isLeftOver ? null : reached, answer: { made } },
      about: [
        tell(made, reached),
        ...(at.isPassed ? [QUIET_WORDS.passed] : []),
        ...(at.isLeftOut ? [LEFT_OUT] : []),
      ].join(' '),
    },
  }
}

const isHidden = ({ made, isSynced, isUnseen, allSeen }: Facts) => made > 0 && !isSynced && !isUnseen && !allSeen
/** Viewers see everything though the run has not synced: it syncs only after the last edit. */
const isShown = (at: Facts) => at.isUnseen && at.allSeen && !at.isSynced && isLeft(at)

/**
 * A sync was sent from here since the last reading, and viewers do not see everything: so it came after the first edit
 * and before the last.
 */
const isParted = ({ made, edits, syncs, syncsNow, allSeen }: Facts) =>
  made > (edits.length > 0 ? 0 : 1) && syncsNow > syncs && !allSeen

/** Fewer edits wait than were made: so another client synced after the first edit and before the last. */
const isPartedElsewhere = ({ made, hidden, unsyncedEdits, allSeen }: Facts) =>
  made > 1 && !allSeen && unsyncedEdits !== null && unsyncedEdits < hidden

/**
 * The request to switch auto-sync on again was lost. More was changed since, which no user asked us to bring on air.
 */
const isOvertaken = ({ isBack, isSynced, allSeen, isOver }: Facts) => isBack && isSynced && !allSeen && !isOver

/** Conditions on the current state, and the next step. */
const STEPS: Steps = [
  [
    ({ isOff, isOver }) => !isOff && isOver,
    (at) => unchanged(at.isOnAir ? QUIET_WORDS.otherOnAir : QUIET_WORDS.notOnAir),
  ],
  [({ isOff, why }) => !isOff && why !== null, ({ why }) => unchanged(WORKFLOW_WORDS.nothingChanged(why ?? ''))],
  [({ isOff, autoSync }) => !isOff && !autoSync, () => unchanged(QUIET_WORDS.autoSyncOff)],
  [({ isOff }) => !isOff, () => ({ do: 'off', data: { isOff: true } })],
  [
    isParted,
    ({ syncsNow, unsyncedEdits }) => ({ plan: { isInParts: true, syncs: syncsNow, hidden: unsyncedEdits ?? 0 } }),
  ],
  [isPartedElsewhere, ({ unsyncedEdits }) => ({ plan: { isInParts: true, hidden: unsyncedEdits ?? 0 } })],
  [({ syncs, syncsNow }) => syncs !== syncsNow, ({ syncsNow }) => ({ plan: { syncs: syncsNow } })],
  [isHidden, () => ({ plan: { isUnseen: true } })],
  [isShown, () => ({ plan: { isUnseen: false, isInParts: true, hidden: 0 } })],
  // Our switch was answered: if auto-sync is off again, someone switched it.
  [
    ({ confirmed, autoSync }) => confirmed === 'on' && !autoSync,
    (at) => between(QUIET_WORDS.switchedByHand(at.made, all(at))),
  ],
  [({ isBack, autoSync }) => isBack && autoSync, ended],
  [(at) => at.autoSync && isLeft(at) && !at.isOver, (at) => between(QUIET_WORDS.switchedOn(at.made, all(at)))],
  [({ autoSync, isOver }) => autoSync && isOver, ended],
  // Something was changed from here since, while auto-sync was to be on.
  [(at) => isOvertaken(at) && at.changesNow > at.changes, () => ({ plan: { isSynced: false, isBack: false } })],
  [isOvertaken, ({ made }) => ({ wait: { for: 'person', why: QUIET_WORDS.otherWaits(made) } })],
  [({ isOver }) => isOver, () => ({ do: 'on', data: { isBack: true } })],
  [isHalf, ({ why }) => ({ wait: { for: 'person', why: why ?? '' } })],
  [({ why }) => why !== null, () => ({ do: 'on', data: { isBack: true } })],
  [isLeft, () => ({ do: 'edit' })],
  [({ isSynced, allSeen }) => !isSynced && !allSeen, () => ({ do: 'sync' })],
  [({ isSynced }) => !isSynced, () => ({ plan: { isSynced: true } })],
  [({ autoSync }) => autoSync, () => finish],
  [() => true, () => ({ do: 'on', data: { isBack: true } })],
]

/**
 * A sync of ours would have brought on air what the user wants to keep from viewers. A new broadcast shows what a quiet
 * edit made anyway; but the user's own Sync, arriving late, may show what was changed during that one, too.
 */
const isSyncHidden = (at: Facts) =>
  at.mayArrive === 'sync' && at.byHand === false && (isWatch(at) ? at.isOnAir && !at.autoSync : !at.isOver)

/** The run is only the watch over a request of the user's that got no response. */
export const isWatch = (at: Quiet): boolean => all(at) === 0
const switchedByHand = (at: Facts): string =>
  isWatch(at) ? QUIET_WORDS.settled(at.autoSync) : QUIET_WORDS.switchedByHand(at.made, all(at))

/** The user switched auto-sync, which ends the run: a change by a delayed switch of ours is switched back. */
const SWITCHED: Steps = [
  [(at) => isSyncHidden(at) && at.isSynced, () => between(QUIET_WORDS.syncedLate)],
  // Nothing shows whether it arrived: what waits now may have been changed after it.
  [
    (at) => isSyncHidden(at) && (!isWatch(at) || at.isChanged || at.changesNow !== at.changes),
    (at) => between(isWatch(at) ? QUIET_WORDS.syncMaybe : QUIET_WORDS.syncUnclear),
  ],
  [(at) => isWatch(at) && at.mayArrive === 'sync', ({ allSeen }) => unchanged(QUIET_WORDS.syncSettled(allSeen))],
  [({ mayArrive }) => mayArrive === 'sync', (at) => unchanged(switchedByHand(at))],
  // Our switch can only do what the user did. If auto-sync differs now, another client changed it.
  [
    ({ byHand, mayArrive }) => mayArrive !== null && byHand === (mayArrive === 'on'),
    (at) => unchanged(switchedByHand(at)),
  ],
  // Ours has restored it already: another client changed it since.
  [
    ({ confirmed, byHand, autoSync }) => confirmed === (byHand ? 'on' : 'off') && autoSync !== byHand,
    (at) => between(switchedByHand(at)),
  ],
  [
    ({ byHand, autoSync, isRestored }) => isRestored && byHand === autoSync,
    (at) => between(QUIET_WORDS.restored(at.autoSync)),
  ],
  [(at) => at.byHand === false && !at.autoSync && isWatch(at) && at.isChanged, () => between(QUIET_WORDS.onMaybe)],
  [({ byHand, autoSync }) => byHand === autoSync, (at) => unchanged(switchedByHand(at))],
  [({ byHand }) => byHand === true, () => ({ do: 'on', data: { isRestored: true } })],
  [({ why }) => why !== null, ({ why }) => between(QUIET_WORDS.backOn(why ?? ''))],
  [() => true, () => ({ do: 'off', data: { isRestored: true } })],
]

export function nextStep(
  data: Quiet,
  { liveId, syncs: syncsNow, changes: changesNow, ...seen }: Air,
): Next<Quiet, QuietStep> {
  // Once we have synced, what waits then waits for a scheduled broadcast.
  const allSeen = seen.allSeen || (seen.isUnclear && data.isSynced)
  const facts = {
    ...data,
    ...seen,
    allSeen,
    syncsNow,
    changesNow,
    isOver: liveId !== data.liveId,
    isOnAir: liveId !== null,
  }
  return firstOf(data.byHand === null ? STEPS : SWITCHED, facts)
}
