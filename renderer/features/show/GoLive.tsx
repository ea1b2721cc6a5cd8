import { ABOUT, CHECKING_ASK, FAULTS_ASK, NAMES } from '../../../shared/words/labels.ts'
import { tellFault } from '../../../shared/words/outcomes.ts'
import { useActions, usePanel, useTarget } from '../../store/context.tsx'
import { faultsAsked, isReadyToGoLive, startIsChecked, whyNoGoLive } from '../../store/reasons.ts'
import { useTimed } from '../../store/useTimed.ts'
import { Warning } from '../../ui/icons.tsx'
import { PressButton } from '../../ui/PressButton.tsx'

/** Goes live with the show target, by one press. */
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

/** The faults that kept it from going live, and the question whether to do it all the same. */
export function FaultsAsk() {
  const { ask, dismiss } = useActions()
  const faults = usePanel(({ presses }) => faultsAsked(presses.goLive))
  const reason = usePanel(whyNoGoLive)
  if (!faults || reason !== null) return null
  return (
    <div className="card ask" role="alert">
      <p className="ask-title">
        <Warning />
        {FAULTS_ASK.question}
      </p>
      <ul>
        {faults.map((fault) => (
          <li key={tellFault(fault)}>{tellFault(fault)}</li>
        ))}
      </ul>
      <div className="row">
        <PressButton className="" name={NAMES.notNow} spot="goLive" onPress={() => dismiss('goLive')} />
        <PressButton
          className=""
          name={NAMES.goLiveAnyway}
          spot="goLive"
          onPress={() => void ask('goLive', (show) => show.goLive(true))}
        />
      </div>
    </div>
  )
}

/** A start got lost: Go live stays blocked until it is settled, or until a person has looked. */
export function CheckingAsk() {
  const { ask } = useActions()
  const checking = useTarget(startIsChecked)
  const linked = usePanel(({ link }) => link === 'up')
  if (!checking || !linked) return null
  return (
    <div className="card ask" data-wait>
      <p className="ask-title">{CHECKING_ASK}</p>
      <div className="row">
        <PressButton
          className=""
          name={NAMES.unlock}
          spot="unlock"
          onPress={() => void ask('unlock', (show) => show.unlockGoLive())}
        />
      </div>
    </div>
  )
}
