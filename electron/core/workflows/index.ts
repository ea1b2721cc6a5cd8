import { moveSchedule } from './moveSchedule.ts'
import { quietEdit } from './quietEdit.ts'
import type { Run } from './runs.ts'
import type { Workflow } from './workflow.ts'

type Any = Workflow<object, unknown>

/** Every workflow by its name, to resume runs that a crash or a lost connection left incomplete. */
export const workflows: Readonly<Record<string, Any>> = {
  moveSchedule: moveSchedule as unknown as Any,
  quietEdit: quietEdit as unknown as Any,
}

/**
 * The workflow of a run, and its plan; either is left out if another version wrote it and this one does not know it.
 */
export function readRun({ workflow: name, data }: Run): { workflow?: Any | undefined; data?: object | undefined } {
  const workflow = workflows[name]
  return { workflow, data: workflow?.data.safeParse(data).data }
}
