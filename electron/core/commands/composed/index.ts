import type { ComposedName } from '../../../../shared/contract/composed.ts'
import { quietEdit } from '../../workflows/editingQuietly.ts'
import { moveSchedule } from '../../workflows/moving.ts'
import type { Composed } from './composed.ts'
import { cancelEncode, stopImport } from './fileWork.ts'
import { clearImports, importFiles, removeImport, retryImport } from './imports.ts'
import { savePlaylist, undoPlaylist } from './playlists.ts'

/** The compiler requires a handler for every composed edit. */
export const composed: { readonly [Name in ComposedName]: Composed<Name> } = {
  savePlaylist,
  undoPlaylist,
  quietEdit,
  moveSchedule,
  importFiles,
  retryImport,
  removeImport,
  clearImports,
  stopImport,
  cancelEncode,
}
