import { STATE_NAMES } from '../../shared/words/states.ts'
import { useActions, usePanel } from '../store/context.tsx'
import { whyNoLink } from '../store/reasons.ts'
import { Answer } from './Answer.tsx'
import { RefreshArrow } from './icons.tsx'
import { PressButton } from './PressButton.tsx'

/** Reads everything now, for who does not want to wait for the next reading. */
export function TryNow() {
  const { press } = useActions()
  const reason = usePanel(whyNoLink)
  return (
    <>
      <Answer spots={SPOTS} />
      <PressButton
        name={STATE_NAMES.tryNow}
        spot="tryNow"
        className="quiet"
        reason={reason}
        onPress={() => void press('tryNow', { type: 'refresh' })}
      >
        <RefreshArrow />
        {STATE_NAMES.tryNow}
      </PressButton>
    </>
  )
}

const SPOTS = ['tryNow'] as const
