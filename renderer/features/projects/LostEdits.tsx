import type { LostEdit as Lost } from '../../../shared/state.ts'
import { LOST_WORDS } from '../../../shared/words/projects.ts'
import { addressOf } from '../../store/address.ts'
import { usePanel } from '../../store/context.tsx'
import { LostEdit } from '../../ui/LostEdit.tsx'

const NONE: readonly Lost[] = []

/** The edits whose response was lost: those of one project, or, for null, those that would create one. */
export function useLostEdits(projectId: string | null): readonly Lost[] {
  const all = usePanel(({ state }) => state?.lostEdits ?? NONE)
  return all.filter((one) => one.projectId === projectId && (projectId !== null || one.operation === 'createProject'))
}

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
