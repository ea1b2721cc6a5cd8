import { REHEARSED_WORDS, rehearsedNow } from '../../../../shared/words/show/rehearsal.ts'
import { useTimed } from '../../../store/useTimed.ts'
import { EndAllFaults } from '../../../ui/actions/EndAllFaults.tsx'
import { Answer } from '../../../ui/feedback/Answer.tsx'
import { Banner } from '../../../ui/feedback/Banner.tsx'

/** Names the active faults of the rehearsal on every screen of the show, so that no one takes them for real. */
export function RehearsedFaults() {
  const text = useTimed(({ state }, now) => (state?.rehearsal ? rehearsedNow(state.rehearsal, now) : null))
  if (text === null) return null
  return (
    <Banner look="rehearsed">
      <p className="num">
        <b>{text}</b> {REHEARSED_WORDS.real}
      </p>
      <Answer spots={['faults', 'scenario']} />
      <EndAllFaults />
    </Banner>
  )
}
