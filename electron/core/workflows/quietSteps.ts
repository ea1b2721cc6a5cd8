/** How far a quiet edit is, and the table of its steps. */
import * as z from 'zod'
import { QUIET_WORDS } from '../../../shared/words/quiet.ts'
import { WORKFLOW_WORDS } from '../../../shared/words/workflows.ts'
import type { Air } from './air.ts'
import { type End, firstOf, type Next, type Row } from './workflow.ts'

export const PlannedEdit = z.object({ operation: z.string(), input: z.record(z.string(), z.unknown()) })
export type PlannedEdit = z.output<typeof PlannedEdit>

export const Quiet = z.object({
  projectId: z.string(),
  /** The broadcast it was begun for. */
  liveId: z.string(),
  /** Those that are left, and how many are made. */
  edits: z.array(PlannedEdit),
  made: z.number(),
  /** Auto-sync is off by our doing, or may be. */
  isOff: z.boolean(),
  isSynced: z.boolean(),
  /** Viewers did not see what is made so far. */
  isUnseen: z.boolean().default(false),
  /** A new scene was to be the active one, and another was pressed since. */
  isPassed: z.boolean().default(false),
  /** They saw a part of it before the rest: somebody else synced. */
  isInParts: z.boolean().default(false),
  /** How often we had synced the project when that was read last; a process begins anew. */
  syncs: z.number().default(0),
  /** Auto-sync was being put back. */
  isBack: z.boolean(),
  /** Why the edits go no further; null: they do. */
  why: z.string().nullable(),
  /** The first of those that are left may have been made: nobody knows. */
  mayBeMade: z.boolean(),
  /** How somebody switched auto-sync by hand, while a switch of ours may still arrive; null: nobody did. */
  byHand: z.boolean().nullable().default(null),
})
export type Quiet = z.output<typeof Quiet>

export type QuietStep = 'off' | 'edit' | 'sync' | 'on'
type Facts = Quiet & Omit<Air, 'liveId' | 'syncs'> & { isOver: boolean; isOnAir: boolean; syncsNow: number }
type Steps = readonly Row<Facts, Quiet, QuietStep>[]

const isLeft = ({ edits }: Facts) => edits.length > 0
/** Viewers could see half of it: a person says how it goes on. */
const isHalf = ({ why, made, mayBeMade }: Facts) => why !== null && (made > 0 || mayBeMade)
const unchanged = (about: string): End => ({ end: 'unchanged', about })
const between = (about: string): End => ({ end: 'between', about, detail: { left: [] } })
export const all = ({ made, edits }: Quiet) => made + edits.length
const finish = { plan: { isBack: true } } as const

function ended(at: Facts): End {
  const { projectId, made, why, isSynced, isOver, allSeen, isInParts } = at
  if (why !== null && made === 0) return unchanged(QUIET_WORDS.nothingChanged(why))
  if (isLeft(at)) return between(QUIET_WORDS.broadcastOver(made, all(at)))
  const reached = isSynced && !isOver
  // The service answered that it synced, and shows that it did not; or somebody has changed more since.
  const isLeftOver = reached && !allSeen
  const tell = isLeftOver ? QUIET_WORDS.notAllSeen : reached && isInParts ? QUIET_WORDS.inParts : QUIET_WORDS.done
  return {
    end: 'done',
    done: {
      ...{ id: projectId, synced: isLeftOver ? null : reached, answer: { made } },
      about: [tell(made, reached), ...(at.isPassed ? [QUIET_WORDS.passed] : [])].join(' '),
    },
  }
}

const isHidden = ({ made, isSynced, isUnseen, allSeen }: Facts) => made > 0 && !isSynced && !isUnseen && !allSeen
/** All is seen though no sync of ours went out: that comes once nothing is left to be made. */
const isShown = (at: Facts) => at.isUnseen && at.allSeen && !at.isSynced && isLeft(at)

/** Somebody synced here since it was last read, and all is not seen: so it was before the last edit, and after the first. */
const isParted = ({ made, syncs, syncsNow, allSeen }: Facts) => made > 1 && syncsNow > syncs && !allSeen

/** Auto-sync was to be on again, and that got lost; since then more was changed, which nobody asked us to bring on air. */
const isOvertaken = ({ isBack, isSynced, allSeen, isOver }: Facts) => isBack && isSynced && !allSeen && !isOver

/** What stands, and what follows. */
const STEPS: Steps = [
  [
    ({ isOff, isOver }) => !isOff && isOver,
    (at) => unchanged(at.isOnAir ? QUIET_WORDS.otherOnAir : QUIET_WORDS.notOnAir),
  ],
  [({ isOff, why }) => !isOff && why !== null, ({ why }) => unchanged(WORKFLOW_WORDS.nothingChanged(why ?? ''))],
  [({ isOff, autoSync }) => !isOff && !autoSync, () => unchanged(QUIET_WORDS.autoSyncOff)],
  [({ isOff }) => !isOff, () => ({ do: 'off', data: { isOff: true } })],
  [isParted, ({ syncsNow }) => ({ plan: { isInParts: true, syncs: syncsNow } })],
  [({ syncs, syncsNow }) => syncs !== syncsNow, ({ syncsNow }) => ({ plan: { syncs: syncsNow } })],
  [isHidden, () => ({ plan: { isUnseen: true } })],
  [isShown, () => ({ plan: { isUnseen: false, isInParts: true } })],
  [({ isBack, autoSync }) => isBack && autoSync, ended],
  [(at) => at.autoSync && isLeft(at) && !at.isOver, (at) => between(QUIET_WORDS.switchedOn(at.made, all(at)))],
  [({ autoSync, isOver }) => autoSync && isOver, ended],
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

/** Somebody switched auto-sync by hand, and so it ends: what a delayed switch of ours changes is switched back. */
const SWITCHED: Steps = [
  [({ byHand, autoSync }) => byHand === autoSync, (at) => unchanged(QUIET_WORDS.switchedByHand(at.made, all(at)))],
  [({ byHand }) => byHand === true, () => ({ do: 'on' })],
  [({ why }) => why !== null, ({ why }) => between(why ?? '')],
  [() => true, () => ({ do: 'off' })],
]

export function nextStep(data: Quiet, { autoSync, allSeen, liveId, syncs: syncsNow }: Air): Next<Quiet, QuietStep> {
  const facts = { ...data, autoSync, allSeen, syncsNow, isOver: liveId !== data.liveId, isOnAir: liveId !== null }
  return firstOf(data.byHand === null ? STEPS : SWITCHED, facts)
}
