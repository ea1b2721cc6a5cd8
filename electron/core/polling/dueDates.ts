import { SCHEDULING } from '../../../shared/contract/limits.ts'
import type { ProjectState } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'

/** A scheduled broadcast may begin this long after its date, in ms. */
const AFTER_MS = 120_000

export type DueIn = (project: ProjectState | undefined) => number | null

/**
 * When a scheduled broadcast is to be expected: it begins by nobody's press, and is to be seen as soon as any other. A date
 * is remembered for as long as that may take: the service lists it no more once it has come.
 *
 * @returns ms until it is to be expected, 0: it is now, null: none is
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
