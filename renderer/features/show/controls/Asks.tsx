import { NAMES } from '../../../../shared/words/labels.ts'
import { describeFault } from '../../../../shared/words/outcomes/outcomes.ts'
import { CHECKING_ASK, FAULTS_ASK } from '../../../../shared/words/show/check.ts'
import { useActions, usePanel, useTarget } from '../../../store/context.tsx'
import { faultsToConfirm, startIsChecked, whyNoGoLive } from '../../../store/reasons.ts'
import { PressButton } from '../../../ui/button/PressButton.tsx'
import { Warning } from '../../../ui/icons/icons.tsx'

/** Questions to the user after a Go live command. */
export function Asks() {
  return (
    <>
      <FaultsAsk />
      <CheckingAsk />
    </>
  )
}

/** The faults that prevented going live, and the question whether to go live anyway. */
function FaultsAsk() {
  const { ask, dismiss, tell } = useActions()
  const faults = usePanel(({ presses }) => faultsToConfirm(presses.goLive))
  const reason = usePanel(whyNoGoLive)
  if (!faults || reason !== null) return null

  /** Arming checks everything that going live does: if the faults are fixed, it waits for the second step. */
  async function checkAgain(): Promise<void> {
    const answer = await ask('check', (show) => show.armGoLive('menu'))
    if (answer?.result === 'armed') dismiss('goLive')
    else if (answer?.result === 'refused' && answer.refusal.reason === 'faults') tell('goLive', answer)
  }
  return (
    <div className="card ask" role="alert">
      <p className="ask-title">
        <Warning />
        {FAULTS_ASK.question}
      </p>
      <ul>
        {faults.map((fault) => (
          <li key={describeFault(fault)}>{describeFault(fault)}</li>
        ))}
      </ul>
      <div className="row">
        <PressButton className="" name={NAMES.notNow} spot="goLive" onPress={() => dismiss('goLive')} />
        <PressButton className="" name={NAMES.checkAgain} spot="check" onPress={() => void checkAgain()} />
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

/** A start got lost: Go live stays blocked until it is reconciled, or until the user has checked. */
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
