import { startImports } from '../../imports/queue.ts'
import { persistLostEdits } from '../../query/lostEdits.ts'
import { watchUnsynced } from '../../unsynced/snapshots.ts'
import { showOpenWork } from '../../workflows/open.ts'
import { startResuming } from '../../workflows/resume.ts'
import type { Dependencies } from '../context.ts'
import type { Dispatcher } from '../dispatcher.ts'

/** The automatic tasks of one service: resuming workflows, the import queue, and the record of what viewers see. */
export function startBackground(
  dependencies: Dependencies,
  dispatch: Dispatcher['dispatch'],
  onFault: (error: unknown) => void,
) {
  const stopResuming = startResuming(dependencies, onFault)
  const stopShowing = showOpenWork(dependencies)
  const imports = startImports(dependencies, dispatch, onFault)
  const unsynced = watchUnsynced(dependencies)
  const stopKeeping = persistLostEdits(dependencies)
  return {
    wakeImports: imports.wake,
    imports: imports.shown,
    touched: unsynced.touched,
    outlined: unsynced.outlined,
    unsyncedChanges: unsynced.changes,
    stop() {
      stopResuming()
      stopShowing()
      imports.stop()
      unsynced.stop()
      stopKeeping()
    },
  }
}
