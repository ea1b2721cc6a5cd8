import { useState } from 'react'
import { isRunning, targetOf } from '../../../shared/state.ts'
import { ABOUT, HEADINGS, NAMES, REHEARSAL_MARK } from '../../../shared/words/labels.ts'
import { tellRefusal } from '../../../shared/words/outcomes.ts'
import { servicePlace } from '../../../shared/words/show.ts'
import { useActions, usePanel, useTarget } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import type { PanelState } from '../../store/store.ts'
import { Answer } from '../../ui/Answer.tsx'
import { Card } from '../../ui/Card.tsx'
import { RefreshArrow } from '../../ui/icons.tsx'
import { PressButton } from '../../ui/PressButton.tsx'
import { ProjectDialog } from './ProjectDialog.tsx'

/** The target stays while it is, or may be, on air. */
function whyNoChange(panel: PanelState): string | null {
  const target = panel.state && targetOf(panel.state)
  const locked = target && (isRunning(target.live) || target.pending !== null)
  return whyNoLink(panel) ?? (locked ? tellRefusal({ reason: 'targetLocked', projectName: target.name }) : null)
}

/** The one project of tray, hotkeys and this panel, and where it lives. */
export function ShowTarget() {
  const { press } = useActions()
  const [choosing, setChoosing] = useState(false)
  const name = useTarget((target) => target?.name ?? '')
  const place = usePanel(({ state }) => (state ? servicePlace(state.service) : ''))
  const rehearsal = usePanel(({ state }) => state?.service.rehearsal ?? false)
  const locked = usePanel(whyNoChange)
  const noLink = usePanel(whyNoLink)
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
        <PressButton
          name={NAMES.chooseProject}
          spot="target"
          className="quiet"
          reason={locked}
          onPress={() => setChoosing(true)}
        />
        <PressButton
          name={NAMES.refresh}
          spot="refresh"
          className="quiet"
          reason={noLink}
          about={ABOUT.refresh}
          onPress={() => void press('refresh', { type: 'refresh' })}
        >
          <RefreshArrow />
          {NAMES.refresh}
        </PressButton>
      </div>
      <Answer spots={SPOTS} />
      {choosing && <ProjectDialog onClose={() => setChoosing(false)} />}
    </Card>
  )
}

const SPOTS = ['target', 'refresh'] as const
