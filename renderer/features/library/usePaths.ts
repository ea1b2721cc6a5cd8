import { IMPORT_FORM } from '../../../shared/words/library.ts'
import { useActions, usePanel } from '../../store/context.tsx'

/** The spot for outcomes of an import, and for the reason why files cannot be imported. */
export const IMPORT_SPOT = 'file:import'

/**
 * Passes on the paths of dropped files. Only for the local studio, and only if this page can learn them; otherwise
 * shows why not.
 */
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
