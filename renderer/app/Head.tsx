import { SENTENCE_BROKEN } from '../../shared/words/states.ts'
import { Tally } from '../features/show/Tally.tsx'
import { useIsStopGone } from '../store/broken.ts'
import { usePanel } from '../store/context.tsx'
import { useHere, useTitle } from '../store/place.ts'
import { isKnown, screenOf } from '../store/screen.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { Lamp } from '../ui/Lamp.tsx'
import { late } from '../ui/late.tsx'

/** It comes when it is needed: its script is there by then, for what threw was of the same. */
const StopAnyway = late(async () => (await import('./StopAnyway.tsx')).StopAnyway, null)

/** What is on air, and Stop where the rest of the page has lost it. */
export function Head() {
  const isStopGone = useIsStopGone()
  return (
    <>
      <Boundary fallback={lampless}>
        <AtPlace />
      </Boundary>
      <Boundary fallback={null}>{isStopGone && <StopAnyway />}</Boundary>
    </>
  )
}

function AtPlace() {
  const known = usePanel((panel) => isKnown(screenOf(panel)))
  const here = useHere()
  useTitle()
  return <Tally here={known ? here : null} />
}

/** The tally itself threw: what is true is not known here, and that is said. */
const lampless = (
  <header className="tally" data-look="unknown">
    <Lamp tally="unknown" />
    <div className="tally-words">
      <div role="status" data-tally="unknown">
        <h1 className="tally-sentence">{SENTENCE_BROKEN}</h1>
      </div>
    </div>
  </header>
)
