import { useEffect, useRef } from 'react'
import { HEADINGS, NAMES } from '../../shared/words/labels.ts'
import { ProjectList } from './ProjectList.tsx'
import './Projects.css'

/** Choosing another show target. Escape, or choosing, closes it. */
export function ProjectDialog({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    // Leaving the page closes it too: no clean-up, which would tell us that somebody closed it.
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <dialog className="dialog projects-dialog" ref={dialog} aria-label={HEADINGS.projects} onClose={onClose}>
      <div className="card-head">
        <h2>{HEADINGS.projects}</h2>
        <button type="button" className="button quiet" onClick={onClose}>
          {NAMES.close}
        </button>
      </div>
      <ProjectList onChosen={onClose} />
    </dialog>
  )
}
