import { HEADINGS } from '../../../shared/words/labels.ts'
import { CloseButton, Dialog } from '../../ui/Dialog.tsx'
import { LateProjectList } from './LateProjectList.tsx'

/** Choosing another show target. Escape, or choosing, closes it. */
export function ProjectDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog className="dialog projects-dialog" aria-label={HEADINGS.projects} onClose={onClose}>
      <div className="card-head">
        <h2>{HEADINGS.projects}</h2>
        <CloseButton />
      </div>
      <LateProjectList onChosen={onClose} />
    </Dialog>
  )
}
