/** The two requests that decide what viewers see of a project: one sync, and auto-sync on or off. */
import type { Refusal } from '../../../../shared/outcome.ts'
import type { ProjectState } from '../../../../shared/state.ts'
import { refuseOther } from '../../polling/topics.ts'
import { applyAutoSyncLost, applyProject, applySynced, applySyncLost } from '../../state/reducers.ts'
import { changeProject } from '../../state/store.ts'
import { type Context, send } from '../context.ts'
import { Refused } from '../ports.ts'
import { isLost, queueWrite, sendQueued, trackChange } from './edits.ts'
import { saysNothingRuns } from './startStop.ts'

/** Brings a project to its running broadcast, in its turn. @returns false: nothing runs, says the service */
export async function syncProject(
  projectId: string,
  context: Context,
  recheck: () => Refusal | null,
): Promise<boolean> {
  try {
    const lost = (error: unknown) => onLost(error, projectId, context, applySyncLost)
    const input = { params: { projectId } }
    const answer = await sendQueued(context, projectId, 'syncLive', input, { what: 'edit', recheck }).catch(lost)
    if (!answer.success) throw new Refused({ reason: 'syncRefused', message: answer.message ?? '' })
  } catch (error) {
    if (saysNothingRuns(error)) return false
    throw error
  }
  changeProject(context.store, projectId, (draft) => {
    applySynced(draft, context.clock.now())
    draft.syncs += 1
  })
  return true
}

/** How often we have synced it. One that is not known here is synced by a workflow alone, which knows what it did. */
export const syncsOf = (projectId: string, { store }: Pick<Context, 'store'>): number =>
  store.get().projects[projectId]?.syncs ?? 0

/**
 * @param inItsTurn carries out the request once its turn has come
 * @param options of that request
 * @returns whether it is on now, as the service says
 */
export async function switchAutoSync(
  projectId: string,
  on: boolean,
  context: Context,
  inItsTurn = <T>(change: () => Promise<T>): Promise<T> => queueWrite(context, projectId, change),
  options: Parameters<typeof send>[3] = {},
): Promise<boolean> {
  const input = { params: { projectId }, body: { autoSync: on } }
  const lost = (error: unknown) => onLost(error, projectId, context, applyAutoSyncLost)
  const change = () =>
    trackChange(context, projectId, 'settings', () => send(context, 'updateProject', input, options))
  const answer = await inItsTurn(change)
    .then((answered) => {
      refuseOther('updateProject', answered.id, projectId)
      return answered
    })
    .catch(lost)
  changeProject(context.store, projectId, (draft) => applyProject(draft, answer, context.clock.now()))
  return answer.autoSync
}

/** What may have happened, or may happen yet, is not claimed either way. */
export function onLost(
  error: unknown,
  projectId: string,
  { store }: Context,
  forget: (project: ProjectState) => void,
): never {
  if (isLost(error)) changeProject(store, projectId, forget)
  throw error
}
