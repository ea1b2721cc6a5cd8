import { IMPORT_FORM } from '../../../shared/words/library.ts'
import { useActions, usePanel } from '../../store/context.tsx'

/** Where it is answered why files cannot be imported, or how that went. */
export const IMPORT_SPOT = 'file:import'

/** Where dropped files are, as far as the local studio may have them and this page is told. Else why not is said. */
export function usePaths(onPaths: (paths: readonly string[]) => void) {
  const { tell, pathOf } = useActions()
  const isLocal = usePanel(({ state }) => state !== null && state.rehearsal !== null)
  return {
    areTold: pathOf !== null,
    take(files: readonly File[]): void {
      const paths = files.map((file) => pathOf?.(file) ?? '').filter(Boolean)
      const why = !isLocal ? IMPORT_FORM.linksOnly : paths.length === 0 ? IMPORT_FORM.notTold : null
      if (why !== null) tell(IMPORT_SPOT, { result: 'inert', why })
      else onPaths(paths)
    },
  }
}
