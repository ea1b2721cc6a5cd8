import { moveSchedule } from './moveSchedule.ts'
import { quietEdit } from './quietEdit.ts'
import type { Run } from './runs.ts'
import type { Workflow } from './workflow.ts'

type Any = Workflow<object, unknown>

/** Every workflow by its name: what a crash or a lost line left half-way is taken up again by it. */
export const workflows: Readonly<Record<string, Any>> = {
  moveSchedule: moveSchedule as unknown as Any,
  quietEdit: quietEdit as unknown as Any,
}

/** The workflow of a run, and its plan. Left out is what another version wrote and this one does not know. */
export function readRun({ workflow: name, data }: Run): { workflow?: Any | undefined; data?: object | undefined } {
  const workflow = workflows[name]
  return { workflow, data: workflow?.data.safeParse(data).data }
}
