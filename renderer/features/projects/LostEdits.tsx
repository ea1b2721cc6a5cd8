import type { LostEdit as Lost } from '../../../shared/state.ts'
import { LOST_WORDS } from '../../../shared/words/projects/projects.ts'
import { addressOf } from '../../store/address.ts'
import { LostEdit } from '../../ui/feedback/LostEdit.tsx'

/** Edits with an unknown outcome: what was sent, when, and how it is being reconciled. */
export function LostEdits({ edits, inForm = false }: { edits: readonly Lost[]; inForm?: boolean }) {
  return edits.map((edit) => (
    <LostEdit key={edit.id} edit={edit}>
      {edit.operation === 'createProject' && edit.foundId && (
        <a className="button quiet" href={addressOf('projects', { project: edit.foundId })}>
          {LOST_WORDS.open}
        </a>
      )}
      {edit.operation === 'createProject' && !inForm && edit.phase !== 'found' && (
        <a className="button quiet" href={addressOf('projects', { create: true })}>
          {LOST_WORDS.form}
        </a>
      )}
    </LostEdit>
  ))
}
