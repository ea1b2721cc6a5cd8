/**
 * Makes several edits of a running broadcast one change for its viewers: auto-sync off, the edits in their order, one sync,
 * auto-sync on. Where an edit fails, nothing more is sent and auto-sync stays off, so that viewers do not see half of it,
 * until a person ends it. Where its broadcast ended, only auto-sync is put back.
 */
import * as z from 'zod'
import { QUIET_WORDS } from '../../../shared/words/quiet.ts'
import { WORKFLOW_WORDS } from '../../../shared/words/workflows.ts'
import { syncProject } from '../commands/handlers/syncing.ts'
import { type Air, makeEdit, readAir, switchTo } from './air.ts'
import { type End, firstOf, type Row, type Workflow } from './workflow.ts'

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
  /** Auto-sync was being put back. */
  isBack: z.boolean(),
  /** Why the edits go no further; null: they do. */
  why: z.string().nullable(),
  /** The first of those that are left may have been made: nobody knows. */
  mayBeMade: z.boolean(),
})
export type Quiet = z.output<typeof Quiet>

type Name = 'off' | 'edit' | 'sync' | 'on'
type Facts = Quiet & Omit<Air, 'liveId'> & { isOver: boolean }

const isLeft = ({ edits }: Facts) => edits.length > 0
/** Viewers could see half of it: a person says how it goes on. */
const isHalf = ({ why, made, mayBeMade }: Facts) => why !== null && (made > 0 || mayBeMade)
const unchanged = (about: string): End => ({ end: 'unchanged', about })
const between = (about: string): End => ({ end: 'between', about, detail: { left: [] } })
const all = ({ made, edits }: Quiet) => made + edits.length
const finish = { plan: { isBack: true } } as const

function ended(at: Facts): End {
  const { projectId, made, why, isSynced, isOver, autoSync } = at
  if (why !== null && made === 0) return unchanged(QUIET_WORDS.nothingChanged(why))
  if (isLeft(at)) return between(QUIET_WORDS.broadcastOver(made, all(at)))
  if (!autoSync) return between(QUIET_WORDS.otherWaits(made))
  const reached = isSynced && !isOver
  return {
    end: 'done',
    done: { id: projectId, synced: reached, about: QUIET_WORDS.done(made, reached), answer: { made } },
  }
}

/** What stands, and what follows. */
const STEPS: readonly Row<Facts, Quiet, Name>[] = [
  [({ isOff, isOver }) => !isOff && isOver, () => unchanged(QUIET_WORDS.notOnAir)],
  [({ isOff, why }) => !isOff && why !== null, ({ why }) => unchanged(WORKFLOW_WORDS.nothingChanged(why ?? ''))],
  [({ isOff, autoSync }) => !isOff && !autoSync, () => unchanged(QUIET_WORDS.autoSyncOff)],
  [({ isOff }) => !isOff, () => ({ do: 'off', data: { isOff: true } })],
  [({ isBack, autoSync }) => isBack && autoSync, ended],
  [(at) => at.autoSync && isLeft(at) && !at.isOver, (at) => between(QUIET_WORDS.switchedOn(at.made, all(at)))],
  [({ autoSync, isOver }) => autoSync && isOver, ended],
  [({ isBack, isSynced, allSeen }) => isBack && isSynced && !allSeen, ended],
  [({ isOver }) => isOver, () => ({ do: 'on', data: { isBack: true } })],
  [isHalf, ({ why }) => ({ wait: { for: 'person', why: why ?? '' } })],
  [({ why }) => why !== null, () => ({ do: 'on', data: { isBack: true } })],
  [isLeft, () => ({ do: 'edit' })],
  [({ isSynced, allSeen }) => !isSynced && !allSeen, () => ({ do: 'sync' })],
  [({ isSynced }) => !isSynced, () => ({ plan: { isSynced: true } })],
  [({ autoSync }) => autoSync, () => finish],
  [() => true, () => ({ do: 'on', data: { isBack: true } })],
]

/** Several edits as one change for viewers. */
export const quietEdit: Workflow<Quiet, Air, Name> = {
  name: 'quietEdit',
  data: Quiet,
  look: ({ projectId }, context) => readAir(projectId, context),
  next: (data, { autoSync, allSeen, liveId }) =>
    firstOf(STEPS, { ...data, autoSync, allSeen, isOver: liveId !== data.liveId }),
  activities: {
    off: {
      turn: 'own',
      async send(data, context) {
        await switchTo(data.projectId, false, context)
        return data
      },
      isDone: (_, { autoSync }) => !autoSync,
      lost: (data) => ({ ...data, isOff: false }),
      refused: (data, why) => ({ ...data, why }),
    },
    edit: {
      turn: 'own',
      async send(data, context) {
        const [next, ...edits] = data.edits
        if (next) await makeEdit(next, context)
        return { ...data, edits, made: data.made + 1 }
      },
      lost: (data) => ({ ...data, why: QUIET_WORDS.notKnown, mayBeMade: true }),
      refused: (data, why) => ({ ...data, why }),
      // Nothing is made yet: no disk is waited for, and all is put back.
      notKept: (data, why) => (data.made === 0 ? { ...data, why } : null),
    },
    sync: {
      turn: 'own',
      async send(data, context) {
        return { ...data, isSynced: await syncProject(data.projectId, context, () => null) }
      },
      isDone: (_, { allSeen }) => allSeen,
      refused: (data, why) => ({ ...data, why }),
    },
    on: {
      turn: 'own',
      compensates: true,
      async send(data, context) {
        await switchTo(data.projectId, true, context)
        return data
      },
      isDone: (_, { autoSync }) => autoSync,
    },
  },
  /** Whoever switches auto-sync by hand wants it so. */
  signalled(_, { operation, input }) {
    return operation === 'updateProject' && 'autoSync' in input ? null : undefined
  },
  stands: ({ made, edits, isOff, isSynced }) =>
    isOff ? QUIET_WORDS.stands(made, made + edits.length, isSynced) : QUIET_WORDS.untouched,
  waiting(data, waits) {
    const { made, edits, why } = data
    if (waits.for === 'person')
      return { about: QUIET_WORDS.stopped(made, all(data), why ?? waits.why), detail: { made, left: edits } }
    return { about: QUIET_WORDS.goingOn(made, all(data), waits), detail: { left: [] } }
  },
  superseded: ({ made, edits }) => QUIET_WORDS.switchedByHand(made, made + edits.length),
}
