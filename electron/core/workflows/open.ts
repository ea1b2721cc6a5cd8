/** What is half done or under way, as every surface shows it. */
import { isDeepStrictEqual } from 'node:util'
import type { OpenWork } from '../../../shared/workflows.ts'
import type { Dependencies } from '../commands/context.ts'

/** Keeps the state's list true to the runs of the service in use. Answers what ends it. */
export function showOpenWork({ store, runs, serviceId }: Pick<Dependencies, 'store' | 'runs' | 'serviceId'>) {
  const show = () => {
    const openWork = runs.ofService(serviceId()).map(
      ({ id, workflow, projectId, since, waits }): OpenWork => ({
        id,
        operation: workflow,
        projectId,
        since,
        waits,
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
