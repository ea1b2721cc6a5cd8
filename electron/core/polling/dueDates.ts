import { SCHEDULING } from '../../../shared/contract/limits.ts'
import type { ProjectState } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'

/** A scheduled broadcast may start up to this long after its date, in ms. */
export const AFTER_MS = 120_000

export type DueIn = (project: ProjectState | undefined) => number | null

/**
 * When a scheduled broadcast is due. It starts without a command, and must show as soon as any other. A date is
 * remembered until `AFTER_MS` after it, because the service no longer lists it once it has passed.
 *
 * @returns ms until a broadcast is due; 0: it is due now; null: none is scheduled
 */
export function createDueDates(clock: Clock): DueIn {
  const { preparesAheadMs } = SCHEDULING
  const expected = new Map<string, number>()
  return (project) => {
    if (!project) return null
    const now = clock.now()
    const known = expected.get(project.id)
    if (known !== undefined && now <= known + AFTER_MS && now >= known - preparesAheadMs) return 0
    expected.delete(project.id)
    const { nextScheduleAt } = project
    if (nextScheduleAt === null) return null
    if (nextScheduleAt - now <= preparesAheadMs) expected.set(project.id, nextScheduleAt)
    return Math.max(0, nextScheduleAt - preparesAheadMs - now)
  }
}
