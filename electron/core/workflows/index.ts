import { moveSchedule } from './moveSchedule.ts'
import { quietEdit } from './quietEdit.ts'
import type { Workflow } from './workflow.ts'

type Any = Workflow<object, unknown>

/** Every workflow by its name: what a crash or a lost line left half-way is taken up again by it. */
export const workflows: Readonly<Record<string, Any>> = {
  moveSchedule: moveSchedule as unknown as Any,
  quietEdit: quietEdit as unknown as Any,
}
