import { useState } from 'react'
import { ABOUT, EMPTY, HEADINGS, NAMES, REHEARSAL_MARK } from '../../../shared/words/labels.ts'
import { servicePlace } from '../../../shared/words/show/show.ts'
import { usePanel, useTarget } from '../../store/context.tsx'
import { whyNoTargetChange } from '../../store/reasons.ts'
import { CommandButton, PressButton } from '../../ui/button/PressButton.tsx'
import { CloseButton, Dialog } from '../../ui/dialog/Dialog.tsx'
import { Answer } from '../../ui/feedback/Answer.tsx'
import { RefreshArrow } from '../../ui/icons/icons.tsx'
import { Card } from '../../ui/screen/Card.tsx'
import { late } from '../../ui/screen/late.tsx'
import './ShowTarget.css'

/** Loaded on demand, because it reads the whole list. */
const ProjectChooser = late(
  async () => (await import('./ProjectChooser.tsx')).ProjectChooser,
  <p className="empty">{EMPTY.projectsUnread}</p>,
)

/** Chooses another show target. Choosing one, or Escape, closes it. */
function ProjectDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog className="dialog projects-dialog" aria-label={HEADINGS.projects} onClose={onClose}>
      <div className="card-head">
        <h2>{HEADINGS.projects}</h2>
        <CloseButton />
      </div>
      <ProjectChooser onChosen={onClose} />
    </Dialog>
  )
}

/** The show target of tray, hotkeys and this panel, and the service it belongs to. */
export function ShowTarget() {
  const [choosing, setChoosing] = useState(false)
  const name = useTarget((target) => target?.name ?? '')
  const place = usePanel(({ state }) => (state ? servicePlace(state.service) : ''))
  const rehearsal = usePanel(({ state }) => state?.service.rehearsal ?? false)
  const locked = usePanel(whyNoTargetChange)
  return (
    <Card
      heading={HEADINGS.target}
      aside={rehearsal ? <span className="rehearsal-tag">{REHEARSAL_MARK}</span> : place}
      className="target"
    >
      <p className="target-name clip" title={name}>
        {name}
      </p>
      <div className="row">
        <PressButton name={NAMES.chooseProject} spot="target" reason={locked} onPress={() => setChoosing(true)} />
        <CommandButton name={NAMES.refresh} spot="refresh" about={ABOUT.refresh} command={{ type: 'refresh' }}>
          <RefreshArrow />
          {NAMES.refresh}
        </CommandButton>
      </div>
      <Answer spots={['target', 'refresh']} />
      {choosing && <ProjectDialog onClose={() => setChoosing(false)} />}
    </Card>
  )
}
