import { useState } from 'react'
import { isRunning } from '../../../../shared/state.ts'
import { STOP_WORDS } from '../../../../shared/words/labels.ts'
import { ALSO_WORDS } from '../../../../shared/words/show/alsoOnAir.ts'
import { stopAbout } from '../../../../shared/words/show/show.ts'
import { useActions, usePanel } from '../../../store/context.tsx'
import { whyNoLink } from '../../../store/reasons.ts'
import { Button } from '../../../ui/button/PressButton.tsx'
import { Answer } from '../../../ui/feedback/Answer.tsx'
import { OwnWindow } from './ArmBar.tsx'
import { HoldButton } from './StopButton.tsx'

/**
 * Stops a broadcast beside the show target. The first press reads what is on air there; the second one, which is held,
 * stops it.
 */
export function StopOther({ projectId, name }: { projectId: string; name: string }) {
  const spot = `project:${projectId}` as const
  const [isAsked, ask] = useState(false)
  const { press } = useActions()
  const reason = usePanel(whyNoLink)
  const about = usePanel(({ state }) => (state ? stopAbout(state.preferences.guard) : ''))
  const isSeen = usePanel(({ state }) => isRunning(state?.projects[projectId]?.live ?? null))
  function look(): void {
    ask(true)
    void press(spot, { type: 'refresh', projectId })
  }

  return (
    <div className="stack">
      {isAsked && isSeen ? (
        <HoldButton spot={spot} reason={reason} about={about}>
          {ALSO_WORDS.stop} <span className="hearable">{name}</span>{' '}
          <small aria-hidden="true">{STOP_WORDS.hint}</small>
        </HoldButton>
      ) : (
        <Button className="" of={name} onClick={look}>
          {ALSO_WORDS.stop}
        </Button>
      )}
      <OwnWindow spot={spot} />
      <Answer spots={[spot]} />
    </div>
  )
}
