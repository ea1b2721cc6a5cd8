import type { ReactNode } from 'react'
import { PLACE_NAMES } from '../../shared/words/places.ts'
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

const HeadActs = late(async () => (await import('../features/show/HeadActs.tsx')).HeadActs, null)
const StripActs = late(async () => (await import('../features/show/HeadActs.tsx')).StripActs, null)

/** What is on air, and Stop where the rest of the page has lost it. */
export function Head() {
  const isStopGone = useIsStopGone()
  return (
    <>
      {/* Before all else: the head has Stop in it, and whoever wants the screen need not pass that. */}
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

/** It may throw, and take nothing with it. */
const part = (one: ReactNode) => <Boundary fallback={null}>{one}</Boundary>

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
