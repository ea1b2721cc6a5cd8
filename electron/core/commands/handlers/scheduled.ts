import { ServiceError } from '../../../../shared/failures.ts'
import type { Refusal } from '../../../../shared/outcome.ts'
import { isScheduled, type ProjectState } from '../../../../shared/state.ts'
import { passOver } from '../../../service/calls.ts'
import { type Context, projectNow } from '../context.ts'
import { Refused } from '../ports.ts'

/** A project that has a date cannot be started before it (contract notes, `PROJECT_ALREADY_LIVE`). */
export function saysScheduled(project: ProjectState): Refusal | null {
  const { name, nextScheduleAt } = project
  return isScheduled(project) ? { reason: 'scheduled', projectName: name, at: nextScheduleAt } : null
}

/** A reading younger than this counts as current, in ms; the user waits at most `LOOK_MS` for a newer one. */
const YOUNG_MS = 1_000
const LOOK_MS = 3_000

/**
 * Another client may have cancelled the dates since they were read: they are read again before they cause a refusal.
 */
export async function lookIfScheduled(projectId: string, context: Context): Promise<void> {
  const { clock, poller } = context
  const project = projectNow(projectId, context)
  const ageMs = clock.now() - (project.live?.readAt ?? 0)
  if (!isScheduled(project) || Math.abs(ageMs) < YOUNG_MS) return
  await poller.read(projectId, ['live'], { lane: 'show', timeoutMs: LOOK_MS }).catch(passOver)
}

/**
 * For dates created elsewhere since the last reading: the service refuses the start and names the next date.
 *
 * @returns null for any other error
 */
export function scheduledInstead(error: unknown, { name, nextScheduleAt }: ProjectState): Refused | null {
  if (!(error instanceof ServiceError) || error.failure.code !== 'PROJECT_ALREADY_LIVE') return null
  const { status, scheduledFor } = error.failure.given ?? {}
  if (status !== 'SCHEDULED') return null
  const at = Date.parse(String(scheduledFor))
  return new Refused({ reason: 'scheduled', projectName: name, at: Number.isNaN(at) ? nextScheduleAt : at })
}
