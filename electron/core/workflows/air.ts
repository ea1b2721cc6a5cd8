/** What viewers see of a project by auto-sync, and the requests about it. */
import type { AnyEdit } from '../../../shared/contract/inputs.ts'
import { isRunning } from '../../../shared/state.ts'
import { LEFT_OUT, PASSED } from '../../../shared/words/commands/operations.ts'
import { QUIET_WORDS } from '../../../shared/words/commands/quiet.ts'
import { sleep } from '../../util/time.ts'
import type { Context } from '../commands/context.ts'
import { isLost } from '../commands/handlers/edits.ts'
import { changesOf, switchAutoSync, syncsOf } from '../commands/handlers/syncing.ts'
import { Refused } from '../commands/ports.ts'
import { LOOKS_AFTER_MS } from '../query/lostEdits.ts'
import { refused } from './engine.ts'

export interface Air {
  autoSync: boolean
  /** The running broadcast; null if none is running. */
  liveId: string | null
  /** Viewers see all changes. */
  allSeen: boolean
  /** The service shows that something waits, which may be for a scheduled broadcast only. */
  isUnclear: boolean
  /** How many changes viewers do not see yet; null if the service does not say. */
  unsyncedEdits: number | null
  /** How often we had synced the project when this was read. */
  syncs: number
  /** How many changes we had sent by then. */
  changes: number
}

export async function readAir(projectId: string, context: Context): Promise<Air> {
  const input = { params: { projectId } }
  // Counted before the reading: it is unknown whether the reading includes a sync that comes meanwhile.
  const syncs = syncsOf(projectId, context)
  const [{ autoSync, scheduledLivesCount }, live] = await Promise.all([
    context.service.call('getProject', input, { lane: 'edit' }),
    context.poller.readLive(projectId, { lane: 'edit' }),
  ])
  const allSeen = live.unsynced === false || live.unsyncedEdits === 0
  return {
    autoSync,
    liveId: isRunning(live) ? live.liveId : null,
    allSeen,
    isUnclear: !allSeen && live.unsyncedEdits === null && (scheduledLivesCount ?? 0) > 0,
    unsyncedEdits: live.unsyncedEdits ?? null,
    syncs,
    changes: changesOf(projectId, context),
  }
}

/** Switches auto-sync. @throws Refused if the service reports that it left auto-sync unchanged */
export async function switchTo(projectId: string, on: boolean, context: Context): Promise<void> {
  if ((await switchAutoSync(projectId, on, context)) !== on)
    throw refused(on ? QUIET_WORDS.leftOff : QUIET_WORDS.leftOn)
}

/**
 * Makes one edit, and waits until it is settled. An edit whose response was lost counts once it is found.
 *
 * @returns did it reach viewers (null: the service does not report it); was it made beside the active scene, because
 * another was taken since; was a part of it left out, or all, because a newer command has set the same since
 * @throws Refused if it was certainly not made
 */
export async function makeEdit(
  { operation, input }: { operation: string; input: Record<string, unknown> },
  context: Context,
): Promise<{ synced: boolean | null; isPassed: boolean; leftOut: 'part' | 'all' | null }> {
  try {
    const outcome = await context.edit({ type: 'edit', operation: operation as AnyEdit, input }, context)
    if (outcome.result !== 'done' || outcome.done.what !== 'edited') return UNSAID
    const { synced, about } = outcome.done
    return { synced, isPassed: about.includes(PASSED), leftOut: about.includes(LEFT_OUT) ? 'part' : null }
  } catch (error) {
    if (error instanceof Refused && error.refusal.reason === 'superseded') return { ...UNSAID, leftOut: 'all' }
    const phase = isLost(error) ? await settled(context) : null
    if (phase === 'notDone') throw refused(QUIET_WORDS.notThrough)
    if (phase !== 'found') throw error
    return UNSAID
  }
}

/** What is known of an edit whose answer says nothing. */
export const UNSAID = { synced: null, isPassed: false, leftOut: null } as const

/** What the core found out about an edit whose response was lost, after waiting for that. */
async function settled({ store, clock, activityId }: Context): Promise<string | undefined> {
  const phase = () => store.get().lostEdits.find(({ id }) => id === activityId)?.phase
  for (const ms of [...LOOKS_AFTER_MS, LOOKS_AFTER_MS[0] ?? 0]) {
    if (phase() !== 'looking') break
    await sleep(clock, ms)
  }
  return phase()
}
