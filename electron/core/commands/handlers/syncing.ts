/** The two requests that determine what viewers see of a project: one sync, and auto-sync on or off. */
import type { Answer } from '../../../../shared/contract/operations.ts'
import type { Refusal } from '../../../../shared/outcome.ts'
import type { ProjectState } from '../../../../shared/state.ts'
import { refuseOther } from '../../polling/topics.ts'
import { BEHIND_MS } from '../../query/ownWrites.ts'
import { applyAutoSyncLost, applyProject, applySynced, applySyncLost } from '../../state/reducers.ts'
import { changeProject } from '../../state/store.ts'
import { type Context, send } from '../context.ts'
import { Refused } from '../ports.ts'
import { isLost, projectKey, queueChange, queueWrite, trackChange } from './edits.ts'
import { saysNothingRuns } from './startStop.ts'

/**
 * Syncs a project to its running broadcast, from its place in the queue.
 *
 * @returns false if the service reports that nothing is running
 * @throws Refused if the service refuses the sync
 */
export async function syncProject(
  projectId: string,
  context: Context,
  recheck: () => Refusal | null,
): Promise<boolean> {
  try {
    const lost = (error: unknown) => onLost(error, projectId, context, applySyncLost)
    const input = { params: { projectId } }
    const sync = async () => {
      const answered = await send(context, 'syncLive', input, { recheck })
      // Counted before the next request of the queue goes out, which must know of it.
      if (answered.success) context.runs.counts.of(projectKey(projectId, context)).syncs += 1
      return answered
    }
    const turn = { what: 'edit', outdates: false, isChange: false } as const
    const answer = await queueChange(context, projectId, turn, sync).catch(lost)
    if (!answer.success) throw new Refused({ reason: 'syncRefused', message: answer.message ?? '' })
  } catch (error) {
    if (saysNothingRuns(error)) return false
    throw error
  }
  changeProject(context.store, projectId, (draft) => applySynced(draft, context.clock.now()))
  return true
}

/** How often this process has synced the project, and made changes that reach viewers by a sync; lost ones count. */
export const syncsOf = (projectId: string, context: Pick<Context, 'runs' | 'serviceId'>): number =>
  context.runs.counts.of(projectKey(projectId, context)).syncs
export const changesOf = (projectId: string, context: Pick<Context, 'runs' | 'serviceId'>): number =>
  context.runs.counts.of(projectKey(projectId, context)).changes

/**
 * Switches auto-sync.
 *
 * @param inItsTurn carries out the request from its place in the queue
 * @param options of that request
 * @returns whether auto-sync is on now, as the service reports
 */
export async function switchAutoSync(
  projectId: string,
  on: boolean,
  context: Context,
  inItsTurn = <T>(change: () => Promise<T>): Promise<T> => queueWrite(context, projectId, change),
  options: Parameters<typeof send>[3] = {},
): Promise<boolean> {
  const input = { params: { projectId }, body: { autoSync: on } }
  const sent = () =>
    send(context, 'updateProject', input, options).then((answered) => {
      refuseOther('updateProject', answered.id, projectId)
      return answered
    })
  const change = () =>
    trackChange(context, projectId, 'settings', () => applyUpdate(projectId, input.body, context, sent))
  const answer = await inItsTurn(change)
  return answer.autoSync
}

/**
 * Changes a project itself, and applies the answer while the change still has its turn: whether viewers see the next
 * edit of the queue depends on it.
 */
export async function applyUpdate(
  projectId: string,
  body: { autoSync?: unknown },
  context: Context,
  sent: () => Promise<Answer<'updateProject'>>,
): Promise<Answer<'updateProject'>> {
  const isSwitch = body.autoSync !== undefined
  const { store, clock, runs } = context
  const counts = runs.counts.of(projectKey(projectId, context))
  const answer = await sent().catch((error: unknown) => {
    // How it stands is for readings to say now.
    if (isSwitch && isLost(error)) counts.switched = null
    if (isSwitch) onLost(error, projectId, context, applyAutoSyncLost)
    throw error
  })
  changeProject(store, projectId, (draft) => applyProject(draft, answer, clock.now()))
  if (isSwitch) counts.switched = { on: answer.autoSync, at: clock.monotonic() }
  return answer
}

/**
 * Did our own last switch turn auto-sync off so recently that a reading which shows it on may be from before? A service
 * may answer readings from a copy that is behind (`BEHIND_MS`).
 */
export function wasJustSwitchedOff(
  projectId: string,
  context: Pick<Context, 'runs' | 'serviceId' | 'clock'>,
): boolean {
  const { switched } = context.runs.counts.of(projectKey(projectId, context))
  return switched?.on === false && context.clock.monotonic() - switched.at <= (BEHIND_MS.at(-1) ?? 0)
}

/** If the request may have been carried out, or may still be, the state claims neither. @throws the given error */
export function onLost(
  error: unknown,
  projectId: string,
  { store }: Context,
  forget: (project: ProjectState) => void,
): never {
  if (isLost(error)) changeProject(store, projectId, forget)
  throw error
}
