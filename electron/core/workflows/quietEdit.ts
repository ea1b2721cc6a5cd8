/**
 * Makes several edits during a running broadcast one change for its viewers: auto-sync off, the edits in order, one
 * sync, auto-sync on. If an edit fails, nothing more is sent and auto-sync stays off until the user ends the run, so
 * that viewers do not see an incomplete change. If the broadcast ended, only auto-sync is switched on again.
 */
import { QUIET_WORDS, type Seen } from '../../../shared/words/commands/quiet.ts'
import type { Context } from '../commands/context.ts'
import { changesOf, syncProject, syncsOf } from '../commands/handlers/syncing.ts'
import { type Air, makeEdit, readAir, switchTo, UNSAID } from './air.ts'
import { all, isWatch, nextStep, Quiet, type QuietStep } from './quietSteps.ts'
import type { Workflow } from './workflow.ts'

/** Calls back right before each request goes out: a Sync that was ahead of it in the queue is over by then. */
function beforeSending(context: Context, notify: () => void): Context {
  const { call } = context.service
  const counting: typeof call = (name, input, options) => {
    const beforeSend = () => {
      options?.beforeSend?.()
      notify()
    }
    return call(name, input, options?.beforeSend ? { ...options, beforeSend } : options)
  }
  return { ...context, service: { call: counting } }
}

const seenOf = ({ isSynced, isInParts }: Quiet): Seen => (isSynced ? 'all' : isInParts ? 'some' : 'none')

