import { ABOUT, NAMES } from '../../../../shared/words/labels.ts'
import { useActions, usePanel, useTarget } from '../../../store/context.tsx'
import { faultsToConfirm, isReadyToGoLive, startIsChecked, whyNoGoLive } from '../../../store/reasons.ts'
import { useTimed } from '../../../store/useTimed.ts'
import { PressButton } from '../../../ui/button/PressButton.tsx'
import { Answer } from '../../../ui/feedback/Answer.tsx'
import { late } from '../../../ui/screen/late.tsx'

/** Goes live with the show target with one click. */
export function GoLive() {
  const { ask } = useActions()
  const reason = usePanel(whyNoGoLive)
  const ready = useTimed(isReadyToGoLive)
  return (
    <PressButton
      name={NAMES.goLive}
      spot="goLive"
      className={ready ? 'act go ready' : 'act go'}
      reason={reason}
      about={ABOUT.goLive}
      onPress={() => void ask('goLive', (show) => show.goLive())}
    />
  )
}

/** Loaded on demand: most shows never have a question. */
const Late = late(async () => (await import('./Asks.tsx')).Asks, <Answer spots={['goLive']} />)

/** Questions to the user after a Go live command. */
export function Asks() {
  const faults = usePanel(({ presses }) => faultsToConfirm(presses.goLive))
  const checking = useTarget(startIsChecked)
  return (faults || checking) && <Late />
}
