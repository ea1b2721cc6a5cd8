import type { LostEdit } from '../../../shared/state.ts'
import { usePanel } from '../../store/context.tsx'

const NONE: readonly LostEdit[] = []
const OPERATIONS: readonly string[] = ['scheduleLive', 'cancelSchedule', 'cancelSchedules']

/** Edits of dates whose response was lost: of one project, or (null) of any. */
export function useLostDates(projectId: string | null): readonly LostEdit[] {
  const all = usePanel(({ state }) => state?.lostEdits ?? NONE)
  return all.filter((one) => OPERATIONS.includes(one.operation) && [null, one.projectId].includes(projectId))
}