/** Several edits as one change for viewers. */
export const quietEdit: Workflow<Quiet, Air, QuietStep> = {
  name: 'quietEdit',
  data: Quiet,
  look: ({ projectId }, context) => readAir(projectId, context),
  next: nextStep,
  activities: {
    off: {
      turn: 'own',
      async send(data, context) {
        await switchTo(data.projectId, false, context)
        return { ...data, confirmed: 'off' }
      },
      agrees: (_, { autoSync }) => !autoSync,
      // If the user switched it off, too, nothing shows whether ours arrived.
      isDone: ({ byHand }, { autoSync }) => !autoSync && byHand !== false,
      lost: (data) => ({ ...data, isOff: false }),
      refused: (data, why) => ({ ...data, why }),
    },
    edit: {
      turn: 'own',
      async send(data, context) {
        const [next, ...edits] = data.edits
        let syncs = syncsOf(data.projectId, context)
        const counted = beforeSending(context, () => {
          syncs = syncsOf(data.projectId, context)
        })
        const { synced, isPassed, leftOut } = next ? await makeEdit(next, counted) : UNSAID
        const isLeftOut = data.isLeftOut || leftOut !== null
        if (leftOut === 'all') return { ...data, edits, isLeftOut }
        const so = { isUnseen: data.isUnseen || synced === false, isPassed: data.isPassed || isPassed }
        // A Sync while a lost response was reconciled has shown this edit before the rest.
        const isInParts =
          data.isInParts || (synced === null && edits.length > 0 && syncsOf(data.projectId, context) > syncs)
        const hidden = data.hidden + (synced === false ? 1 : 0)
        // One before the first edit showed none of them.
        const since = data.made === 0 ? syncs : data.syncs
        return { ...data, edits, made: data.made + 1, ...so, hidden, isInParts, isLeftOut, syncs: since }
      },
      agrees: ({ isUnseen, hidden, syncs }, seen) =>
        seen.syncs > syncs || (!(isUnseen && seen.allSeen) && (seen.unsyncedEdits ?? hidden) >= hidden),
      lost: (data) => ({ ...data, why: QUIET_WORDS.notKnown, mayBeMade: true }),
      refused: (data, why) => ({ ...data, why }),
      // If nothing is made yet, the run does not wait for the disk, and everything is restored.
      notKept: (data, why) => (data.made === 0 ? { ...data, why } : null),
    },
    sync: {
      turn: 'own',
      async send(data, context) {
        const isSynced = await syncProject(data.projectId, context, () => null)
        const [syncs, changes] = [syncsOf(data.projectId, context), changesOf(data.projectId, context)]
        return { ...data, isSynced, syncs, changes }
      },
      agrees: ({ isSynced }, { allSeen, isUnclear }) => !isSynced || allSeen || isUnclear,
      // After the user switched auto-sync off, someone else's sync may be what shows.
      isDone(data, seen) {
        if (data.mayArrive !== 'sync') return seen.allSeen
        // While auto-sync is on, everything is seen, whether the sync has arrived or not. And a mere watch goes on until
        // the sync can no longer arrive, whatever seems to show it.
        if (data.byHand === true || isWatch(data)) return false
        const isOurs = data.syncs === seen.syncs && data.liveId === seen.liveId
        const isLess = seen.allSeen || (seen.unsyncedEdits ?? data.hidden) < data.hidden
        // What was changed since the last reading is seen already.
        const isNewSeen = seen.changes > data.changes && seen.allSeen
        return isOurs && ((data.isUnseen && isLess) || isNewSeen)
      },
      seemsDone: (_, { allSeen }) => allSeen,
      found: (data) => (data.mayArrive === 'sync' ? { ...data, isSynced: true } : data),
      beforeArrival: (data, { allSeen, syncs, changes, unsyncedEdits }) => ({
        ...{ ...data, isUnseen: !allSeen, syncs, changes, isChanged: data.isChanged || changes !== data.changes },
        hidden: unsyncedEdits ?? 0,
      }),
      refused: (data, why) => ({ ...data, why }),
    },
    on: {
      turn: 'own',
      compensates: true,
      async send(data, context) {
        await switchTo(data.projectId, true, context)
        return { ...data, confirmed: 'on' }
      },
      agrees: (_, { autoSync }) => autoSync,
      isDone: ({ byHand }, { autoSync }) => autoSync && byHand !== true,
    },
  },
  /** A user who switches auto-sync has the last word, even if a switch of ours arrives later. */
  lastCounts: true,
  isAffectedBy: ({ operation, input }) => operation === 'updateProject' && 'autoSync' in input,
  onSignal({ data, sent }, { input }) {
    const mayArrive = sent?.activity
    const byHand = input.autoSync === true
    if (mayArrive !== 'off' && mayArrive !== 'on' && mayArrive !== 'sync') return null
    // Switched on, it brings on air what was hidden.
    const hidden = byHand ? { isUnseen: false, hidden: 0 } : {}
    const isChanged = data.isChanged || (mayArrive === 'on' && data.byHand === false && !byHand)
    return { ...data, ...hidden, why: null, byHand, mayArrive, isChanged, confirmed: null }
  },
  isWatching: ({ byHand }) => byHand !== null,
  onlyWatching: ({ byHand }, activity, seen) => ({
    ...{ byHand: byHand ?? seen?.autoSync ?? activity === 'on', edits: [], made: 0, why: null },
  }),
  isContrary: ({ byHand }, activity) => activity !== 'sync' && byHand !== (activity === 'on'),
  watched: ({ syncs, changes, isChanged }, activity) => ({
    ...{ mayArrive: activity as Quiet['mayArrive'], syncs, changes, isChanged },
    ...{ confirmed: null, isRestored: false, isSynced: false, isUnseen: false, hidden: 0 },
  }),
  stands: (data) =>
    data.mayArrive !== null
      ? QUIET_WORDS.standsWatched(data.mayArrive)
      : data.isOff
        ? QUIET_WORDS.stands(data.made, all(data), seenOf(data))
        : QUIET_WORDS.untouched,
  waiting(data, waits) {
    if (data.mayArrive === 'sync') return { about: QUIET_WORDS.syncMayArrive(waits) }
    if (data.byHand !== null) return { about: QUIET_WORDS.mayArrive(waits) }
    const { made, edits, why } = data
    if (waits.for === 'person' && data.isSynced) return { about: waits.why, detail: { left: [] } }
    if (waits.for === 'person')
      return {
        about: QUIET_WORDS.stopped(made, all(data), seenOf(data), why ?? waits.why),
        detail: { made, left: edits },
      }
    return { about: QUIET_WORDS.goingOn(made, all(data), seenOf(data), waits), detail: { left: [] } }
  },
  superseded: ({ made, edits }) => QUIET_WORDS.switchedByHand(made, made + edits.length),
}
