import { REHEARSED_WORDS, rehearsedNow } from '../../../shared/words/rehearsal.ts'
import { useActions, usePanel } from '../../store/context.tsx'
import { whyNoLink } from '../../store/reasons.ts'
import { endAllFaults } from '../../store/rehearsal.ts'
import { useTimed } from '../../store/useTimed.ts'
import { Answer } from '../../ui/Answer.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { PressButton } from '../../ui/PressButton.tsx'

/** What the rehearsal suffers, by name, wherever the show is watched: nobody shall take it for real. */
export function RehearsedFaults() {
  const panel = useActions()
  const text = useTimed(({ state }, now) => (state?.rehearsal ? rehearsedNow(state.rehearsal, now) : null))
  const reason = usePanel(whyNoLink)
  if (text === null) return null
  return (
    <Banner look="rehearsed">
      <p className="num">
        <b>{text}</b> {REHEARSED_WORDS.real}
      </p>
      <Answer spots={SPOTS} />
      <PressButton
        name={REHEARSED_WORDS.endAll}
        spot="faults"
        className="quiet"
        reason={reason}
        onPress={() => void endAllFaults(panel)}
      />
    </Banner>
  )
}

const SPOTS = ['faults', 'scenario'] as const
