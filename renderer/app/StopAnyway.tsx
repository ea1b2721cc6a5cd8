import { ArmBar } from '../features/show/controls/ArmBar.tsx'
import { StopButton } from '../features/show/controls/StopButton.tsx'
import { Answer } from '../ui/feedback/Answer.tsx'

/** A Stop button beneath the tally, for when the controls have thrown. */
export function StopAnyway() {
  return (
    <section className="stop-anyway row">
      <StopButton />
      <ArmBar />
      <Answer spots={['stop', 'arm']} />
    </section>
  )
}
