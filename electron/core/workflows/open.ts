/** The runs that are incomplete or in progress, as every surface shows them. */
import { isDeepStrictEqual } from 'node:util'
import { WORKFLOW_WORDS } from '../../../shared/words/commands/workflows.ts'
import type { OpenWork } from '../../../shared/workflows.ts'
import type { Dependencies } from '../commands/context.ts'
import { readRun } from './index.ts'
import type { Run } from './runs.ts'

/** Keeps the list in the state equal to the runs of the service in use. Returns the function that ends it. */
export function showOpenWork({ store, runs, serviceId }: Pick<Dependencies, 'store' | 'runs' | 'serviceId'>) {
  const show = () => {
    const openWork = runs.shown(serviceId()).map(
      (run): OpenWork => ({
        id: run.id,
        operation: run.workflow,
        projectId: run.projectId,
        since: run.since,
        ...standOf(run),
      }),
    )
    if (isDeepStrictEqual(store.get().openWork, openWork)) return
    store.change((draft) => {
      draft.openWork = openWork
    })
  }
  show()
  return runs.onChange(show)
}

/** The progress of a run, and what it waits for. */
function standOf(run: Run): Pick<OpenWork, 'stands' | 'waits'> {
  if (run.waits?.for === 'removal') return { stands: run.waits.why, waits: run.waits }
  const { workflow, data } = readRun(run)
  if (!workflow || !data)
    return { stands: WORKFLOW_WORDS.notRead, waits: { for: 'version', why: WORKFLOW_WORDS.notRead } }
  return { stands: workflow.stands(data, run.sent?.activity ?? null), waits: run.waits }
}
