import { type ReactNode, useEffect, useState } from 'react'
import { isRunning } from '../../../shared/state.ts'
import { SHOW_TARGET_WORDS, SWITCHER_NAMES } from '../../../shared/words/projects/switcher.ts'
import { usePanel, useTarget } from '../../store/context.tsx'
import { lookedAt } from '../../store/lately.ts'
import { whyNoTargetChange } from '../../store/reasons.ts'
import { Button, CommandButton } from '../button/PressButton.tsx'
import { CloseButton, Dialog } from '../dialog/Dialog.tsx'
import { Answer } from '../feedback/Answer.tsx'
import { ChevronDown } from '../icons/icons.tsx'
import { type ChoiceProps, ProjectChoice } from './ProjectChoice.tsx'
import './ProjectHead.css'

interface Props extends Pick<ChoiceProps, 'useProjects' | 'onChoose'> {
  /** The title of the screen. */
  title: string
  projectId: string | null
  /** Null: not read yet. */
  name: string | null
  children?: ReactNode
}

/** The head of a screen about one project: its name, a switcher, and whether it is the show target. */
export function ProjectHead({ title, children, ...given }: Props) {
  const { projectId, name, onChoose } = given
  useEffect(() => {
    if (projectId !== null && name !== null) lookedAt(projectId)
  }, [projectId, name])
  return (
    <div className="project-head">
      <h2>{title}</h2>
      <ProjectSwitcher {...given} />
      {projectId !== null && <ShowTargetNote {...{ projectId, onChoose }} />}
      {children}
    </div>
  )
}

/** Shows the current project, and switches to another one. @param of the label, if a screen has several */
export function ProjectSwitcher({
  projectId,
  name,
  useProjects,
  onChoose,
  of,
}: Omit<Props, 'title'> & { of?: string }) {
  const [open, setOpen] = useState(false)
  const label = of ?? SWITCHER_NAMES.choose
  return (
    <>
      <Button
        className="quiet project-switcher"
        aria-haspopup="dialog"
        title={name ?? undefined}
        onClick={() => setOpen(true)}
      >
        <span className="hearable">{label}: </span>
        <span className="clip">{name ?? SWITCHER_NAMES.choose}</span>
        <ChevronDown />
      </Button>
      {open && (
        <Dialog className="dialog projects-choice" aria-label={label} onClose={() => setOpen(false)}>
          <div className="card-head">
            <h2>{label}</h2>
            <CloseButton />
          </div>
          <ProjectChoice current={projectId} {...{ useProjects, onChoose }} />
        </Dialog>
      )}
    </>
  )
}

/**
 * For the show target a tag; for any other project a line with the way back. Opening a project never makes it the
 * target.
 */
function ShowTargetNote({ projectId, onChoose }: { projectId: string; onChoose(id: string): void }) {
  const targetId = useTarget((target) => target?.id ?? null)
  const onAir = useTarget((target) => target !== null && isRunning(target.live))
  const reason = usePanel(whyNoTargetChange)
  if (targetId === projectId)
    return (
      <span className="tag" data-air={onAir || undefined}>
        {SHOW_TARGET_WORDS[onAir ? 'onAir' : 'target']}
      </span>
    )
  return (
    <div className="row project-whose">
      <span className="small">{SHOW_TARGET_WORDS.other}</span>
      {targetId !== null && <Button onClick={() => onChoose(targetId)}>{SWITCHER_NAMES.back}</Button>}
      <CommandButton
        name={SWITCHER_NAMES.makeTarget}
        spot="target"
        reason={reason}
        command={{ type: 'chooseTarget', projectId }}
      />
      {reason && <span className="small">{reason}</span>}
      <Answer spots={['target']} />
    </div>
  )
}
