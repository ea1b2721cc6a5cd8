/** What is half done or under way, as every surface shows it. */
import { isDeepStrictEqual } from 'node:util'
import type { OpenWork } from '../../../shared/workflows.ts'
import type { Dependencies } from '../commands/context.ts'
import { workflows } from './index.ts'
import type { Run } from './runs.ts'

/** Keeps the state's list true to the runs of the service in use. Answers what ends it. */
export function showOpenWork({ store, runs, serviceId }: Pick<Dependencies, 'store' | 'runs' | 'serviceId'>) {
  const show = () => {
    const openWork = runs.ofService(serviceId()).map(
      (run): OpenWork => ({
        id: run.id,
        operation: run.workflow,
        projectId: run.projectId,
        since: run.since,
        waits: run.waits,
        stands: standsOf(run),
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

/** How far a run is, in words; one that this version cannot read says nothing. */
function standsOf({ workflow: name, data, sent }: Run): string {
  const workflow = workflows[name]
  const read = workflow?.data.safeParse(data)
  return workflow && read?.success ? workflow.stands(read.data, sent?.activity ?? null) : ''
}
