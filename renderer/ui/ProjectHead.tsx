import { type ReactNode, useEffect, useState } from 'react'
import { isRunning } from '../../shared/state.ts'
import { SHOW_TARGET_WORDS, SWITCHER_NAMES } from '../../shared/words/switcher.ts'
import { usePanel, useTarget } from '../store/context.tsx'
import { lookedAt } from '../store/lately.ts'
import { whyNoTargetChange } from '../store/reasons.ts'
import { Answer } from './Answer.tsx'
import { CloseButton, Dialog } from './Dialog.tsx'
import { ChevronDown } from './icons.tsx'
import { Button, CommandButton } from './PressButton.tsx'
import { type ChoiceProps, ProjectChoice } from './ProjectChoice.tsx'
import './ProjectHead.css'

interface Props extends Pick<ChoiceProps, 'useProjects' | 'onChoose'> {
  /** What the screen is called. */
  title: string
  projectId: string | null
  /** Null: not read yet. */
  name: string | null
  children?: ReactNode
}

/** The head of a screen of one project: which one, another one instead, and whether it is that of the show. */
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

/** Says which project is meant, and leads to another one. @param of whose, where a screen has several */
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

/** The project of the show, in a mark; of any other one line, with the way back. Looking at one never makes it the target. */
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
