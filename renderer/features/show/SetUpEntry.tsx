import { SETUP_NAMES } from '../../../shared/words/setup.ts'
import { hashOf, type Place } from '../../app/place.ts'
import { ChevronLeft, Sliders } from '../../ui/icons.tsx'

export const ENTRY_ID = 'set-up-entry'

/** The way into the set-up and, at the same place, back: what is on air stays in sight either way. */
export function SetUpEntry({ place }: { place: Place }) {
  const inside = place !== 'show'
  const name = inside ? SETUP_NAMES.back : SETUP_NAMES.setUp
  return (
    <a id={ENTRY_ID} className="button quiet settings-link" href={hashOf(inside ? 'show' : 'accounts')} title={name}>
      {inside ? <ChevronLeft /> : <Sliders />}
      <span className="entry-long">{name}</span>
    </a>
  )
}
