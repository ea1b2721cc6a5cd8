import type { ReactNode } from 'react'
import { PLACE_NAMES } from '../../shared/words/panel/places.ts'
import { SENTENCE_BROKEN } from '../../shared/words/panel/states.ts'
import { Tally } from '../features/show/tally/Tally.tsx'
import { useIsStopGone } from '../store/broken.ts'
import { usePanel } from '../store/context.tsx'
import { useHere, useTitle } from '../store/place.ts'
import { isKnown, screenOf } from '../store/screen.ts'
import { Boundary } from '../ui/feedback/Boundary.tsx'
import { Lamp } from '../ui/icons/Lamp.tsx'
import { late } from '../ui/screen/late.tsx'

/** Rendered only when the controls break. Its script is already loaded by then: the broken controls use it too. */
const StopAnyway = late(async () => (await import('./StopAnyway.tsx')).StopAnyway, null)

const HeadActs = late(async () => (await import('../features/show/controls/HeadActs.tsx')).HeadActs, null)
const StripActs = late(async () => (await import('../features/show/controls/HeadActs.tsx')).StripActs, null)

/** The page head: what is on air, and a Stop button whenever the rest of the page has lost its own. */
export function Head() {
  const isStopGone = useIsStopGone()
  return (
    <>
      {/* The skip link comes first: the head contains Stop, and users who want the screen should not have to tab
          past it. */}
      <nav aria-label={PLACE_NAMES.skip}>
        <button type="button" className="button skip" onClick={() => document.querySelector('main')?.focus()}>
          {PLACE_NAMES.skip}
        </button>
      </nav>
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
  const isStopGone = useIsStopGone()
  useTitle()
  if (!known) return <Tally here={null} />
  const atShow = here === 'show' || isStopGone
  return <Tally here={here} acts={part(<HeadActs atShow={atShow} />)} stripActs={part(<StripActs />)} />
}

/** Each part may throw without taking the rest of the head with it. */
const part = (one: ReactNode) => <Boundary fallback={null}>{one}</Boundary>

/** Shown when the tally itself threw: the page can no longer tell what is on air, and says so. */
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
