import { EMPTY, HEADINGS } from '../../../shared/words/labels.ts'
import { CloseButton, Dialog } from '../../ui/Dialog.tsx'
import { late } from '../../ui/late.tsx'

/** The list of projects: a show that has its target is there without it. */
export const LateProjectList = late(
  async () => (await import('./ProjectList.tsx')).ProjectList,
  <p className="empty">{EMPTY.projectsUnread}</p>,
)

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
