import type { LostEdit as Lost } from '../../../shared/state.ts'
import { LOST_WORDS } from '../../../shared/words/projects.ts'
import { usePanel } from '../../store/context.tsx'
import { LostEdit } from '../../ui/LostEdit.tsx'
import { addressOf } from './address.ts'

const NONE: readonly Lost[] = []

/** The writes whose answer was lost: of one project, or (null) those that were to make one. */
export function useLostEdits(projectId: string | null): readonly Lost[] {
  const all = usePanel(({ state }) => state?.lostEdits ?? NONE)
  return all.filter((one) => one.projectId === projectId && (projectId !== null || one.operation === 'createProject'))
}

/** What is not known of them, where it would stand if it were: what was sent, when, and what is done about it. */
export function LostEdits({ edits, inForm = false }: { edits: readonly Lost[]; inForm?: boolean }) {
  return edits.map((edit) => (
    <LostEdit key={edit.id} edit={edit}>
      {edit.operation === 'createProject' && edit.foundId && (
        <a className="button quiet" href={addressOf({ project: edit.foundId })}>
          {LOST_WORDS.open}
        </a>
      )}
      {edit.operation === 'createProject' && !inForm && edit.phase !== 'found' && (
        <a className="button quiet" href={addressOf({ create: true })}>
          {LOST_WORDS.form}
        </a>
      )}
    </LostEdit>
  ))
}
